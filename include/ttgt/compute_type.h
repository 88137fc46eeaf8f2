// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ttgt {

/// In what precision the products of a contraction are computed.
enum class ComputeType : std::uint8_t {
    full,  ///< that of the operands; float32 for float16 and bfloat16
    tf32,  ///< matrix products may round float32 inputs to 11 significant bits; sums are float32
};

/// "full" or "tf32".
[[nodiscard]] TTGT_EXPORT std::string_view name(ComputeType compute) noexcept;
/// The compute type of that name, or nothing.
[[nodiscard]] TTGT_EXPORT std::optional<ComputeType> parse_compute_type(
    std::string_view name) noexcept;

}  // namespace ttgt
