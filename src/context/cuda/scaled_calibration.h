// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/context/calibration.h"

namespace ttgt::cuda {

/// Whether the calibration was measured on a card that agrees with `device` in compute capability,
/// number and clock of the multiprocessors, and bandwidth of the memory.
[[nodiscard]] bool describes(const CudaCalibration& calibration, const DeviceProperties& device);

/// Makes `other`, a copy of the calibration, what it would be of the device, another card. Copies
/// grow with the bandwidth that clock and width of the memory allow; a product with what bounds it:
/// arithmetic, memory, or how fast one step follows the other. Latency, launches and rates of GETT
/// kernels stay: predictions of GETT kernels scale their rates by clock and bandwidth themselves.
/// In place, because a calibration is larger than some stacks allow.
void scale(const CudaCalibration& calibration, const DeviceProperties& device,
           CudaCalibration& other);

/// The built-in calibration where it describes the device; else one scaled to it, the same object
/// for equal cards, whose name says so. Thread-safe.
[[nodiscard]] std::shared_ptr<const Calibration> built_in_calibration(
    const DeviceProperties& device);

}  // namespace ttgt::cuda
