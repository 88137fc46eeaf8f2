// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "transpose/cpu/tile.h"

namespace ttgt::tile_cost {

// What a tile costs, in nanoseconds of one core. The models rank candidates; no result depends on
// them.

constexpr double line_bytes = static_cast<double>(cache_line_bytes);
constexpr double line_ns = 4.5;  // to read one cache line and write one, both sides busy

inline double to_double(std::int64_t value) { return static_cast<double>(value); }

/// 0 up to the capacity, then growing by `share` each time the size doubles.
inline double crowding(double size, double capacity, double share) {
    return share * std::max(0.0, std::log2(size / capacity));
}

/// Elements of the input that follow each other in a tile, as input_pieces says, but this runs for
/// every candidate; `last` is the mode in which they do, if there is one.
struct ContiguousInput {
    std::int64_t elements = 1;
    const BlockedMode* last = nullptr;
};
[[nodiscard]] ContiguousInput contiguous_input(const CpuTile& tile);

/// All tiles of a problem that is written by non-temporal stores; and of one that is stored through
/// the caches.
[[nodiscard]] double streamed_ns(const TransposeProblem& problem, const CpuTile& tile);
[[nodiscard]] double cached_ns(const TransposeProblem& problem, const CpuTile& tile);

}  // namespace ttgt::tile_cost
