// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

/// Libraries with kernels for small products pack most of those whose left factor alone is
/// transposed, and their threads take turns to. The threads of a contraction transpose such a
/// factor themselves, a block of rows at a time, into memory on the stack.
namespace ttgt::cpu {

/// Rows that a block has at most; 0 where too few of that inner size fit.
[[nodiscard]] std::int64_t transposed_rows(DType dtype, std::int64_t inner);
/// Whether `call` had better be multiplied so.
[[nodiscard]] bool suits_transposed_left(const GemmCall& call);
/// gemm(call), which suits.
void gemm_with_transposed_left(const GemmCall& call);

}  // namespace ttgt::cpu
