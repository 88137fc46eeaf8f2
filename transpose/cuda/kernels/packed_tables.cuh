// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

// Tables of the packed kernel in shared memory.

/// A row of a tile: where it starts from the tile's first element, and where it is staged.
struct TileRow {
    std::int64_t offset;     ///< bytes
    std::int32_t staged;     ///< elements
    std::uint32_t cut_away;  ///< bit c: not there where cut c applies
};

__device__ inline TileRow find_row(const TileDigits& digits, std::uint32_t number) {
    TileRow row{};
    for (int m = 0; m < digits.modes; ++m) {
        const TileDigit& mode = digits.mode[m];
        const std::uint32_t above = quotient(number, mode.extent);
        const std::uint32_t digit = number - above * mode.extent.value;
        row.offset += digit * mode.stride;
        row.staged += static_cast<std::int32_t>(digit) * mode.staged;
        if (mode.cut >= 0 && digit >= mode.rest) row.cut_away |= 1U << mode.cut;
        number = above;
    }
    return row;
}

/// The places of successive elements of a run in shared memory. A step along the two fastest modes
/// is an addition; the digits are found anew where both end.
class RunWalk {
public:
    __device__ RunWalk(const TileDigits& digits, std::uint32_t number)
        : digits_(digits), number_(number), place_(find_row(digits, number).staged) {
        const std::uint32_t above = quotient(number, digits.mode[0].extent);
        digit_[0] = number - above * digits.mode[0].extent.value;
        digit_[1] = above - quotient(above, digits.mode[1].extent) * digits.mode[1].extent.value;
    }

    [[nodiscard]] __device__ std::uint16_t place() const {
        return static_cast<std::uint16_t>(place_);
    }

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
    std::uint32_t number_;
    std::int32_t place_;
    std::uint32_t digit_[2];
};

/// Fills the table of a run, and up to a vector's end beyond it.
__device__ inline void fill_run(const TileDigits& digits, int length, std::uint16_t* places) {
    constexpr int together = static_cast<int>(vector_bytes) / static_cast<int>(sizeof(*places));
    constexpr int long_run = 384;  // else most threads would wait for few
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
