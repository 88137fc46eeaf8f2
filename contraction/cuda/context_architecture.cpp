// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/calibration.h"
#include "src/runtime/cuda/properties.h"
#include "transpose/cuda/architecture.h"

namespace ttgt::cuda {

Architecture architecture_of(const ContextOptions& options) {
    const DeviceProperties& device = device_properties(options.device.index);
    return architecture_of(device, std::get<CudaCalibration>(options.calibration->of).memory);
}

}  // namespace ttgt::cuda
