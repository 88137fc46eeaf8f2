// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <cstdint>

#include "contraction/cuda/emulated/emulated_arguments.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

// Each function enqueues one kernel on a stream of the current device; the operands are of `dtype`:
// float32, float64, complex64 or complex128. Pointers are device pointers. Throws DeviceError.

/// Writes splits * rows sizes. Sets *exceptions to 0 unless it is null.
void enqueue_measure(DType dtype, const MeasureArguments& arguments, const void* operand,
                     RowSize* sizes, std::int32_t* exceptions, Stream stream);
/// Writes an exponent for each row and each column; sets *exceptions where one is not_finite.
void enqueue_exponents(const ExponentArguments& arguments, const RowSize* sizes_l,
                       const RowSize* sizes_r, std::int32_t* exponents, std::int32_t* exceptions,
                       Stream stream);
/// Writes the planes of an operand, whose rows have these exponents.
void enqueue_residues(DType dtype, const ResidueArguments& arguments, const void* operand,
                      const std::int32_t* exponents, std::int8_t* planes, Stream stream);
/// Writes D where rows and columns are finite.
void enqueue_restore(DType dtype, const RestoreArguments& arguments, const std::int32_t* products,
                     const std::int32_t* exponents, void* d, const Scalars& scalars, Stream stream);
/// The operands of enqueue_exceptions().
struct ExceptionOperands {
    const void* l = nullptr;
    const void* r = nullptr;
    void* d = nullptr;
};
/// Writes D where rows or columns are not finite, on `blocks` blocks.
void enqueue_exceptions(DType dtype, const ExceptionArguments& arguments,
                        const std::int32_t* exponents, const std::int32_t* exceptions,
                        const ExceptionOperands& operands, const Scalars& scalars,
                        std::int64_t blocks, Stream stream);

}  // namespace ttgt::cuda
