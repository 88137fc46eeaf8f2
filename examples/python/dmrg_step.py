# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""One two-site step of DMRG on tensors of blocks: the ground state of a Heisenberg chain of 8 spins 1/2.

Three spins on the left, two in the middle, three on the right; the bases of both sides are whole, so that the step gives
the chain's lowest energy, which a dense diagonalisation gives, too. Blocks are those that conserve twice the spin's z
component.
"""

import numpy

import ttgt

SIDE = 3  # spins left and right of the two in the middle
RAISE = numpy.array([[0.0, 1.0], [0.0, 0.0]])
Z = numpy.diag([0.5, -0.5])
SPIN = [1, -1]  # charges of up and down
# What the operators left of a bond have begun: the charge that they add, and the states of the bond's section.
BOND = {-2: ["lower"], 0: ["none", "z", "all"], 2: ["raise"]}
STATES = [state for states in BOND.values() for state in states]
# From a bond's state to the next one's, by an operator on the site between.
STEPS = {("none", "none"): numpy.eye(2), ("all", "all"): numpy.eye(2), ("none", "raise"): RAISE, ("none", "lower"): RAISE.T,
         ("none", "z"): Z, ("raise", "all"): RAISE.T / 2, ("lower", "all"): RAISE / 2, ("z", "all"): Z}


def site_tensor():
    """W(w,s,t,v): from state w to v, <s| operator |t>."""
    tensor = numpy.zeros((5, 2, 2, 5))
    for (before, after), matrix in STEPS.items():
        tensor[STATES.index(before), :, :, STATES.index(after)] = matrix
    return tensor


def environments(tensor):
    """L(a,w,b) and R(a,w,b): what the spins of each side contribute, in the basis of all their states."""
    left = numpy.zeros((1, 5, 1))
    left[0, STATES.index("none"), 0] = 1
    right = numpy.zeros((1, 5, 1))
    right[0, STATES.index("all"), 0] = 1
    for spins in range(SIDE):
        shape = (2 << spins, 5, 2 << spins)
        left = numpy.einsum("awb,wstv->asvbt", left, tensor).reshape(shape)
        right = numpy.einsum("wstv,avb->sawtb", tensor, right).reshape(shape)
    return left, right


def side_basis():
    """The states of one side in the order of their charges, the charges, and how many states each has."""
    charges = numpy.zeros(1, int)
    for _ in range(SIDE):
        charges = (charges[:, None] + SPIN).ravel()
    order = numpy.argsort(-charges, kind="stable")
    found, counts = numpy.unique(-charges, return_counts=True)
    return order, (-found).tolist(), counts.tolist()


def blocks_of(dense, modes, signs):
    """The blocks that conserve the charge; there is nothing in the others."""
    sections = [extents for _, extents in modes]
    allowed = ttgt.BlockArray.from_charges(sections, [charges for charges, _ in modes], signs)
    tensor = ttgt.BlockArray.from_dense(dense, sections, list(allowed))
    assert numpy.array_equal(tensor.to_dense(), dense)
    return tensor


def lanczos(apply, start, steps=40):
    """The lowest eigenvalue and its vector."""
    vectors = [start / numpy.linalg.norm(start)]
    diagonal, beside = [], []
    for _ in range(min(steps, start.size)):
        image = apply(vectors[-1])
        diagonal.append(vectors[-1] @ image)
        for _ in range(2):
            for vector in vectors:
                image -= (vector @ image) * vector
        beside.append(numpy.linalg.norm(image))
        if beside[-1] < 1e-10:
            break
        vectors.append(image / beside[-1])
    small = numpy.diag(diagonal) + numpy.diag(beside[: len(diagonal) - 1], 1) + numpy.diag(beside[: len(diagonal) - 1], -1)
    energies, states = numpy.linalg.eigh(small)
    return energies[0], sum(weight * vector for weight, vector in zip(states[:, 0], vectors))


class Theta:
    """The state of the two sites and both sides, theta(b,s,t,c), whose blocks are parts of one vector."""

    def __init__(self, side, spin):
        self.sections = [extents for _, extents in (side, spin, spin, side)]
        self.allowed = list(ttgt.BlockArray.from_charges(self.sections, [side[0], spin[0], spin[0], side[0]]))
        shapes = [tuple(mode[place] for mode, place in zip(self.sections, each)) for each in self.allowed]
        self.parts = list(zip(self.allowed, shapes, numpy.cumsum([0] + [int(numpy.prod(shape)) for shape in shapes])))
        self.size = int(sum(numpy.prod(shape) for shape in shapes))

    def tensor(self, vector):
        return ttgt.BlockArray({place: vector[begin : begin + int(numpy.prod(shape))].reshape(shape)
                                for place, shape, begin in self.parts}, self.sections)


def singular_values(theta):
    """Of the bond between the two sites: one matrix for each charge of the left half."""
    halves = {}
    for (b, s, t, c), block in theta.items():
        halves.setdefault(theta_charge(b, s), {})[(b, s), (t, c)] = block.reshape(-1, block.shape[2] * block.shape[3])
    values = []
    for blocks in halves.values():
        rows = sorted({row for row, _ in blocks})
        columns = sorted({column for _, column in blocks})
        values.append(numpy.linalg.svd(numpy.block([[blocks[row, column] for column in columns] for row in rows]),
                                       compute_uv=False))
    return numpy.sort(numpy.concatenate(values))[::-1]


def theta_charge(b, s):
    return side_basis()[1][b] + SPIN[s]


def dense_chain(tensor):
    """The Hamiltonian of all spins."""
    chain = numpy.zeros((1, 5, 1))
    chain[0, STATES.index("none"), 0] = 1
    for _ in range(2 * SIDE + 2):
        rows = 2 * chain.shape[0]
        chain = numpy.einsum("awb,wstv->asvbt", chain, tensor).reshape(rows, 5, rows)
    return chain[:, STATES.index("all"), :]


def main():
    site = site_tensor()
    order, charges, counts = side_basis()
    side, spin = (charges, counts), (SPIN, [1, 1])
    bond = (list(BOND), [len(states) for states in BOND.values()])
    left, right = (each[order][:, :, order] for each in environments(site))
    left = blocks_of(left, [side, bond, side], [1, -1, -1])
    right = blocks_of(right, [side, bond, side], [1, 1, -1])
    site = blocks_of(site, [bond, spin, spin, bond], [1, 1, -1, -1])
    theta = Theta(side, spin)

    def apply(vector):
        product = ttgt.einsum("awb,bstc->awstc", left, theta.tensor(vector))
        product = ttgt.einsum("awstc,wusv->avutc", product, site)
        product = ttgt.einsum("avutc,vxtw->awuxc", product, site)
        image = numpy.empty_like(vector)
        ttgt.contract("D(a,u,x,d)=L(a,w,u,x,c)*R(d,w,c)", theta.tensor(image), product, right)
        return image

    energy, state = lanczos(apply, numpy.random.default_rng(1).uniform(-1, 1, theta.size))

    energies, states = numpy.linalg.eigh(dense_chain(site.to_dense()))
    halves = numpy.linalg.svd(states[:, 0].reshape(2 ** (SIDE + 1), -1), compute_uv=False)
    values = singular_values(theta.tensor(state))
    print(f"{len(theta.allowed)} blocks, {theta.size} of {2 ** (2 * SIDE + 2)} elements")
    print(f"energy {energy:.12f}, dense {energies[0]:.12f}")
    assert abs(energy - energies[0]) < 1e-10
    assert numpy.allclose(values, halves[: values.size], atol=1e-7) and numpy.allclose(halves[values.size :], 0, atol=1e-7)


if __name__ == "__main__":
    main()
