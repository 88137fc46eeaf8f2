// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/architecture.h"

#include <memory>
#include <variant>

#include "src/context/calibration.h"
#include "src/context/cuda/scaled_calibration.h"

namespace ttgt::cuda {
namespace {

/// A block takes about as many latencies of memory that no cache holds, from its first read until
/// it leaves its place to the next one: 2.4 us, fitted, over 0.32 us, measured on an H200.
constexpr double waits_per_block = 7.5;

/// Operations of INT8 products in a cycle of a multiprocessor, by compute capability; 0 where
/// devices have none. Measured for 9.0 (benchmarks/results/h100/int8_steps.tsv). An estimate for
/// all other ones: half of what an A100's multiprocessor does at most, a quarter for its smaller
/// relatives.
double int8_operations_per_cycle(const DeviceProperties& device) {
    constexpr int ampere = 8;
    constexpr double of_hopper = 5360;
    constexpr double of_a100 = 2048;
    constexpr double of_others = 1024;
    if (device.compute_major < ampere) return 0;
    if (is_hopper(device)) return of_hopper;
    return device.compute_major == ampere && device.compute_minor == 0 ? of_a100 : of_others;
}

Architecture by_calibration(const DeviceProperties& device,
                            const std::shared_ptr<const Calibration>& calibration) {
    Architecture gpu = architecture_of(device, std::get<CudaCalibration>(calibration->of).memory);
    gpu.gett = gett_part(calibration);
    return gpu;
}

}  // namespace

Architecture sm_90() { return {}; }

Architecture architecture_of(const DeviceProperties& device, const MemoryTimes& measured) {
    Architecture gpu;
    gpu.multiprocessors = device.multiprocessors;
    gpu.cycles_per_us = device.clock_mhz;
    gpu.shared_bytes = device.shared_per_multiprocessor - reserved_shared_bytes;
    gpu.bytes_per_us = measured.bytes_per_us;
    gpu.block_latency_us = waits_per_block * measured.latency_us;
    gpu.launch_us = measured.launch_us;
    gpu.has_warpgroups = is_hopper(device);
    gpu.int8_ops_per_us =
        int8_operations_per_cycle(device) * device.multiprocessors * device.clock_mhz;
    return gpu;
}

Architecture architecture_of(const DeviceProperties& device) {
    return by_calibration(device, built_in_calibration(device));
}

Architecture architecture_of(const ContextOptions& options) {
    return by_calibration(device_properties(options.device.index), options.calibration);
}

}  // namespace ttgt::cuda
