// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <cstdint>

#include <fmt/format.h>

#include "contraction/cuda/direct/direct_arguments.h"
#include "src/core/modes.h"
#include "src/core/rounding.h"
#include "transpose/cuda/plan/loops.h"

namespace ttgt::cuda {

/// The largest number that kernels divide in 32 bits, and the most blocks of a launch.
inline constexpr std::int64_t most_short_position = (std::int64_t{1} << 31) - 1;

/// 1 where so many positions need numbers of 64 bits, else 0.
inline std::int32_t is_wide(std::int64_t positions) {
    return positions > most_short_position ? 1 : 0;
}

/// Writes `modes` as the digits of a position to `to`; returns how many digits there are.
inline std::int32_t fill_modes(const Modes<3>& modes, PositionMode* to) {
    std::int32_t filled = 0;
    for (const Mode<3>& mode : modes) {
        PositionMode& digit = to[filled++];
        digit.extent = mode.extent;
        // Where a mode has 2^31 positions or more, kernels do not use this divisor (is_wide is 1).
        digit.divide = divide_by(mode.extent <= most_short_position ? mode.extent : 1);
        for (std::size_t operand = 0; operand < 3; ++operand) {
            digit.stride[operand] = mode.strides[operand];
        }
    }
    return filled;
}

/// Counts a mode in units of `unit` elements: extent and strides become those of units. The last
/// unit may have fewer elements.
inline void in_units(Mode<3>& mode, int unit) {
    mode.extent = divide_up(mode.extent, unit);
    for (std::int64_t& stride : mode.strides) stride *= unit;
}

/// Number of blocks that have `units_per_block` units each, the last one perhaps fewer. Throws
/// Unsupported where a launch cannot have that many blocks.
inline std::int64_t count_blocks(std::int64_t units, std::int64_t units_per_block) {
    const std::int64_t blocks = divide_up(units, units_per_block);
    if (blocks > most_short_position) {
        throw Unsupported(fmt::format("{} blocks of threads are beyond any launch", blocks));
    }
    return blocks;
}

}  // namespace ttgt::cuda
