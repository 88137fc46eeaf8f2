// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include "src/context/calibration.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// What bounds the time of a calibration. The times of longer products are computed.
struct DeviceCalibrationEffort {
    double longest_us = 3500;  ///< of a product at the ceilings of the device
    double batch_us = 500;     ///< of a batch of products at the ceilings of the device
    double point_ms = 60;      ///< for all calls of one point of the tables, about
};

/// Measures everything that a CudaCalibration holds on the context's CUDA device: on an H200 less
/// than two minutes, on any device some six minutes at most, in up to a third of its memory. Throws
/// Interrupted, DeviceError, OutOfMemory; Unsupported where cuBLASLt is missing.
[[nodiscard]] Calibration calibrate_device(const Context& context,
                                           const DeviceCalibrationEffort& effort,
                                           Progress& progress);

}  // namespace ttgt::tool
