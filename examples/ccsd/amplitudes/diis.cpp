// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/diis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Eigenvalues>

namespace ccsd {
namespace {

/// The one value `index` of the last mode, as a tensor without it.
ttgt::TensorView column(const Tensor& matrix, std::int64_t index) {
    const std::int64_t size = matrix.extent(0);
    const ttgt::TensorView whole = matrix;
    return {whole.dtype(), ttgt::packed({size}), matrix.data() + size * index, whole.space()};
}

}  // namespace

Diis::Diis(Engine& compute, std::int64_t size, std::int64_t most)
    : compute_(compute),
      vectors_(compute.memory(), {size, most}),
      errors_(compute.memory(), {size, most}),
      products_(compute.memory(), {most}),
      most_(most),
      overlaps_(static_cast<std::size_t>(most * most)) {}

ttgt::TensorView Diis::error() const { return column(errors_, next_); }

ttgt::TensorView Diis::vector() const { return column(vectors_, next_); }

double Diis::push() {
    const std::int64_t slot = next_;
    count_ = std::max(count_, slot + 1);
    next_ = (slot + 1) % most_;
    compute_.set_kind("DIIS");
    compute_("B(s)=errors(x,s)*e(x)", range(products_, 0, 0, count_), range(errors_, 1, 0, count_),
             column(errors_, slot));
    const std::vector<double> products = products_.to_host();
    for (std::int64_t other = 0; other < count_; ++other) {
        const double product = products[static_cast<std::size_t>(other)];
        overlaps_[static_cast<std::size_t>(slot + most_ * other)] = product;
        overlaps_[static_cast<std::size_t>(other + most_ * slot)] = product;
    }
    return std::sqrt(products[static_cast<std::size_t>(slot)]);
}

void Diis::extrapolate(const ttgt::TensorView& result) {
    const std::vector<double> weights = coefficients();
    const Tensor c(compute_.memory(), {count_}, weights.data());
    compute_.set_kind("DIIS");
    compute_("t(x)=vectors(x,s)*c(s)", result, range(vectors_, 1, 0, count_), c);
}

std::vector<double> Diis::coefficients() const {
    std::vector<double> in_use;
    for (std::int64_t slot = 0; slot < count_; ++slot) {
        const auto first = overlaps_.begin() + slot * most_;
        in_use.insert(in_use.end(), first, first + count_);
    }
    return diis_coefficients(in_use, count_);
}

std::vector<double> diis_coefficients(const std::vector<double>& overlaps, std::int64_t order) {
    constexpr double negligible = 1e-13;  // of a direction's share in normalised errors
    const Eigen::Map<const Eigen::MatrixXd> b(overlaps.data(), order, order);
    // Without an error there is nothing to gain from the other vectors.
    const Eigen::VectorXd norms = b.diagonal().cwiseSqrt();
    Eigen::Index exact = 0;
    if (norms.minCoeff(&exact) == 0.0) {
        std::vector<double> unit(static_cast<std::size_t>(order), 0.0);
        unit[static_cast<std::size_t>(exact)] = 1.0;
        return unit;
    }
    const Eigen::VectorXd scale = norms.cwiseInverse();
    const Eigen::MatrixXd normalised = scale.asDiagonal() * b * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(normalised);
    const Eigen::VectorXd share = solver.eigenvectors().transpose() * scale;
    Eigen::VectorXd c = Eigen::VectorXd::Zero(order);
    for (Eigen::Index mode = 0; mode < order; ++mode) {
        const double value = std::max(solver.eigenvalues()[mode], negligible);
        c += share[mode] / value * solver.eigenvectors().col(mode);
    }
    c = scale.asDiagonal() * c;
    c /= c.sum();
    return {c.data(), c.data() + order};
}

}  // namespace ccsd
