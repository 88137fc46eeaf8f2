// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/calibration.h"
#include "src/runtime/cuda/properties.h"
#include "transpose/cuda/architecture.h"

namespace ttgt::cuda {

Architecture architecture_of(const ContextOptions& options) {
    const DeviceProperties& device = device_properties(options.device.index);
    const auto& calibration = std::get<CudaCalibration>(options.calibration->of);
    return is_of(calibration, device) ? architecture_of(device, calibration.memory)
                                      : architecture_of(device);
}

}  // namespace ttgt::cuda
