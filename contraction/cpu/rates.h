// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/cpu/direct/direct_cost.h"
#include "src/context/calibration.h"
#include "src/gemm/gemm.h"

namespace ttgt::cpu {

/// Some equal pieces of work, shared between threads.
struct Work {
    double pieces = 1;         ///< number of pieces that can be done at the same time
    double traffic_bytes = 0;  ///< bytes that all pieces together read and write
    double runs = 0;           ///< number of contiguous runs of the operands' elements
    double turns = 0;          ///< number of calls of the library that wait for each other
};

/// Prices work on `threads` threads of a calibrated machine, in milliseconds. `footprint_bytes` is
/// what the whole contraction touches: from one step to the next the caches keep no more of it than
/// they hold.
class Rates {
public:
    /// Bandwidths in GB/s.
    struct Bandwidth {
        double one = 0;  ///< bandwidth of one thread
        double all = 0;  ///< bandwidth of all threads of the calibration together
    };

    /// Throws InvalidArgument where the calibration is none of a CPU.
    Rates(const std::shared_ptr<const Calibration>& calibration, int threads,
          double footprint_bytes = 0);

    [[nodiscard]] int threads() const noexcept { return threads_; }
    /// Rates of the same machine for a contraction that touches `bytes` more bytes.
    [[nodiscard]] Rates with_workspace(std::int64_t bytes) const;
    /// Milliseconds for plain loops that read and write `bytes` bytes in total.
    [[nodiscard]] double copy_ms(double bytes) const;
    /// Whether transposes that read plus write `bytes` had better pass the caches, which would not
    /// keep the output until a later step reads it.
    [[nodiscard]] bool has_non_temporal_stores(double bytes) const;
    /// Milliseconds for the transpose of a square matrix that reads and writes `bytes` bytes in
    /// total.
    [[nodiscard]] double square_transpose_ms(double bytes) const;
    /// Milliseconds for a transpose that reads and writes `bytes` bytes in total. `core_ms`: the
    /// milliseconds of one core, from and to memory, that the tile model predicts.
    [[nodiscard]] double transpose_ms(double bytes, double core_ms, bool accumulates = false) const;
    /// Milliseconds for `count` matrix products of this shape. Each thread does its products one
    /// after the other.
    [[nodiscard]] double gemm_ms(const GemmCall& shape, double count, const Work& work) const;
    /// Milliseconds for the work of a Direct step whose inputs and output have `bytes` bytes.
    [[nodiscard]] double direct_ms(DType dtype, const DirectWork& work, double bytes) const;

private:
    void set_footprint(double bytes);
    /// GB/s of `threads` threads. Each thread beyond the calibrated ones adds only a part of what a
    /// calibrated one adds.
    [[nodiscard]] double gb_s(const Bandwidth& bandwidth, double threads) const;
    [[nodiscard]] double shared(double one_thread_ms, double pieces) const;
    /// Bytes over GB/s of the part of `bytes` that comes from memory.
    [[nodiscard]] double from_memory(const Bandwidth& bandwidth, double bytes,
                                     double threads) const;
    [[nodiscard]] double traffic_ms(double bytes, double pieces) const;
    /// Nanoseconds that a contiguous run of an operand costs in addition, between the calibrated
    /// values for caches and for memory.
    [[nodiscard]] double run_ns() const;

    std::shared_ptr<const CpuCalibration> calibration_;
    int threads_;
    double footprint_bytes_ = 0;
    double distance_ = 0;  ///< share of the operands that comes from memory, 0 to 1
    Bandwidth copy_in_memory_;
    Bandwidth transpose_in_memory_;
};

}  // namespace ttgt::cpu
