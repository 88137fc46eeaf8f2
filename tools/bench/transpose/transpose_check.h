// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <vector>

#include "src/core/modes.h"

/// Checks of transposes in host memory, bit by bit; beyond 2^27 elements of a sample of 2^20.
namespace ttgt::tool {

/// Whether `out` is `in` moved along modes of input and output strides.
[[nodiscard]] bool is_moved(const void* out, const void* in, const Modes<2>& modes,
                            std::int64_t element_bytes);
/// Whether `out` is that plus what fill_random() with this seed had written there; float32 and
/// float64 alone.
[[nodiscard]] bool is_added(const void* out, const void* in, const Modes<2>& modes, DType dtype,
                            std::uint64_t seed);
/// As is_moved(), both packed, first mode fastest.
[[nodiscard]] bool is_transpose_of(const void* out, const void* in,
                                   const std::vector<std::int64_t>& in_extents,
                                   const std::vector<int>& perm, std::int64_t element_bytes);

}  // namespace ttgt::tool
