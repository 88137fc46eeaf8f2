// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/over_ranks/distributed_diis.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "examples/ccsd/amplitudes/diis.h"

namespace ccsd {

DistributedDiis::DistributedDiis(ttgt::Communicator& ranks,
                                 const std::vector<ttgt::DistributedLayout>& layouts,
                                 std::size_t most)
    : ranks_(ranks), slots_(most), overlaps_(most * most) {
    for (Slot& slot : slots_) {
        for (Tensors* tensors : {&slot.vector, &slot.error}) {
            for (const ttgt::DistributedLayout& layout : layouts) {
                tensors->emplace_back(ranks, layout.dtype, layout.extents, layout.distribution);
            }
        }
    }
}

double DistributedDiis::push() {
    const std::size_t slot = next_;
    count_ = std::max(count_, slot + 1);
    next_ = (slot + 1) % slots_.size();
    for (std::size_t other = 0; other < count_; ++other) {
        const double overlap = product(slots_[slot], slots_[other]);
        overlaps_[slot + slots_.size() * other] = overlap;
        overlaps_[other + slots_.size() * slot] = overlap;
    }
    return std::sqrt(overlaps_[slot + slots_.size() * slot]);
}

void DistributedDiis::extrapolate(const std::vector<ttgt::DistributedTensor*>& result) const {
    std::vector<double> in_use;
    for (std::size_t slot = 0; slot < count_; ++slot) {
        for (std::size_t other = 0; other < count_; ++other) {
            in_use.push_back(overlaps_[other + slots_.size() * slot]);
        }
    }
    const std::vector<double> weights =
        diis_coefficients(in_use, static_cast<std::int64_t>(count_));
    for (std::size_t tensor = 0; tensor < result.size(); ++tensor) {
        const std::span<double> to = elements(*result[tensor]);
        std::fill(to.begin(), to.end(), 0.0);
        for (std::size_t slot = 0; slot < count_; ++slot) {
            const std::span<const double> from = elements(slots_[slot].vector[tensor]);
            for (std::size_t i = 0; i < to.size(); ++i) to[i] += weights[slot] * from[i];
        }
    }
}

std::int64_t DistributedDiis::held_bytes() const {
    std::int64_t bytes = 0;
    for (const Slot& slot : slots_) {
        for (const Tensors* tensors : {&slot.vector, &slot.error}) {
            for (const ttgt::DistributedTensor& tensor : *tensors) {
                bytes += ccsd::held_bytes(tensor);
            }
        }
    }
    return bytes;
}

double DistributedDiis::product(const Slot& a, const Slot& b) const {
    double sum = 0;
    for (std::size_t tensor = 0; tensor < a.error.size(); ++tensor) {
        sum += ttgt::dot(ranks_, a.error[tensor], b.error[tensor]).real();
    }
    return sum;
}

std::int64_t held_bytes(const ttgt::DistributedTensor& tensor) {
    return ttgt::volume(tensor.part()) * static_cast<std::int64_t>(sizeof(double));
}

std::span<double> elements(ttgt::DistributedTensor& tensor) {
    return {static_cast<double*>(tensor.data()),
            static_cast<std::size_t>(ttgt::volume(tensor.part()))};
}

std::span<const double> elements(const ttgt::DistributedTensor& tensor) {
    return {static_cast<const double*>(tensor.data()),
            static_cast<std::size_t>(ttgt::volume(tensor.part()))};
}

}  // namespace ccsd
