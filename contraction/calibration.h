// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

namespace ttgt {

/// GB/s, bytes read plus written, at fixed sizes: 32 KiB, then 8 times more each.
struct RatesBySize {
    static constexpr std::size_t count = 6;
    static constexpr double first_bytes = 32.0 * 1024;
    static constexpr double factor = 8;
    std::array<double, count> one{};  ///< on one thread
    std::array<double, count> all{};  ///< on all
};

/// GFLOP/s of products on one thread: rate[k][n][m], m and n one of 1, 4, 16, 64, 256, 1024; k also
/// 4096 and 16384, because libraries change their way where few rows meet a long sum.
struct RatesByShape {
    static constexpr std::size_t count = 6;
    static constexpr std::size_t inner_count = 8;
    static constexpr double first_extent = 1;
    static constexpr double factor = 4;
    using Row = std::array<double, count>;
    std::array<std::array<Row, count>, inner_count> rate{};
};

/// gemm[op_a][op_b], 0: as it is, 1: transposed.
using GemmRates = std::array<std::array<RatesByShape, 2>, 2>;

/// What `ttgt calibrate` measures: all that the cost model knows of a CPU.
struct Calibration {
    std::string name;
    int threads = 1;          ///< those of the columns `all`
    double fork_us = 0;       ///< to open and close a parallel region
    double near_call_us = 0;  ///< of one matrix product in the caches, beside its arithmetic
    double near_run_ns = 0;   ///< what products need more for each contiguous run of an operand
    double far_run_ns = 0;    ///< the same where the operands come from memory
    RatesBySize copy;
    RatesBySize transpose;  ///< of a square matrix of float64
    GemmRates gemm_float32;
    GemmRates gemm_float64;
    RatesByShape direct_float32;  ///< Direct steps on packed matrices
    RatesByShape direct_float64;
};

/// That of a two-core machine, compiled in.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration();

}  // namespace ttgt
