// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "src/context/calibration.h"
#include "src/runtime/cpu_identity.h"

namespace ttgt::cpu {

/// The calibrations of several machines that are compiled in. The first one is that of
/// built_in_calibration().
[[nodiscard]] const std::vector<std::shared_ptr<const Calibration>>& built_in_calibrations();

/// The calibration of the machine that is most like one with this CPU and `threads` threads. What
/// counts most is the width of vectors, on which the speed of matrix products depends; then the
/// number of threads, which share the memory; then the CPU's family and vendor.
[[nodiscard]] std::shared_ptr<const Calibration> nearest_calibration(
    const std::vector<std::shared_ptr<const Calibration>>& calibrations, const CpuIdentity& cpu,
    int threads);

/// The built-in calibration that is nearest to this machine with all of its threads. Every call
/// returns the same object.
[[nodiscard]] std::shared_ptr<const Calibration> nearest_built_in_calibration();

}  // namespace ttgt::cpu
