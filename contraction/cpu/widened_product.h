// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/backend.h"
#include "contraction/cpu/direct_labels.h"

namespace ttgt::cpu {

/// A Direct step on float16 or bfloat16: computed in float32, each element of D rounded once.
void run_widened(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                 const void* l, const void* r, void* d, int threads);

}  // namespace ttgt::cpu
