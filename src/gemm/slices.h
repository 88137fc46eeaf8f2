// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include "src/core/function_ref.h"

#include "src/gemm/gemm.h"

namespace ttgt {

/// Cuts `call` into calls none of whose sizes or leading dimensions exceeds `limit`, in an order in
/// which each adds to what came before. Where a leading dimension exceeds it, the matrix is handed
/// over one column at a time, for which BLAS needs no leading dimension.
void for_each_slice(const GemmCall& call, std::int64_t limit,
                    FunctionRef<void(const GemmCall&)> run);

}  // namespace ttgt
