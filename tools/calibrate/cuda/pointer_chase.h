// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

namespace ttgt::tool {

/// A chase through memory: every line holds the number of the next one, all `lines` (a power of
/// two, at least 4) in one ring. Full period by the theorem of Hull and Dobell (1962); neighbours
/// in the ring are far from each other in memory.
struct ChaseRing {
    std::uint32_t lines = 4;

    [[nodiscard]] constexpr std::uint32_t next(std::uint32_t line) const {
        constexpr std::uint32_t factor = 1664525;  // 1 modulo 4
        constexpr std::uint32_t step = 1013904223;
        return (factor * line + step) & (lines - 1);
    }
};

inline constexpr std::int64_t chase_line_bytes = 128;

/// Writes the ring into `memory`, lines * chase_line_bytes long. All enqueue on a stream of the
/// current device, do not wait, and throw DeviceError.
void link_ring(void* memory, const ChaseRing& ring, Stream stream);
/// One thread goes `hops` lines on from the one that `cursor` (device memory) holds the number of,
/// which it then sets to the last: the next chase meets lines that no cache holds, if the ring is
/// long enough.
void chase(const void* memory, int hops, std::uint32_t* cursor, Stream stream);
/// A kernel that does nothing.
void launch_nothing(Stream stream);

}  // namespace ttgt::tool
