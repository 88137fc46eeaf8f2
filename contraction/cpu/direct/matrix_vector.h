// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Minimum number of terms of a chunk: long sums of few outputs are cut into chunks for threads to
/// share.
inline constexpr std::int64_t dot_chunk = 4096;

/// Whether a step multiplies a matrix and a vector, or two vectors, of one dtype, and the matrix is
/// contiguous along the rows, or along the sum as the vector is. Swaps A and B, and rows and
/// columns, where A is the vector; sorts the labels by the matrix.
[[nodiscard]] bool is_matrix_vector(const DirectStep& step, DirectLabels& labels);

/// Computes a step for which is_matrix_vector() is true; reads the matrix once and in place.
void run_matrix_vector(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                       const void* l, const void* r, void* d, int threads);

}  // namespace ttgt::cpu
