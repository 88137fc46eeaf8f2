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

/// Rates in GB/s, bytes read plus written, for operations on a fixed list of sizes: 32 KiB, then 8
/// times more each.
struct RatesBySize {
    static constexpr std::size_t count = 6;
    static constexpr double first_bytes = 32.0 * 1024;
    static constexpr double factor = 8;
    std::array<double, count> one{};  ///< rates of one thread
    std::array<double, count> all{};  ///< rates of all threads together
};

/// Rates in GFLOP/s of matrix products on one thread, by shape: rate[k][n][m]. m and n are 1, 4,
/// 16, 64, 256 or 1024. k can also be 4096 or 16384, because libraries change their algorithm for
/// few rows and a long sum.
struct RatesByShape {
    static constexpr std::size_t count = 6;
    static constexpr std::size_t inner_count = 8;
    static constexpr double first_extent = 1;
    static constexpr double factor = 4;
    using Row = std::array<double, count>;
    std::array<std::array<Row, count>, inner_count> rate{};
};

/// Rates of GEMM by the operations on its factors: rates[op_a][op_b]. 0: the factor is taken as it
/// is. 1: the factor is transposed.
using GemmRates = std::array<std::array<RatesByShape, 2>, 2>;

/// All that the cost model knows of a CPU.
struct CpuCalibration {
    CpuIdentity cpu;     ///< the CPU that was measured; older calibration files do not name it
    int threads = 1;     ///< number of threads with which RatesBySize::all was measured
    double fork_us = 0;  ///< microseconds to open and close a parallel region
    /// Microseconds of one matrix product with operands in the caches, beyond its arithmetic.
    double cached_call_us = 0;
    /// Nanoseconds that a product needs in addition for each contiguous run of an operand, with
    /// operands in the caches.
    double cached_run_ns = 0;
    /// Nanoseconds that a product needs in addition for each contiguous run of an operand, with
    /// operands that come from memory.
    double uncached_run_ns = 0;
    /// Name of the BLAS kernels with which the GEMM rates were measured. Empty: the best kernels
    /// for the CPU.
    std::string blas_kernels;
    RatesBySize copy;             ///< rates of copies
    RatesBySize transpose;        ///< rates of transposes of a square matrix of float64
    GemmRates gemm_float32;       ///< rates of GEMM for float32
    GemmRates gemm_float64;       ///< rates of GEMM for float64
    RatesByShape direct_float32;  ///< rates of Direct steps on packed float32 matrices
    RatesByShape direct_float64;  ///< rates of Direct steps on packed float64 matrices
};

/// What the cost model knows of one kind of GPU beside what its driver says.
struct CudaCalibration {
    int compute_major = 0;        ///< major number of the compute capability
    int compute_minor = 0;        ///< minor number of the compute capability
    int multiprocessors = 0;      ///< number of multiprocessors
    double clock_mhz = 0;         ///< clock rate in MHz that the driver reports; 0: not known
    double memory_clock_mhz = 0;  ///< memory clock in MHz that the driver reports; 0: not known
    int memory_bus_bits = 0;      ///< width of the memory bus in bits; 0: not known
    cuda::MemoryTimes memory;     ///< measured times of the GPU's memory
    cuda::GemmTimesByDType gemm;  ///< times of matrix products, as logarithms to base 2
    cuda::FittedGettRates gett;   ///< rates of GETT kernels that were fitted on the GPU
};

/// What `ttgt calibrate` measures on a device.
struct Calibration {
    std::string name;                                  ///< name of the device
    std::variant<CpuCalibration, CudaCalibration> of;  ///< rates and times of the device
};

/// The calibration that is compiled in, whatever this machine is: for CPUs that of a two-core Zen
/// 4, for CUDA devices that of one H200.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration(
    Device::Kind kind = Device::Kind::cpu);

/// The calibration by which plans for the device are made unless the caller gives one. For a CPU:
/// the compiled-in calibration of the CPU that is most like it. For a GPU: the compiled-in one,
/// scaled to this GPU.
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
[[nodiscard]] std::shared_ptr<const cuda::FittedGettRates> gett_part(
    const std::shared_ptr<const Calibration>& calibration);
/// The part of a CPU's; throws as check_kind().
[[nodiscard]] std::shared_ptr<const CpuCalibration> cpu_part(
    const std::shared_ptr<const Calibration>& calibration);

}  // namespace ttgt
