// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "src/gemm/gemm.h"

namespace ttgt::cuda {

/// Microseconds of matrix products by shape, or their logarithms: [k][n][m], m and n one of 1, 4,
/// 16, … 4096, k one of 1, 4, 16, … 65536, 2^20.
struct TimesByShape {
    static constexpr std::size_t count = 7;
    static constexpr std::size_t inner_count = 10;
    using Plane = std::array<std::array<float, count>, count>;
    std::array<Plane, inner_count> values{};
};

/// Those of one dtype: of a product alone, and of one of many in a batch that fills the device.
struct GemmTimes {
    TimesByShape alone;
    TimesByShape of_many;
    double peak_flops_per_us = 1;   ///< real operations
    double batch_us_per_inner = 0;  ///< in a batch a sum is not shared: its steps follow each other
};

/// What cuBLASLt needs on one kind of GPU; what it needs for complex64 follows from complex128.
struct GemmTimesByDType {
    GemmTimes float32;
    GemmTimes float64;
    GemmTimes complex128;
};

/// Those of the built-in calibration, of an H200; logarithms to base 2.
[[nodiscard]] std::shared_ptr<const GemmTimesByDType> gemm_times_sm_90();
/// Replaces the tables' microseconds by logarithms to base 2.
void take_logarithms(GemmTimesByDType& times);

/// Microseconds of `count` such products in one batch, by tables of logarithms, which are
/// interpolated. Where arithmetic takes the time, extents are rounded up to those of the library's
/// tiles. Leading dimensions that are not multiples of 16 bytes cost more.
[[nodiscard]] double batch_us(const GemmTimesByDType& times, const GemmCall& shape,
                              std::int64_t count);

}  // namespace ttgt::cuda
