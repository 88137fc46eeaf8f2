// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ttgt {

/// The precision in which the products and sums of a contraction are computed.
enum class ComputeType : std::uint8_t {
    /// The precision of the operands. float16 and bfloat16 operands are computed in float32.
    full,
    /// Matrix products may reduce each float32 input to 11 significant bits, rounded or cut off.
    /// Sums are computed in float32.
    tf32,
    /// Matrix products may split each float32 input into a sum of two numbers of 11 significant
    /// bits each, and leave out the product of the two smaller numbers. The error bound is twice
    /// that of `full`. An input above 3.4e38 in magnitude may count as infinite; an infinite input
    /// gives infinities or NaNs. Products that are predicted to be faster in full precision are
    /// computed in full precision.
    tf32x3,
    /// Matrix products of float32, float64, complex64 and complex128 may scale the rows of L and
    /// the columns of R to integers and multiply these exactly, by products of INT8. The error of
    /// an element is bounded by the norms of its row and its column (docs/maths.md). It is below
    /// that of `full` unless elements of one row or column differ by several orders of magnitude.
    /// Where such products are not faster, as of small matrices, everything is as with `full`.
    int8,
    /// As `int8`, with fewer products: errors may be 16 times as large.
    int8_fast,
};

/// The name of a compute type: "full", "tf32", "tf32x3", "int8" or "int8-fast".
[[nodiscard]] TTGT_EXPORT std::string_view name(ComputeType compute) noexcept;
/// The compute type with this name; empty where no compute type has it.
[[nodiscard]] TTGT_EXPORT std::optional<ComputeType> parse_compute_type(
    std::string_view name) noexcept;

}  // namespace ttgt
