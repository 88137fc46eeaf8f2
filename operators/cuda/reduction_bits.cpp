// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/reduction_bits.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <fmt/format.h>

#include "operators/problem/real_values.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

int bits_of(std::int64_t power_of_two) {
    return std::countr_zero(static_cast<std::uint64_t>(power_of_two));
}

}  // namespace

ReductionBits::ReductionBits(const OperatorProblem& problem, const OperatorTile& tile, int vector)
    : vector_bits_(bits_of(vector)), warp_bit_(vector_bits_ + lane_bits) {
    for (const TileMode& each : tile.modes) {
        const int count = bits_of(each.length);
        modes_.push_back({total_, count, !problem.modes[each.mode].is_reduced});
        total_ += count;
    }
}

int ReductionBits::mask(int first, int last, bool is_kept) const {
    int result = 0;
    for (const ModeBits& mode : modes_) {
        if (mode.is_kept != is_kept) continue;
        const int begin = std::max(mode.first, first);
        const int end = std::min(mode.first + mode.count, last);
        for (int bit = begin; bit < end; ++bit) result |= 1 << (bit - first);
    }
    return result;
}

std::string ReductionBits::gathered(const std::string& variable, int mask) {
    std::string text;
    int to = 0;
    for (int bit = 0; mask >> bit != 0; ++bit) {
        if ((mask >> bit & 1) == 0) continue;
        text += fmt::format("{}({} >> {} & 1) << {}", text.empty() ? "" : " | ", variable, bit, to);
        ++to;
    }
    return text.empty() ? "0" : text;
}

int ReductionBits::accumulators() const {
    const int kept_items = mask(warp_bit_ + warp_bits, total_, true);
    const int kept_places = mask(0, vector_bits_, true);
    return 1 << (std::popcount(static_cast<unsigned>(kept_items)) +
                 std::popcount(static_cast<unsigned>(kept_places)));
}

std::string ReductionBits::accumulator() const {
    const int places = mask(0, vector_bits_, true);
    const std::string item = gathered("item", mask(warp_bit_ + warp_bits, total_, true));
    return places == 0 ? item : fmt::format("({}) * {} + k", item, places + 1);
}

std::int64_t ReductionBits::warp_rows() const {
    const int reduced = mask(warp_bit_, warp_bit_ + warp_bits, false);
    return std::int64_t{1} << std::popcount(static_cast<unsigned>(reduced));
}

std::string ReductionBits::warp_row() const {
    return gathered("warp", mask(warp_bit_, warp_bit_ + warp_bits, false));
}

std::int64_t kept_volume(const OperatorTile& tile, const OperatorProblem& problem) {
    std::int64_t product = 1;
    for (const TileMode& each : tile.modes) {
        if (!problem.modes[each.mode].is_reduced) product *= each.length;
    }
    return product;
}

DType wide_dtype(const OperatorProblem& problem) {
    if (problem.reduction == Reduction::max || problem.reduction == Reduction::min) {
        return real_of(problem.compute);
    }
    return has_real_sums(problem) ? DType::float64 : DType::complex128;
}

std::int64_t joined_elements(std::int64_t kept) {
    constexpr std::int64_t most = 16;
    return std::min(kept, most);
}

std::vector<std::size_t> kept_order(const OperatorTile& tile, const OperatorProblem& problem) {
    std::vector<std::size_t> order;
    for (const std::size_t i : reading_order(problem, tile, 0)) {
        if (!problem.modes[tile.modes[i].mode].is_reduced) order.push_back(i);
    }
    return order;
}

}  // namespace ttgt::cuda
