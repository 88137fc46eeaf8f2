// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "src/context/calibration.h"

namespace ttgt::cpu {

/// How the matrix products of a BLAS differ from the calibrated ones.
struct BlasPrice {
    bool side_by_side = true;  ///< threads may call it at the same time
    double slower = 1;         ///< products take so many times as long
    /// It packs the matrices of small products only where the left factor alone is transposed,
    /// which contractions do themselves.
    bool transposes_left = false;
};

/// Of the library that this process has. Told by what it says of itself, never by a clock: the same
/// process plans the same way each time.
[[nodiscard]] BlasPrice price_of_blas(const CpuCalibration& calibration);

/// How many times as long as `calibrated` kernels those named `loaded` take on a CPU that does
/// `cpu_flops` real operations per cycle and core in float64; at least 1. Where `calibrated` is
/// empty, those that use all of it. Names that nobody knows are taken for the best.
[[nodiscard]] double times_as_slow(std::string_view loaded, std::string_view calibrated,
                                   double cpu_flops);

}  // namespace ttgt::cpu
