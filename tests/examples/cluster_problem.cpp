// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/cluster_problem.h"

#include <cstddef>

#include <Eigen/Eigenvalues>

namespace ccsd::test {
namespace {

std::vector<double> identity(std::int64_t size) {
    std::vector<double> matrix(static_cast<std::size_t>(size * size), 0.0);
    for (std::int64_t i = 0; i < size; ++i) matrix[static_cast<std::size_t>(i * (size + 1))] = 1.0;
    return matrix;
}

/// Where orbital `p` of copy `copy` goes: occupied ones of both copies before all virtual ones.
std::int64_t place(const Hamiltonian& one, std::int64_t p, std::int64_t copy) {
    const std::int64_t o = one.occupied();
    if (p < o) return p + copy * o;
    return 2 * o + (p - o) + copy * (one.orbitals - o);
}

}  // namespace

ClusterProblem::ClusterProblem(const Hamiltonian& hamiltonian, const EngineOptions& options)
    : memory(options.device),
      compute(memory, options),
      integrals(transform_integrals(compute, hamiltonian, identity(hamiltonian.orbitals))),
      arranged(compute, integrals) {}

double determinant_energy(const Hamiltonian& hamiltonian) {
    double energy = hamiltonian.core_energy;
    for (std::int64_t i = 0; i < hamiltonian.occupied(); ++i) {
        energy += 2 * hamiltonian.kinetic_and_attraction(i, i);
        for (std::int64_t j = 0; j < hamiltonian.occupied(); ++j) {
            energy += 2 * hamiltonian.repulsion(i, i, j, j) - hamiltonian.repulsion(i, j, i, j);
        }
    }
    return energy;
}

double exact_two_electron_energy(const Hamiltonian& hamiltonian) {
    const std::int64_t n = hamiltonian.orbitals;
    Eigen::MatrixXd matrix(n * n, n * n);  // first electron's orbital p, second's q: p + n q
    for (std::int64_t row = 0; row < n * n; ++row) {
        for (std::int64_t column = 0; column < n * n; ++column) {
            const std::int64_t p = row % n;
            const std::int64_t q = row / n;
            const std::int64_t r = column % n;
            const std::int64_t s = column / n;
            double element = hamiltonian.repulsion(p, r, q, s);
            if (q == s) element += hamiltonian.kinetic_and_attraction(p, r);
            if (p == r) element += hamiltonian.kinetic_and_attraction(q, s);
            matrix(row, column) = element;
        }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
    return hamiltonian.core_energy + solver.eigenvalues()[0];
}

Hamiltonian two_apart(const Hamiltonian& one) {
    Hamiltonian two = make_hamiltonian(2 * one.orbitals, 2 * one.electrons);
    two.core_energy = 2 * one.core_energy;
    for (std::int64_t copy = 0; copy < 2; ++copy) {
        for (std::int64_t p = 0; p < one.orbitals; ++p) {
            for (std::int64_t q = 0; q < one.orbitals; ++q) {
                const std::int64_t pp = place(one, p, copy);
                const std::int64_t qq = place(one, q, copy);
                two.one_body[static_cast<std::size_t>(pp + two.orbitals * qq)] =
                    one.kinetic_and_attraction(p, q);
                for (std::int64_t r = 0; r < one.orbitals; ++r) {
                    for (std::int64_t s = 0; s < one.orbitals; ++s) {
                        const std::int64_t target =
                            pair_index(pair_index(pp, qq),
                                       pair_index(place(one, r, copy), place(one, s, copy)));
                        two.two_body[static_cast<std::size_t>(target)] = one.repulsion(p, q, r, s);
                    }
                }
            }
        }
    }
    return two;
}

}  // namespace ccsd::test
