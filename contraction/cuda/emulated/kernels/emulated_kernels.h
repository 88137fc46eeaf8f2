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

// The first pointer of each kind is that of the first of `items` products of a batch; operands are
// whole ones.

/// Writes splits * rows sizes. Resets what *choice says of the side.
void enqueue_measure(DType dtype, const MeasureArguments& arguments, std::int64_t items,
                     const void* operand, RowSize* sizes, ProductChoice* choice, Stream stream);
/// Adds the splits up, sets *choice, and writes an exponent for each row and each column of the
/// sides that are not kept.
void enqueue_exponents(const ExponentArguments& arguments, std::int64_t items, RowSize* sizes_l,
                       RowSize* sizes_r, std::int32_t* exponents, ProductChoice* choice,
                       Stream stream);
/// Writes the planes of an operand, whose rows have these exponents.
void enqueue_residues(DType dtype, const ResidueArguments& arguments, std::int64_t items,
                      const void* operand, const std::int32_t* exponents,
                      const ProductChoice* choice, std::int8_t* planes, Stream stream);
/// Writes D where rows and columns are finite.
void enqueue_restore(DType dtype, const RestoreArguments& arguments, std::int64_t items,
                     const std::uint32_t* products, const std::int32_t* exponents,
                     const ProductChoice* choice, void* d, const Scalars& scalars, Stream stream);
/// The operands of enqueue_exceptions().
struct ExceptionOperands {
    const void* l = nullptr;
    const void* r = nullptr;
    void* d = nullptr;
};
/// Writes D where rows or columns are not finite, on `blocks` blocks for each product.
void enqueue_exceptions(DType dtype, const ExceptionArguments& arguments, std::int64_t items,
                        const std::int32_t* exponents, const ProductChoice* choice,
                        const ExceptionOperands& operands, const Scalars& scalars,
                        std::int64_t blocks, Stream stream);

}  // namespace ttgt::cuda
