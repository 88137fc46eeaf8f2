// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "transpose/cpu/tile.h"
#include "transpose/cpu/tile_rates.h"

namespace ttgt::tile_cost {

// The functions here predict what a tile costs, in nanoseconds of one core. They rank candidates;
// no result depends on them.

/// Bytes of a cache line.
constexpr double line_bytes = static_cast<double>(cache_line_bytes);
/// Nanoseconds to read one cache line and write one, with reads and writes at the same time.
constexpr double line_ns = 4.5;

inline double to_double(std::int64_t value) { return static_cast<double>(value); }

/// Share of the cost that is added where `size` exceeds `capacity`: 0 up to the capacity, then
/// `share` more each time the size doubles.
inline double crowding(double size, double capacity, double share) {
    return share * std::max(0.0, std::log2(size / capacity));
}

/// The elements of a tile that are contiguous in the input. It agrees with input_pieces(), but is
/// quicker to compute, because every candidate is priced.
struct ContiguousInput {
    /// Number of elements that follow each other in the input without a gap.
    std::int64_t elements = 1;
    /// The last mode along which they do; null where there is none.
    const BlockedMode* last = nullptr;
};
/// The elements of a tile that are contiguous in the input.
[[nodiscard]] ContiguousInput contiguous_input(const CpuTile& tile);

/// Predicted nanoseconds of one core for all tiles of a problem that is written by non-temporal
/// stores.
[[nodiscard]] double streamed_ns(const TransposeProblem& problem, const CpuTile& tile,
                                 const StreamedRates& rates = streamed_rates);
/// Predicted nanoseconds of one core for all tiles of a problem that is stored through the caches.
[[nodiscard]] double cached_ns(const TransposeProblem& problem, const CpuTile& tile,
                               const CachedRates& rates = cached_rates);

}  // namespace ttgt::tile_cost
