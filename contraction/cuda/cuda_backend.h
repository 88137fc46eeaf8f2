// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Of a CUDA device; lives as long as the program.
[[nodiscard]] const Backend& backend(int device);

}  // namespace ttgt::cuda
