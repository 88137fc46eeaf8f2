// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "transpose/backend.h"

namespace ttgt::cpu {

/// The backend of the CPU, with this number of threads; 0 is OpenMP's default at the time of each
/// run.
[[nodiscard]] std::shared_ptr<const TransposeBackend> make_transpose_backend(int threads);

}  // namespace ttgt::cpu
