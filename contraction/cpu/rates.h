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
    double pieces = 1;         ///< that can be done at the same time
    double traffic_bytes = 0;  ///< read plus written by all
    double runs = 0;           ///< contiguous runs of the operands' elements
    double turns = 0;          ///< calls of the library that wait for each other
};

/// Prices work on `threads` threads of a calibrated machine, in milliseconds. `footprint_bytes` is
/// what the whole contraction touches: from one step to the next the caches keep no more of it than
/// they hold.
class Rates {
public:
    /// GB/s on one thread, and on all that were calibrated.
    struct Bandwidth {
        double one = 0;
        double all = 0;
    };

    /// Throws InvalidArgument where the calibration is none of a CPU.
    Rates(const std::shared_ptr<const Calibration>& calibration, int threads,
          double footprint_bytes = 0);

    [[nodiscard]] int threads() const noexcept { return threads_; }
    /// The same machine where `bytes` more are touched.
    [[nodiscard]] Rates with_workspace(std::int64_t bytes) const;
    /// `bytes` read plus written by plain loops.
    [[nodiscard]] double copy_ms(double bytes) const;
    /// Whether transposes that read plus write `bytes` had better pass the caches, which would not
    /// keep the output until a later step reads it.
    [[nodiscard]] bool has_non_temporal_stores(double bytes) const;
    /// `bytes` read plus written by the transpose of a square matrix.
    [[nodiscard]] double square_transpose_ms(double bytes) const;
    /// `bytes` read plus written by a transpose of which the tile model thinks that one core needs
    /// `core_ms` from and to memory.
    [[nodiscard]] double transpose_ms(double bytes, double core_ms, bool accumulates = false) const;
    /// `count` products of this shape and these operations, one after the other on each thread.
    [[nodiscard]] double gemm_ms(const GemmCall& shape, double count, const Work& work) const;
    /// Direct's work, whose operands and output have so many bytes.
    [[nodiscard]] double direct_ms(DType dtype, const DirectWork& work, double bytes) const;

private:
    void set_footprint(double bytes);
    /// Each thread beyond the calibrated ones adds a part of what those do.
    [[nodiscard]] double gb_s(const Bandwidth& bandwidth, double threads) const;
    [[nodiscard]] double shared(double one_thread_ms, double pieces) const;
    /// Bytes over GB/s of the part of `bytes` that comes from memory.
    [[nodiscard]] double from_memory(const Bandwidth& bandwidth, double bytes,
                                     double threads) const;
    [[nodiscard]] double traffic_ms(double bytes, double pieces) const;
    /// Of a contiguous run, wherever it is.
    [[nodiscard]] double run_ns() const;

    std::shared_ptr<const CpuCalibration> calibration_;
    int threads_;
    double footprint_bytes_ = 0;
    double distance_ = 0;  ///< what part of the operands comes from memory, 0 to 1
    Bandwidth copy_in_memory_;
    Bandwidth transpose_in_memory_;
};

}  // namespace ttgt::cpu
