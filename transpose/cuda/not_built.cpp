// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "transpose/cuda/backend.h"

namespace ttgt::cuda {

std::shared_ptr<const TransposeBackend> make_transpose_backend(const Context&) { not_built(); }

}  // namespace ttgt::cuda
