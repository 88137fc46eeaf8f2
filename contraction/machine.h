// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <cstddef>
#include <cstdint>
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

/// GFLOP/s of matrix products on one thread: rate[k][n][m], each extent one of `extents`.
struct RatesByShape {
    static constexpr std::size_t count = 6;
    static constexpr double first_extent = 1;
    static constexpr double factor = 4;
    using Row = std::array<double, count>;
    std::array<std::array<Row, count>, count> rate{};
};

/// What `ttgt calibrate` measures: all that the cost model knows of a machine.
struct Calibration {
    std::string name;
    int threads = 1;             ///< those of the columns `all`
    double fork_us = 0;          ///< to open and close a parallel region
    double gemm_call_us = 0;     ///< of one call, beside its arithmetic
    double direct_piece_ns = 0;  ///< what Direct needs more for each contiguous piece of an operand
    RatesBySize copy;
    RatesBySize transpose;  ///< of a square matrix of float64
    RatesByShape gemm_float32;
    RatesByShape gemm_float64;
    RatesByShape direct_float32;  ///< Direct steps on packed matrices
    RatesByShape direct_float64;
};

/// A generic two-core machine, compiled in.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration();

/// Prices work on `threads` threads of a calibrated machine, in milliseconds.
class Machine {
public:
    Machine(std::shared_ptr<const Calibration> calibration, int threads);

    [[nodiscard]] int threads() const noexcept { return threads_; }
    /// `bytes` read plus written by plain loops.
    [[nodiscard]] double copy_ms(double bytes) const;
    /// `bytes` read plus written by a transpose of which the tile model thinks that one core needs
    /// `core_ms` from and to memory.
    [[nodiscard]] double transpose_ms(double bytes, double core_ms) const;
    /// `bytes` read plus written by the transpose of a square matrix.
    [[nodiscard]] double square_transpose_ms(double bytes) const;
    /// `count` products, shared between the threads; `bytes` is what all of them touch.
    [[nodiscard]] double gemm_ms(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k,
                                 double count, double bytes) const;
    /// `pieces`: contiguous runs of the operands' elements, all together.
    [[nodiscard]] double direct_ms(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k,
                                   double count, double bytes, double pieces) const;

private:
    [[nodiscard]] double shared(double one_thread_ms) const;

    std::shared_ptr<const Calibration> calibration_;
    int threads_;
};

}  // namespace ttgt
