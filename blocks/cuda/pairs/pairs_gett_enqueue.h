// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "blocks/cuda/pairs/pairs_gett.h"
#include "blocks/cuda/pairs/pairs_launch.h"

namespace ttgt::cuda {

/// A launch of pairs by tiles of GETT kernels, whose tables lie on the current device.
struct PairsGettLaunch {
    const PairsGrid& grid;
    const PairsArguments& arguments;
    const PairsStaging& staging;
    const PairsScalars& scalars;
    Stream stream;
};

/// Each enqueues a launch of its dtype. Throws DeviceError.
void enqueue_pairs_float64(const PairsGettLaunch& launch);
void enqueue_pairs_float32(const PairsGettLaunch& launch);
void enqueue_pairs_complex64(const PairsGettLaunch& launch);
void enqueue_pairs_complex128(const PairsGettLaunch& launch);

}  // namespace ttgt::cuda
