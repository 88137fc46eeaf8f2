// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

#include "transpose/cuda/plan/launch.h"

namespace ttgt::cuda {

/// Enqueues out = perm(in), in units of `unit_bytes`, on the stream. Both pointers
/// must be aligned to a unit, `in` to 8 bytes where the launch loads vectors. Throws DeviceError.
void enqueue_move(const Launch& launch, std::int64_t unit_bytes, const void* in, void* out,
                  Stream stream);

/// alpha and beta of out = alpha * conj?(perm(in)) + beta * out.
struct ScaleScalars {
    Scalar alpha;
    Scalar beta;
    bool conjugate = false;
};

/// Enqueues the scaled transpose of elements of a numeric dtype.
void enqueue_scale(const Launch& launch, DType dtype, const ScaleScalars& scalars, const void* in,
                   void* out, Stream stream);

}  // namespace ttgt::cuda
