// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt {

/// Vector instructions of x86-64 that this machine's CPU has and whose registers the system keeps,
/// each with all before it. Other machines have `sse`.
enum class VectorLevel : std::uint8_t { sse, avx, avx2, avx512 };

[[nodiscard]] VectorLevel vector_level() noexcept;

}  // namespace ttgt
