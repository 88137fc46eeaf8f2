// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <vector>

#include "bindings/cutensor/api.h"

namespace ttgt::test {

using Values = std::vector<Scalar>;
using Bytes = std::vector<std::byte>;

/// Elements of a type as they lie in memory, and back.
[[nodiscard]] Bytes encode(const Values& values, cudaDataType_t type);
[[nodiscard]] Values decode(const Bytes& bytes, cudaDataType_t type);
[[nodiscard]] std::size_t element_bytes(cudaDataType_t type);
[[nodiscard]] bool is_complex_type(cudaDataType_t type);
/// Half the distance from 1 to the next number of the type.
[[nodiscard]] double roundoff(cudaDataType_t type);
/// "16F", "C_64F", ...
[[nodiscard]] const char* name_of(cudaDataType_t type);

}  // namespace ttgt::test
