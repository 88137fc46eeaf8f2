// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "src/context/calibration.h"

namespace ttgt::cpu {

/// How the matrix products of a BLAS differ from the calibrated ones.
struct BlasPrice {
    bool side_by_side = true;  ///< whether several threads may call the library at the same time
    double slower = 1;         ///< time of a product over the calibrated time
    /// Whether contractions transpose the left factor of small products themselves, because the
    /// library packs the matrices of small products only where the left factor alone is transposed.
    bool transposes_left = false;
};

/// The price of the BLAS that this process has loaded. It follows from the name and kernels that
/// the library reports, never from a clock, so a process plans the same way each time.
[[nodiscard]] BlasPrice price_of_blas(const CpuCalibration& calibration);

/// How many times as long as `calibrated` kernels those named `loaded` take on a CPU that does
/// `cpu_flops` real operations per cycle and core in float64; at least 1. Where `calibrated` is
/// empty, those that use all of it. Names that nobody knows are taken for the best.
[[nodiscard]] double times_as_slow(std::string_view loaded, std::string_view calibrated,
                                   double cpu_flops);

}  // namespace ttgt::cpu
