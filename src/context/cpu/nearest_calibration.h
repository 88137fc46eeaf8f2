// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "src/context/calibration.h"
#include "src/runtime/cpu_identity.h"

namespace ttgt::cpu {

/// Those of several machines, compiled in; the first is built_in_calibration()'s.
[[nodiscard]] const std::vector<std::shared_ptr<const Calibration>>& built_in_calibrations();

/// Of the machine that is most like one of such a CPU with `threads` threads: as wide vectors above
/// all, which matrix products are as fast as; then as many threads, which share its memory; then
/// its family and vendor.
[[nodiscard]] std::shared_ptr<const Calibration> nearest_calibration(
    const std::vector<std::shared_ptr<const Calibration>>& calibrations, const CpuIdentity& cpu,
    int threads);

/// The built-in one that is nearest to this machine, of all its threads. The same object whenever
/// it is asked for.
[[nodiscard]] std::shared_ptr<const Calibration> nearest_built_in_calibration();

}  // namespace ttgt::cpu
