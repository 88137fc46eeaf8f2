// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/ladder.h"

#include <algorithm>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {
namespace {

/// At least `occupied` pairs, the longest run there is.
std::int64_t most_pairs(const Memory& memory, std::int64_t virtuals, std::int64_t occupied) {
    const std::int64_t all = pair_count(occupied);
    if (memory.limit() == ttgt::unlimited) return all;
    const std::int64_t bytes_per_pair =
        2 * virtuals * virtuals * static_cast<std::int64_t>(sizeof(double));
    const std::int64_t affordable = (memory.limit() - memory.held_bytes()) / 2 / bytes_per_pair;
    return std::clamp(affordable, occupied, all);
}

/// The pairs of a run where they lie in an array (a,b,i,j), as (a,b,x).
ttgt::TensorView pairs_of(const ttgt::TensorView& array, std::int64_t first, std::int64_t stride,
                          std::int64_t count) {
    const ttgt::Layout& whole = array.layout();
    const std::int64_t pair_stride = whole.strides[2];
    ttgt::Layout layout{{whole.extents[0], whole.extents[1], count},
                        {whole.strides[0], whole.strides[1], stride * pair_stride}};
    double* const data = static_cast<double*>(array.data()) + first * pair_stride;
    return {array.dtype(), std::move(layout), data, array.space()};
}

}  // namespace

ParticleLadder::ParticleLadder(Engine& compute, const Tensor& vvvv, std::int64_t occupied)
    : compute_(compute),
      vvvv_(vvvv),
      slices_(make_slices(occupied, most_pairs(compute.memory(), vvvv.extent(0), occupied))),
      packed_(compute.memory(), {vvvv.extent(0), vvvv.extent(0), largest(slices_)}),
      product_(compute.memory(), {vvvv.extent(0), vvvv.extent(0), largest(slices_)}) {}

std::vector<ParticleLadder::Slice> ParticleLadder::make_slices(std::int64_t occupied,
                                                               std::int64_t most_pairs) {
    std::vector<Slice> slices{{}};
    const auto append = [&](const Run& run) {
        if (pairs_in(slices.back()) + run.count > most_pairs) slices.emplace_back();
        slices.back().push_back(run);
    };
    append({.first = 0, .stride = occupied + 1, .count = occupied, .weight = 0.5});
    for (std::int64_t j = 1; j < occupied; ++j) {
        append({.first = j * occupied, .stride = 1, .count = j, .weight = 1.0});
    }
    return slices;
}

std::int64_t ParticleLadder::pairs_in(const Slice& slice) {
    std::int64_t pairs = 0;
    for (const Run& run : slice) pairs += run.count;
    return pairs;
}

std::int64_t ParticleLadder::largest(const std::vector<Slice>& slices) {
    std::int64_t pairs = 0;
    for (const Slice& slice : slices) pairs = std::max(pairs, pairs_in(slice));
    return pairs;
}

void ParticleLadder::add(const ttgt::TensorView& tau, const ttgt::TensorView& x) {
    compute_.set_kind("particle ladder");
    for (const Slice& slice : slices_) add_slice(slice, tau, x);
}

void ParticleLadder::add_slice(const Slice& slice, const ttgt::TensorView& tau,
                               const ttgt::TensorView& x) {
    const std::int64_t pairs = pairs_in(slice);
    const ttgt::TensorView packed = range(packed_, 2, 0, pairs);
    const ttgt::TensorView product = range(product_, 2, 0, pairs);
    std::int64_t first = 0;
    for (const Run& run : slice) {
        compute_("packed(e,f,x)=tau(e,f,x)", range(packed, 2, first, run.count),
                 pairs_of(tau, run.first, run.stride, run.count), run.weight);
        first += run.count;
    }
    compute_("product(a,b,x)=V(a,b,e,f)*packed(e,f,x)", product, vvvv_, packed);
    first = 0;
    for (const Run& run : slice) {
        compute_("X(a,b,x)+=product(a,b,x)", pairs_of(x, run.first, run.stride, run.count),
                 range(product, 2, first, run.count));
        first += run.count;
    }
}

}  // namespace ccsd
