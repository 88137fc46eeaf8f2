// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/plan.h"

namespace ttgt::cuda {

/// How the products of a GemmStep are handed to cuBLASLt: a batch a call.
struct GemmBatches {
    Modes<3> batch;  ///< strides of A, B, C; one mode is a strided batch, several need pointers
    Modes<3> calls;  ///< loops over calls

    [[nodiscard]] bool needs_pointers() const { return batch.size() > 1; }
};

/// The fewest calls for which the step has scratch memory.
[[nodiscard]] GemmBatches batches_of(const GemmStep& step);
/// The fewest calls without pointers.
[[nodiscard]] GemmBatches strided_batches_of(const GemmStep& step);

}  // namespace ttgt::cuda
