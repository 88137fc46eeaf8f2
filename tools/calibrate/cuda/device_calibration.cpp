// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/cuda/device_calibration.h"

#include <algorithm>

#include "src/runtime/cuda/properties.h"
#include "tools/bench/cuda/device_gemm_peak.h"
#include "tools/calibrate/cuda/device_memory_times.h"
#include "tools/calibrate/cuda/device_products.h"
#include "tools/calibrate/gemm_grid.h"

namespace ttgt::tool {
namespace {

class DeviceCalibrator {
public:
    DeviceCalibrator(const Context& context, const DeviceCalibrationEffort& effort,
                     Progress& progress)
        : context_(context), effort_(effort), progress_(progress) {}

    Calibration run() {
        const cuda::DeviceProperties& properties =
            cuda::device_properties(context_.options().device.index);
        CudaCalibration result;
        result.compute_major = properties.compute_major;
        result.compute_minor = properties.compute_minor;
        result.multiprocessors = properties.multiprocessors;
        result.clock_mhz = properties.clock_mhz;
        result.memory_clock_mhz = properties.memory_clock_mhz;
        result.memory_bus_bits = properties.memory_bus_bits;
        progress_.stage("calibrating: memory", 0);
        result.memory = measure_memory_times(context_);
        constexpr std::int64_t kinds = 3 + cuda::own_tables.size();
        progress_.stage("calibrating: matrix products", kinds * gemm_grid_points);
        DeviceProducts products(context_, effort_.point_ms);
        const auto times = [&](const ProductKind& kind) {
            return gemm_times(kind, result.memory.bytes_per_us, properties.memory_bytes, products);
        };
        constexpr ComputeType full = ComputeType::full;
        constexpr ComputeType tf32 = ComputeType::tf32;
        result.gemm = {.float32 = times({DType::float32}),
                       .float64 = times({DType::float64}),
                       .complex128 = times({DType::complex128}),
                       .float16 = times({DType::float16, full, 16}),
                       .float16_by_4 = times({DType::float16, full, 4}),
                       .float16_by_2 = times({DType::float16, full, 2}),
                       .tf32 = times({DType::float32, tf32, 16}),
                       .tf32_by_4 = times({DType::float32, tf32, 4}),
                       .complex64 = times({DType::complex64}),
                       .complex64_tf32 = times({DType::complex64, tf32})};
        cuda::take_logarithms(result.gemm);
        return {properties.name, result};
    }

private:
    cuda::GemmTimes gemm_times(const ProductKind& kind, double bytes_per_us,
                               std::int64_t memory_bytes, DeviceProducts& products) {
        constexpr std::int64_t most_batch_bytes = std::int64_t{2} << 30;
        GemmGridLimits limits;
        limits.peak_flops_per_us =
            1e3 * measure_device_gemm_gflops(context_, kind.dtype, kind.compute);
        limits.bytes_per_us = bytes_per_us;
        limits.most_operand_bytes = memory_bytes / 12;
        limits.most_batch_bytes = std::min(most_batch_bytes, limits.most_operand_bytes);
        limits.longest_us = effort_.longest_us;
        limits.batch_us = effort_.batch_us;
        return measure_gemm_times(
            kind.dtype, limits,
            [&](const ProductExtents& extents, std::int64_t count) {
                return products.us(kind, extents, count);
            },
            [this] { progress_.advance(1); });
    }

    const Context& context_;
    const DeviceCalibrationEffort& effort_;
    Progress& progress_;
};

}  // namespace

Calibration calibrate_device(const Context& context, const DeviceCalibrationEffort& effort,
                             Progress& progress) {
    return DeviceCalibrator(context, effort, progress).run();
}

}  // namespace ttgt::tool
