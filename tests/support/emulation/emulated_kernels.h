// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <string>

#include "transpose/cuda/plan/launch.h"

namespace ttgt::test {

/// How an emulated launch writes: what was read, or its bytes added to those there, so that an
/// element written twice shows.
enum class Writing { move, add_bytes };

/// Runs a launch of a CUDA transpose on the CPU: the kernels' own source, block after block, their
/// threads in turns between barriers, in both directions. Shared memory is poisoned before every
/// block. Empty, or what a device would not have allowed: an access that is not aligned, a byte
/// beyond the shared memory asked for, a barrier that not all threads reach.
[[nodiscard]] std::string emulate_move(const cuda::Launch& launch, std::int64_t unit_bytes,
                                       const void* in, void* out, Writing writing);
[[nodiscard]] std::string emulate_scale(const cuda::Launch& launch, DType dtype, Scalar alpha,
                                        Scalar beta, bool conjugate, const void* in, void* out);

}  // namespace ttgt::test
