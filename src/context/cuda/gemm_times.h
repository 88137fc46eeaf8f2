// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "src/gemm/gemm.h"

namespace ttgt::cuda {

/// Microseconds of matrix products by shape, or logarithms of the microseconds: values[k][n][m]. m
/// and n are 1, 4, 16, … or 4096. k is 1, 4, 16, … 65536 or 2^20.
struct TimesByShape {
    static constexpr std::size_t count = 7;
    static constexpr std::size_t inner_count = 10;
    using Plane = std::array<std::array<float, count>, count>;
    std::array<Plane, inner_count> values{};
};

/// Times of matrix products of one dtype on one kind of GPU.
struct GemmTimes {
    TimesByShape alone;            ///< times of a product that runs alone
    TimesByShape of_many;          ///< times of each product of a batch that fills the device
    double peak_flops_per_us = 1;  ///< the most real operations per microsecond
    /// Microseconds of a batch for each of its k inner positions, at least: in a batch, one
    /// multiprocessor does a whole sum, one term after another.
    double batch_us_per_inner = 0;
};

/// Times of cuBLASLt's matrix products on one kind of GPU, by how they multiply. Columns begin at
/// multiples of 16 bytes except where a name says how many bytes: such products of 16-bit elements
/// and TF32 have slower kernels. Tables that may be missing are then computed from others:
/// complex64 from complex128, 16-bit elements and TF32 from float32.
struct GemmTimesByDType {
    GemmTimes float32;
    GemmTimes float64;
    GemmTimes complex128;
    std::optional<GemmTimes> float16;         ///< of bfloat16 as well
    std::optional<GemmTimes> float16_by_4;    ///< columns at multiples of 4 bytes
    std::optional<GemmTimes> float16_by_2;    ///< columns at multiples of 2 bytes
    std::optional<GemmTimes> tf32;            ///< of float32 by TF32
    std::optional<GemmTimes> tf32_by_4;       ///< columns at multiples of 4 bytes
    std::optional<GemmTimes> complex64;       ///< in full precision
    std::optional<GemmTimes> complex64_tf32;  ///< of complex64 by TF32
};

/// GemmTimes in microseconds as constants of a program.
struct GemmTables {
    using Flat = double[TimesByShape::inner_count * TimesByShape::count * TimesByShape::count];
    const char* key;            ///< of files: "gemm_float32" and so on
    double peak_flops_per_us;   ///< as in GemmTimes
    double batch_us_per_inner;  ///< as in GemmTimes
    Flat alone_us;              ///< GemmTimes::alone in the order of its values
    Flat of_many_us;            ///< GemmTimes::of_many in the order of its values
};

/// A table that may be missing.
struct OwnTable {
    const char* key;  ///< of files
    std::optional<GemmTimes> GemmTimesByDType::*times;
};
inline constexpr std::array own_tables{
    OwnTable{"gemm_float16", &GemmTimesByDType::float16},
    OwnTable{"gemm_float16_by_4", &GemmTimesByDType::float16_by_4},
    OwnTable{"gemm_float16_by_2", &GemmTimesByDType::float16_by_2},
    OwnTable{"gemm_tf32", &GemmTimesByDType::tf32},
    OwnTable{"gemm_tf32_by_4", &GemmTimesByDType::tf32_by_4},
    OwnTable{"gemm_complex64", &GemmTimesByDType::complex64},
    OwnTable{"gemm_complex64_tf32", &GemmTimesByDType::complex64_tf32}};

/// The times of the built-in calibration, measured on an H200, as logarithms to base 2.
[[nodiscard]] std::shared_ptr<const GemmTimesByDType> gemm_times_sm_90();
/// Replaces the tables' microseconds by logarithms to base 2.
void take_logarithms(GemmTimesByDType& times);

/// Microseconds of `count` such products in one batch, by tables of logarithms, which are
/// interpolated. Where arithmetic takes the time, extents are rounded up to those of the library's
/// tiles. Columns that do not all begin at multiples of 16 bytes cost more.
[[nodiscard]] double batch_us(const GemmTimesByDType& times, const GemmCall& shape,
                              std::int64_t count);

/// Microseconds of `count` such products in one batch by arrays of pointers, at least: of 16-bit
/// elements the library then has larger tiles.
[[nodiscard]] double least_scattered_us(const GemmCall& shape, std::int64_t count);

}  // namespace ttgt::cuda
