// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

/// Products whose left factor alone is transposed. BLAS libraries with kernels for small products
/// pack most such factors before they multiply, one thread at a time. The functions here let the
/// threads of a contraction transpose the factor themselves instead: a block of rows at a time,
/// into memory on the stack.
namespace ttgt::cpu {

/// The most rows of the product that a block has when the inner extent is `inner`; 0 where too few
/// rows fit on the stack, or the dtype is complex.
[[nodiscard]] std::int64_t transposed_rows(DType dtype, std::int64_t inner);
/// Whether gemm_with_transposed_left() is likely to be faster than gemm() for this call.
[[nodiscard]] bool suits_transposed_left(const GemmCall& call);
/// Computes what gemm(call) computes: transposes blocks of rows of the left factor and multiplies
/// each. suits_transposed_left(call) has to be true.
void gemm_with_transposed_left(const GemmCall& call);

}  // namespace ttgt::cpu
