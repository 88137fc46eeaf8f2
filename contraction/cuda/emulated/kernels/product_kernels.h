// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

#include "contraction/cuda/emulated/emulated_arguments.h"

namespace ttgt::cuda {

// Each function enqueues one kernel on a stream of the current device: it multiplies planes of L by
// planes of R, which begin at a multiple of 256 columns, and writes remainders of the products, for
// the number of moduli that was chosen. `multiprocessors`: of the device. Throws DeviceError.

/// For compute capability 9.0 alone.
void enqueue_hopper_products(const ProductsArguments& arguments, int multiprocessors,
                             const std::int8_t* planes_l, const std::int8_t* planes_r,
                             const ProductChoice* choice, std::uint32_t* products, Stream stream);
/// For compute capability 8.0 and newer.
void enqueue_ampere_products(const ProductsArguments& arguments, int multiprocessors,
                             const std::int8_t* planes_l, const std::int8_t* planes_r,
                             const ProductChoice* choice, std::uint32_t* products, Stream stream);

}  // namespace ttgt::cuda
