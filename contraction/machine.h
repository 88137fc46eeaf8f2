// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "src/gemm/gemm.h"

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

/// What `ttgt calibrate` measures: all that the cost model knows of a machine.
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

/// Some equal pieces of work, shared between threads.
struct Work {
    double pieces = 1;         ///< that can be done at the same time
    double traffic_bytes = 0;  ///< read plus written by all
    double runs = 0;           ///< contiguous runs of the operands' elements
    double near_runs = 0;      ///< those that are gathered in the caches
};

/// Prices work on `threads` threads of a calibrated machine, in milliseconds. `footprint_bytes` is
/// what the whole contraction touches: from one step to the next the caches keep no more of it than
/// they hold.
class Machine {
public:
    Machine(std::shared_ptr<const Calibration> calibration, int threads,
            double footprint_bytes = 0);

    [[nodiscard]] int threads() const noexcept { return threads_; }
    /// The same machine where `bytes` more are touched.
    [[nodiscard]] Machine with_workspace(std::int64_t bytes) const {
        return {calibration_, threads_, footprint_bytes_ + static_cast<double>(bytes)};
    }
    /// `bytes` read plus written by plain loops.
    [[nodiscard]] double copy_ms(double bytes) const;
    /// `bytes` read plus written by the transpose of a square matrix.
    [[nodiscard]] double square_transpose_ms(double bytes) const;
    /// `bytes` read plus written by a transpose of which the tile model thinks that one core needs
    /// `core_ms` from and to memory.
    [[nodiscard]] double transpose_ms(double bytes, double core_ms) const;
    /// `count` products of this shape and these operations, one after the other on each thread.
    [[nodiscard]] double gemm_ms(const GemmCall& shape, double count, const Work& work) const;
    /// `count` such products in Direct.
    [[nodiscard]] double direct_ms(const GemmCall& shape, double count, const Work& work) const;

private:
    [[nodiscard]] double gb_s(const RatesBySize& rates, double bytes, double threads) const;
    [[nodiscard]] double shared(double one_thread_ms, double pieces) const;
    /// Of a cost that is known in L2 and from memory, that for this footprint.
    [[nodiscard]] double by_distance(double near, double far) const;
    [[nodiscard]] double product_ms(double one_thread_ms, const Work& work) const;

    std::shared_ptr<const Calibration> calibration_;
    int threads_;
    double footprint_bytes_;
};

}  // namespace ttgt
