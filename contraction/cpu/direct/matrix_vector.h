// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Whether the step is a matrix times a vector, or two vectors, in one dtype, A contiguous along
/// the sum (B, too) or along the rows. Swaps A and B where the vector is A.
/// Long sums of few outputs are cut into chunks of so many terms or more.
inline constexpr std::int64_t dot_chunk = 4096;

[[nodiscard]] bool is_matrix_vector(const DirectStep& step, DirectLabels& labels);

/// Such a step, reading A once and in place.
void run_matrix_vector(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                       const void* l, const void* r, void* d, int threads);

}  // namespace ttgt::cpu
