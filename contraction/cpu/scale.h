// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// out = beta * out; beta = 0 writes zeros without reading.
void run_scale(const ScaleStep& step, const Scalar& beta, void* out, int threads);

}  // namespace ttgt::cpu
