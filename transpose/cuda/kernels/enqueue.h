// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

#include "transpose/cuda/plan/launch.h"

namespace ttgt::cuda {

/// Enqueues out = perm(in) on the stream, in units of `unit_bytes` bytes. Both pointers have to be
/// aligned to a unit, and `in` to 8 bytes where the launch loads vectors. Throws DeviceError.
void enqueue_move(const Launch& launch, std::int64_t unit_bytes, const void* in, void* out,
                  Stream stream);

/// The scalars of out = alpha * conj?(perm(in)) + beta * out.
struct ScaleScalars {
    Scalar alpha;
    Scalar beta;
    /// Whether elements of the input are conjugated.
    bool conjugate = false;
};

/// Enqueues out = alpha * conj?(perm(in)) + beta * out on the stream, for elements of a numeric
/// dtype. Both pointers have to be aligned to an element. Throws DeviceError.
void enqueue_scale(const Launch& launch, DType dtype, const ScaleScalars& scalars, const void* in,
                   void* out, Stream stream);

}  // namespace ttgt::cuda
