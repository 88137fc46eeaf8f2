// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Number of elements of a row that are computed at once where they are contiguous in all operands.
inline constexpr std::int64_t plain_length = 8192;

/// Whether a step is best computed along rows of D: nothing is summed over, or all operands have
/// D's fastest label and are contiguous along it.
[[nodiscard]] bool is_elementwise(const DirectStep& step, const DirectLabels& labels);

/// Computes a step for which is_elementwise() is true. D may be an input where nothing is summed
/// over and the layouts agree.
void run_elementwise(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                     const void* l, const void* r, void* d, int threads);

}  // namespace ttgt::cpu
