// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/fock_matrix.h"

#include <cstdint>

#include <Eigen/Core>

namespace ccsd {

std::vector<double> fock_matrix(const Hamiltonian& h, const std::vector<double>& density) {
    using Matrix = Eigen::MatrixXd;
    const std::int64_t n = h.orbitals;
    const Eigen::Map<const Matrix> d(density.data(), n, n);
    Matrix half = Matrix::Zero(n, n);  // 2 J - K is this and its transpose
    const double* integral = h.two_body.data();
    for (std::int64_t p = 0; p < n; ++p) {
        for (std::int64_t q = 0; q <= p; ++q) {
            for (std::int64_t r = 0; r <= p; ++r) {
                const std::int64_t last = r == p ? q : r;
                for (std::int64_t s = 0; s <= last; ++s) {
                    // Equal indices make some of the eight equal integrals the same one.
                    const double v = *integral++ * (p == q ? 0.5 : 1.0) * (r == s ? 0.5 : 1.0) *
                                     (p == r && q == s ? 0.5 : 1.0);
                    half(q, p) += 4 * v * d(s, r);
                    half(s, r) += 4 * v * d(q, p);
                    half(r, p) -= v * d(s, q);
                    half(s, p) -= v * d(r, q);
                    half(r, q) -= v * d(s, p);
                    half(s, q) -= v * d(r, p);
                }
            }
        }
    }
    std::vector<double> fock(h.one_body);
    Eigen::Map<Matrix>(fock.data(), n, n) += half + half.transpose();
    return fock;
}

}  // namespace ccsd
