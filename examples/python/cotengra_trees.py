# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""cotengra and ttgt: a tree of cotengra, its slices contracted by ttgt, and the whole of it as ttgt's path.

The network is the partition function of the Ising model on a square lattice with open edges.
"""

import cotengra
import numpy

import ttgt

SIDE = 6
COUPLING = 0.4


def lattice():
    """The tensors, their labels, and the extents of all labels."""
    root = numpy.linalg.cholesky(numpy.exp(COUPLING * numpy.array([[1.0, -1.0], [-1.0, 1.0]])))
    arrays, labels = [], []
    for x in range(SIDE):
        for y in range(SIDE):
            here = [(x, y, "right"), (x, y, "down"), (x - 1, y, "right"), (x, y - 1, "down")]
            here = [(i, j, way) for i, j, way in here
                    if 0 <= i < SIDE - (way == "right") and 0 <= j < SIDE - (way == "down")]
            tensor = sum(root_product(root[spin], len(here)) for spin in range(2))
            arrays.append(tensor)
            labels.append(tuple(f"{way} {i} {j}" for i, j, way in here))
    return arrays, labels


def root_product(row, rank):
    tensor = numpy.ones(())
    for _ in range(rank):
        tensor = numpy.multiply.outer(tensor, row)
    return tensor


def transfer_matrices():
    """The same number by matrices that add a row of spins each."""
    spins = numpy.array([[1 - 2 * (state >> bit & 1) for bit in range(SIDE)] for state in range(1 << SIDE)])
    within = numpy.exp(COUPLING * (spins[:, 1:] * spins[:, :-1]).sum(axis=1))
    between = numpy.exp(COUPLING * spins @ spins.T)
    vector = within.copy()
    for _ in range(SIDE - 1):
        vector = within * (between @ vector)
    return vector.sum()


def main():
    arrays, labels = lattice()
    tree = cotengra.array_contract_tree(labels, (), shapes=[array.shape for array in arrays], optimize="greedy")

    whole = tree.contract(arrays, backend="ttgt")

    sliced = tree.slice(target_slices=8)
    parts = [sliced.contract_slice(arrays, number, backend="ttgt") for number in range(sliced.nslices)]

    # ttgt numbers labels as NumPy does, and takes the tree for its order of products.
    numbers = {label: number for number, label in enumerate(dict.fromkeys(label for each in labels for label in each))}
    operands = [part for array, each in zip(arrays, labels) for part in (array, [numbers[label] for label in each])]
    along = ttgt.einsum(*operands, [], optimize=tree)

    expected = transfer_matrices()
    assert numpy.allclose([whole, sum(parts), along], expected, rtol=1e-12)
    print(f"log Z {numpy.log(expected):.12f} from {len(arrays)} tensors, whole and in {sliced.nslices} slices")


if __name__ == "__main__":
    main()
