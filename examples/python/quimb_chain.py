# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""quimb and ttgt: the energy of a matrix product state, each product by ttgt."""

import quimb.tensor as qtn

import ttgt  # noqa: F401  (quimb finds it by its name)

SITES = 8


def energy(state, hamiltonian):
    """<state| hamiltonian |state>."""
    bra = state.H
    qtn.tensor_network_align(state, hamiltonian, bra, inplace=True)
    return (bra & hamiltonian & state).contract(output_inds=(), optimize="greedy")


def main():
    state = qtn.MPS_rand_state(SITES, bond_dim=12, seed=1)
    hamiltonian = qtn.MPO_ham_heis(SITES)
    plain = energy(state.copy(), hamiltonian.copy())

    with qtn.contract_backend("ttgt"):  # of all contractions in this block
        over = energy(state.copy(), hamiltonian.copy())

    vector, matrix = (each.to_dense(optimize="greedy") for each in (state, hamiltonian))
    exact = (vector.conj().T @ matrix @ vector).item()
    assert abs(over - plain) < 1e-11 and abs(over - exact) < 1e-10
    print(f"energy {over:.10f} of {SITES} sites")


if __name__ == "__main__":
    main()
