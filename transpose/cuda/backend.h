// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "transpose/backend.h"

namespace ttgt::cuda {

/// The backend of the context's GPU. Throws Unsupported where the library was built without CUDA.
[[nodiscard]] std::shared_ptr<const TransposeBackend> make_transpose_backend(
    const Context& context);

}  // namespace ttgt::cuda
