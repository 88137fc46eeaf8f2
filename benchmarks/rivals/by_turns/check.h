// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "benchmarks/rivals/by_turns/problem.h"

/// What contenders read, and whether what they write is right: by the definition alone, without a
/// line of the engine.
namespace ttgt::by_turns {

/// Numbers of 24 bits in [-1, 1), which depend on position and seed alone.
void fill(void* data, std::int64_t count, std::int64_t element_bytes, std::uint32_t seed);
/// Bytes of ones: NaNs, which no right result holds.
void spoil(void* data, std::int64_t bytes);

/// Compares every element; empty where all are right, else which one is wrong.
[[nodiscard]] std::string error_of(const Transpose& problem, const void* in, const void* out);
/// Compares sampled elements, the first and the last among them, with sums in double precision,
/// within the bound of docs/maths.md.
[[nodiscard]] std::string error_of(const Contraction& problem, const void* l, const void* r,
                                   const void* d);

}  // namespace ttgt::by_turns
