// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include "bindings/cutensor/api.h"

namespace ttgt::cutensor {

/// The engine's dtype; throws Failure (NOT_SUPPORTED) for a type that it lacks.
[[nodiscard]] DType dtype_of(cudaDataType_t type);
[[nodiscard]] cudaDataType_t type_of(DType dtype);
/// Reads the scalar at an address; throws Failure where the address is null.
[[nodiscard]] Scalar read_scalar(const void* address, DType dtype, const char* name);

}  // namespace ttgt::cutensor
