// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Whether the step is best done along rows of D: nothing is summed, or D's fastest label stands in
/// both inputs, contiguous in all.
/// Elements of a row that are done at once, where they are next to each other in all operands.
inline constexpr std::int64_t plain_length = 8192;

[[nodiscard]] bool is_elementwise(const DirectStep& step, const DirectLabels& labels);

/// Such a step. D may be an input where nothing is summed and the layouts agree.
void run_elementwise(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                     const void* l, const void* r, void* d, int threads);

}  // namespace ttgt::cpu
