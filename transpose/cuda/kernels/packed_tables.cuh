// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

// The packed kernel has tables in shared memory: of the rows of its tile, and of the places of the
// elements of a run. This file computes their entries.

/// A row of a packed tile: where the row begins in its array (input or output), and where it is
/// staged in shared memory.
struct TileRow {
    /// Bytes of the array from the tile's first element to the row's.
    std::int64_t offset;
    /// Elements of shared memory from the tile's first element to the row's.
    std::int32_t staged;
    /// Bit c is set where the row does not exist in tiles that have partial block c.
    std::uint32_t absent;
};

/// The row with number `number`, whose digits are those of `digits`.
__device__ inline TileRow find_row(const TileDigits& digits, std::uint32_t number) {
    TileRow row{};
    for (int m = 0; m < digits.modes; ++m) {
        const TileDigit& mode = digits.mode[m];
        const std::uint32_t above = quotient(number, mode.extent);
        const std::uint32_t digit = number - above * mode.extent.value;
        row.offset += digit * mode.stride;
        row.staged += static_cast<std::int32_t>(digit) * mode.staged;
        if (mode.partial >= 0 && digit >= mode.rest) row.absent |= 1U << mode.partial;
        number = above;
    }
    return row;
}

/// Finds the places in shared memory of successive elements of a run. A step along the two fastest
/// modes is an addition; where both end, the digits are computed again.
class RunWalk {
public:
    /// Begins at element `number` of the run.
    __device__ RunWalk(const TileDigits& digits, std::uint32_t number)
        : digits_(digits), number_(number), place_(find_row(digits, number).staged) {
        const std::uint32_t above = quotient(number, digits.mode[0].extent);
        digit_[0] = number - above * digits.mode[0].extent.value;
        digit_[1] = above - quotient(above, digits.mode[1].extent) * digits.mode[1].extent.value;
    }

    /// Elements of shared memory from the run's first element to the present one.
    [[nodiscard]] __device__ std::uint16_t place() const {
        return static_cast<std::uint16_t>(place_);
    }

    /// Goes to the next element.
    __device__ void step() {
        const TileDigit& fastest = digits_.mode[0];
        const TileDigit& next = digits_.mode[1];
        ++number_;
        place_ += fastest.staged;
        if (++digit_[0] < fastest.extent.value) return;
        digit_[0] = 0;
        place_ += next.staged - static_cast<std::int32_t>(fastest.extent.value) * fastest.staged;
        if (++digit_[1] < next.extent.value) return;
        digit_[1] = 0;
        place_ = find_row(digits_, number_).staged;
    }

private:
    const TileDigits& digits_;
    /// The number of the present element in the run.
    std::uint32_t number_;
    /// The place of the present element in shared memory.
    std::int32_t place_;
    /// The digits of the two fastest modes.
    std::uint32_t digit_[2];
};

/// Fills in the table of a run of `length` elements: element i's place in shared memory. A long run
/// is filled in vectors, up to the end of the last vector.
__device__ inline void fill_run(const TileDigits& digits, int length, std::uint16_t* places) {
    constexpr int together = static_cast<int>(vector_bytes) / static_cast<int>(sizeof(*places));
    // Shorter runs are filled one by one: in vectors, most threads would wait for a few.
    constexpr int long_run = 384;
    const int t = static_cast<int>(threadIdx.x);
    if (length < long_run) {
        for (int i = t; i < length; i += packed_threads) {
            places[i] = static_cast<std::uint16_t>(find_row(digits, i).staged);
        }
        return;
    }
    for (int first = together * t; first < length; first += together * packed_threads) {
        RunWalk walk(digits, first);
        Vector<std::uint16_t, together> found;
#pragma unroll
        for (int e = 0; e < together; ++e) {
            found.element[e] = walk.place();
            walk.step();
        }
        *reinterpret_cast<Vector<std::uint16_t, together>*>(places + first) = found;
    }
}

}  // namespace ttgt::cuda
