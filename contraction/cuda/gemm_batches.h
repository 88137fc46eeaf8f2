// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan.h"
#include "src/gemm/cublas_lt.h"

namespace ttgt::cuda {

/// How the products of a GemmStep are handed to cuBLASLt: one evenly spaced batch a call.
struct GemmBatches {
    Mode<3> batch;   ///< strides of A, B, C; extent 1 where there is nothing to loop over
    Modes<3> calls;  ///< loops over calls
};

[[nodiscard]] GemmBatches batches_of(const GemmStep& step);

/// What one of those calls computes.
[[nodiscard]] BatchedGemm call_of(const GemmCall& shape, const Mode<3>& batch);

}  // namespace ttgt::cuda
