// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/rotation.h"

#include <cstddef>
#include <random>

#include <Eigen/Dense>

namespace ccsd::test {
namespace {

using Matrix = Eigen::MatrixXd;

Eigen::Map<const Matrix> as_matrix(const std::vector<double>& elements, std::int64_t rows) {
    return {elements.data(), rows, static_cast<Eigen::Index>(elements.size()) / rows};
}

/// Transforms the first index and makes it the last.
std::vector<double> transform_first(const std::vector<double>& tensor,
                                    const std::vector<double>& rotation, std::int64_t size) {
    std::vector<double> result(tensor.size());
    Eigen::Map<Matrix>(result.data(), static_cast<Eigen::Index>(tensor.size()) / size, size) =
        as_matrix(tensor, size).transpose() * as_matrix(rotation, size);
    return result;
}

}  // namespace

std::vector<double> random_rotation(std::int64_t size, unsigned seed) {
    std::mt19937_64 generator(seed);
    std::normal_distribution<double> normal;
    Matrix numbers(size, size);
    for (Eigen::Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = normal(generator);
    const Matrix rotation = numbers.householderQr().householderQ();
    return {rotation.data(), rotation.data() + rotation.size()};
}

Hamiltonian rotate(const Hamiltonian& hamiltonian, const std::vector<double>& rotation) {
    const std::int64_t n = hamiltonian.orbitals;
    Hamiltonian rotated = make_hamiltonian(n, hamiltonian.electrons);
    rotated.core_energy = hamiltonian.core_energy;
    rotated.one_body =
        transform_first(transform_first(hamiltonian.one_body, rotation, n), rotation, n);
    std::vector<double> two_body(static_cast<std::size_t>(n * n * n * n));
    unpack_two_body(hamiltonian, 0, n, two_body.data());
    for (int index = 0; index < 4; ++index) two_body = transform_first(two_body, rotation, n);
    for (std::int64_t p = 0; p < n; ++p) {
        for (std::int64_t q = 0; q <= p; ++q) {
            for (std::int64_t r = 0; r <= p; ++r) {
                for (std::int64_t s = 0; s <= (r == p ? q : r); ++s) {
                    const std::int64_t place = pair_index(pair_index(p, q), pair_index(r, s));
                    rotated.two_body[static_cast<std::size_t>(place)] =
                        two_body[static_cast<std::size_t>(p + n * (q + n * (r + n * s)))];
                }
            }
        }
    }
    return rotated;
}

}  // namespace ccsd::test
