// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/context/calibration.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// Measures everything that a CpuCalibration holds, on one thread and on `threads` (0: OpenMP's
/// default): about half a minute, best of several calls each, 1.1 GB of memory. Throws Interrupted.
[[nodiscard]] Calibration calibrate_host(int threads, Progress& progress);

}  // namespace ttgt::tool
