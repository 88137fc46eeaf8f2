// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>

#include "src/context/cuda/architecture.h"
#include "src/context/cuda/gemm_times.h"
#include "src/context/cuda/gett_rates.h"
#include "src/runtime/cpu_identity.h"

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

/// All that the cost model knows of a CPU.
struct CpuCalibration {
    CpuIdentity cpu;             ///< that was measured; files of before it was kept do not say it
    int threads = 1;             ///< those of the columns `all`
    double fork_us = 0;          ///< to open and close a parallel region
    double cached_call_us = 0;   ///< of one matrix product in the caches, beside its arithmetic
    double cached_run_ns = 0;    ///< what products need more for each contiguous run of an operand
    double uncached_run_ns = 0;  ///< the same where the operands come from memory
    std::string blas_kernels;  ///< those that `gemm` was measured with; empty: the best of the CPU
    RatesBySize copy;
    RatesBySize transpose;  ///< of a square matrix of float64
    GemmRates gemm_float32;
    GemmRates gemm_float64;
    RatesByShape direct_float32;  ///< Direct steps on packed matrices
    RatesByShape direct_float64;
};

/// What the cost model knows of one kind of GPU beside what its driver says.
struct CudaCalibration {
    int compute_major = 0;  ///< compute capability
    int compute_minor = 0;
    int multiprocessors = 0;
    double clock_mhz = 0;  ///< by the driver, as the next two; 0: not known
    double memory_clock_mhz = 0;
    int memory_bus_bits = 0;
    cuda::MemoryTimes memory;
    cuda::GemmTimesByDType gemm;  ///< logarithms to base 2, as planning looks them up
    cuda::GettTables gett;        ///< those that were fitted on the GPU
};

/// What `ttgt calibrate` measures on a device.
struct Calibration {
    std::string name;
    std::variant<CpuCalibration, CudaCalibration> of;
};

/// Those of a two-core Zen 4 and of one H200, compiled in, whatever this machine is.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration(
    Device::Kind kind = Device::Kind::cpu);

/// What plans for the device are made by unless another is given: that of the nearest CPU, or as it
/// would be of the GPU.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration_for(const Device& device);

[[nodiscard]] Device::Kind kind_of(const Calibration& calibration);

/// Throws InvalidArgument naming the calibration where it is of another kind of device.
void check_kind(const Calibration& calibration, const Device& device);

/// Whether it was measured on such a GPU: compute capability and number of multiprocessors.
[[nodiscard]] bool is_of(const CudaCalibration& calibration, const cuda::DeviceProperties& device);
/// Throws InvalidArgument naming both where it was not.
void check_architecture(const Calibration& calibration, const cuda::DeviceProperties& device);

/// The products of a GPU's, which own the whole.
[[nodiscard]] std::shared_ptr<const cuda::GemmTimesByDType> gemm_part(
    const std::shared_ptr<const Calibration>& calibration);
/// The rates of GETT kernels of a GPU's, which own the whole; null where it has none.
[[nodiscard]] std::shared_ptr<const cuda::GettTables> gett_part(
    const std::shared_ptr<const Calibration>& calibration);
/// The part of a CPU's; throws as check_kind().
[[nodiscard]] std::shared_ptr<const CpuCalibration> cpu_part(
    const std::shared_ptr<const Calibration>& calibration);

}  // namespace ttgt
