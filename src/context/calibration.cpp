// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/calibration.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "src/context/cpu/nearest_calibration.h"
#include "src/context/cuda/scaled_calibration.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt {

std::shared_ptr<const Calibration> built_in_calibration_for(const Device& device) {
    if (device.kind == Device::Kind::cpu) return cpu::nearest_built_in_calibration();
    return cuda::built_in_calibration(cuda::device_properties(device.index));
}

Device::Kind kind_of(const Calibration& calibration) {
    return std::holds_alternative<CpuCalibration>(calibration.of) ? Device::Kind::cpu
                                                                  : Device::Kind::cuda;
}

void check_kind(const Calibration& calibration, const Device& device) {
    if (kind_of(calibration) == device.kind) return;
    throw InvalidArgument(
        fmt::format("the calibration '{}' is of a {}, but the device is {}", calibration.name,
                    device.kind == Device::Kind::cpu ? "CUDA device" : "CPU", to_string(device)));
}

bool is_of(const CudaCalibration& calibration, const cuda::DeviceProperties& device) {
    return calibration.compute_major == device.compute_major &&
           calibration.compute_minor == device.compute_minor &&
           calibration.multiprocessors == device.multiprocessors;
}

void check_architecture(const Calibration& calibration, const cuda::DeviceProperties& device) {
    const auto& gpu = std::get<CudaCalibration>(calibration.of);
    if (is_of(gpu, device)) return;
    throw InvalidArgument(fmt::format(
        "the calibration '{}' is of compute capability {}.{} with {} multiprocessors, "
        "but the device ({}) is of {}.{} with {}",
        calibration.name, gpu.compute_major, gpu.compute_minor, gpu.multiprocessors, device.name,
        device.compute_major, device.compute_minor, device.multiprocessors));
}

std::shared_ptr<const cuda::GemmTimesByDType> gemm_part(
    const std::shared_ptr<const Calibration>& calibration) {
    return {calibration, &std::get<CudaCalibration>(calibration->of).gemm};
}

std::shared_ptr<const cuda::FittedGettRates> gett_part(
    const std::shared_ptr<const Calibration>& calibration) {
    const cuda::FittedGettRates& tables = std::get<CudaCalibration>(calibration->of).gett;
    if (std::none_of(tables.begin(), tables.end(), [](const auto& rates) { return bool(rates); })) {
        return nullptr;
    }
    return {calibration, &tables};
}

std::shared_ptr<const CpuCalibration> cpu_part(
    const std::shared_ptr<const Calibration>& calibration) {
    check_kind(*calibration, Device{});
    return {calibration, &std::get<CpuCalibration>(calibration->of)};
}

}  // namespace ttgt
