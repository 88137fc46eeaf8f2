// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/calibration.h"
#include "src/context/cuda/architecture.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {

Architecture architecture_of(const ContextOptions& options) {
    const DeviceProperties& device = device_properties(options.device.index);
    return architecture_of(device, std::get<CudaCalibration>(options.calibration->of).memory);
}

}  // namespace ttgt::cuda
