// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

/// Small matrix products C = op(A) * B of which only A is transposed. The BLAS library packs A for
/// most such products, and only one thread at a time may do so. Instead, each thread transposes A
/// itself, block by block of rows, into memory on its stack, and multiplies the copy.
namespace ttgt::cpu {

/// The most rows of op(A) in one block on the stack, for inner size `inner`. 0 if a block would
/// have too few rows, or the dtype is complex.
[[nodiscard]] std::int64_t transposed_rows(DType dtype, std::int64_t inner);
/// Whether gemm_with_transposed_left() is faster than gemm() for this product and can do it.
[[nodiscard]] bool suits_transposed_left(const GemmCall& call);
/// Computes the same as gemm(call). Precondition: suits_transposed_left(call).
void gemm_with_transposed_left(const GemmCall& call);

}  // namespace ttgt::cpu
