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
    /// Matrix products may take 11 significant bits of float32 inputs, rounded or cut off; sums are
    /// float32.
    tf32,
    /// Matrix products may take each float32 input as a sum of two numbers of 11 significant bits,
    /// and leave out the product of the smaller two: errors are at most twice those of `full`, by
    /// the same bound. Inputs beyond 3.4e38 in magnitude count as infinite, and infinite ones give
    /// infinities or NaNs.
    tf32x3,
};

/// "full", "tf32" or "tf32x3".
[[nodiscard]] TTGT_EXPORT std::string_view name(ComputeType compute) noexcept;
/// The compute type of that name, or nothing.
[[nodiscard]] TTGT_EXPORT std::optional<ComputeType> parse_compute_type(
    std::string_view name) noexcept;

}  // namespace ttgt
