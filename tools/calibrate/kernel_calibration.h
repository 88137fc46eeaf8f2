// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "src/context/calibration.h"
#include "src/runtime/cuda/properties.h"
#include "tools/fit/gett_trials.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// What GETT kernels are measured for their rates, and where the launches are kept.
struct KernelCalibration {
    /// Seconds to measure all kinds of products. The last contraction of each kind may take longer.
    double seconds = 600;
    /// The folder that gets the launches; made where there is none. Empty: they are not kept.
    std::string raw;
    /// Contractions of each kind, at most.
    std::size_t contractions = 120;
    /// The launches of a contraction, beside that of the planner's choice.
    GettDraws draws{.most = 20};
    /// Of contractions and choices.
    unsigned seed = 7;
};

/// Throws FileError where the folder of the launches cannot be made or written to.
void check_raw_folder(const KernelCalibration& kernels);

/// Measures GETT kernels of each kind of products for contractions drawn at random, fits the rates
/// of the kind, and puts them into the calibration, whose memory times are known. The device has
/// these properties. A kind with too few launches that were right keeps the compiled-in rates.
/// Returns one line for each kind, which tells the error before and after. The folder of the
/// launches gets, for each kind, the table that tools/fit/README.md describes and the contractions
/// as a case file. Throws FileError, RunError and what `measure` throws; tables of kinds that were
/// measured before remain.
[[nodiscard]] std::string calibrate_kernels(const KernelCalibration& kernels,
                                            const cuda::DeviceProperties& device,
                                            const MeasureGetts& measure, Progress& progress,
                                            CudaCalibration& calibration);

}  // namespace ttgt::tool
