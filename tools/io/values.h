// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>
#include <ttgt/planning.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Values as they are written on the command line and in case files. `what` names the option or
/// field in messages; all functions throw InvalidArgument.
namespace ttgt::tool {

/// A decimal integer, the whole text, at least `least`.
[[nodiscard]] std::int64_t parse_integer(std::string_view text, std::int64_t least,
                                         std::string_view what);
/// "31,549,2,3"; an empty text is an empty list.
[[nodiscard]] std::vector<std::int64_t> parse_integers(std::string_view text, std::int64_t least,
                                                       std::string_view what);
/// Bytes: "0", "4096", "64MiB", "1GiB", "2GB", or "unlimited". Units: B, kB, MB, GB, TB (powers of
/// 1000) and KiB, MiB, GiB, TiB (powers of 1024).
[[nodiscard]] std::int64_t parse_size(std::string_view text, std::string_view what);
/// A number of things, at least 1: "2000000", "300k", "150M" or "1G", powers of 1000.
[[nodiscard]] std::int64_t parse_count(std::string_view text, std::string_view what);
/// "1.5" or "1.5,-2" (real part, imaginary part), finite.
[[nodiscard]] Scalar parse_scalar(std::string_view text, std::string_view what);
/// A dtype one can compute with: any but the opaque ones.
[[nodiscard]] DType parse_numeric_dtype(std::string_view text, std::string_view what);
[[nodiscard]] ComputeType parse_compute(std::string_view text, std::string_view what);
/// The dtype of 1, 2, 4, 8 or 16 bytes that only moves.
[[nodiscard]] DType opaque_dtype(std::int64_t element_bytes, std::string_view what);
/// 0 to n-1, each once, where n is `rank`.
[[nodiscard]] std::vector<int> parse_permutation(std::string_view text, std::size_t rank,
                                                 std::string_view what);

/// What --measure asks for.
[[nodiscard]] constexpr Planning planning_of(bool measure) {
    return measure ? Planning::measure : Planning::heuristic;
}

/// The parts of `text` between separators; one empty part for an empty text.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace ttgt::tool
