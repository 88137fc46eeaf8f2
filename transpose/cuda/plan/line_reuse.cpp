// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/line_reuse.h"

#include <algorithm>
#include <cstdlib>

namespace ttgt::cuda {
namespace {

/// Bytes that may be read and written before L2 loses a line: about half of its size. On an H200,
/// fetching whole lines gained up to 24 MB and lost beyond.
constexpr double kept_bytes = 24e6;

/// Whether pieces of `piece` units begin or end within the two sectors that memory moves at once.
bool split_lines(const Shape& shape, std::int64_t piece) {
    constexpr std::int64_t moved = 2 * sector_bytes;
    const auto splits = [&](std::int64_t units) { return units * shape.unit_bytes % moved != 0; };
    return splits(piece) ||
           std::any_of(shape.modes.begin(), shape.modes.end(), [&](const Mode<2>& mode) {
               return std::abs(mode.strides[input]) != 1 && splits(mode.strides[input]);
           });
}

/// Bytes that are read and written before the loop `next` makes a step.
double bytes_before(const std::vector<Loop>& order, std::vector<Loop>::const_iterator next,
                    const Pieces& pieces) {
    double bytes = 2.0 * static_cast<double>(pieces.tile_bytes);
    for (auto loop = order.begin(); loop != next; ++loop) {
        bytes *= static_cast<double>(loop->extent);
    }
    return bytes;
}

}  // namespace

bool leads_on(const Shape& shape, std::span<const std::size_t> modes, std::int64_t piece) {
    return std::any_of(modes.begin(), modes.end(), [&](std::size_t m) {
        return std::abs(shape.modes[m].strides[input]) == piece;
    });
}

bool bring_near(std::vector<Loop>& order, const Shape& shape, const Pieces& pieces) {
    // Extent up to which a loop is moved; a longer loop would delay the rest of the output's rows
    // too much.
    constexpr std::int64_t longest = 32;
    const auto next = std::find_if(order.begin(), order.end(), [&](const Loop& loop) {
        return loop.extent > 1 && std::abs(loop.in_stride) == pieces.units;
    });
    if (next == order.end()) return pieces.adjoin;
    if (bytes_before(order, next, pieces) <= kept_bytes) return true;
    if (next->extent > longest || !split_lines(shape, pieces.units)) return false;
    std::rotate(order.begin(), next, next + 1);
    return true;
}

}  // namespace ttgt::cuda
