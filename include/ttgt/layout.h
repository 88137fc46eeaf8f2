// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// The largest number of modes that a tensor may have.
inline constexpr std::size_t max_rank = 64;

/// Extents and strides of a tensor, one of each per mode. Element (i0, i1, …) lies at
/// `data + i0*strides[0] + i1*strides[1] + …`. A tensor without modes is a scalar.
struct Layout {
    std::vector<std::int64_t> extents;  ///< number of indices of each mode; 0 or more
    /// Distance in elements from one index of each mode to the next. May be negative. May be 0 in
    /// inputs: all indices of the mode then read the same element.
    std::vector<std::int64_t> strides;

    /// The number of modes.
    [[nodiscard]] std::size_t rank() const noexcept { return extents.size(); }
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// The layout without gaps whose first mode is fastest (Fortran order). Throws InvalidArgument
/// where an extent is negative or there are more than max_rank modes, SizeOverflow where the number
/// of elements exceeds 64-bit integers.
[[nodiscard]] TTGT_EXPORT Layout packed(std::vector<std::int64_t> extents);
/// The layout without gaps whose last mode is fastest (C order). Throws what packed() throws.
[[nodiscard]] TTGT_EXPORT Layout packed_last_fastest(std::vector<std::int64_t> extents);

/// The number of elements: the product of the extents; 1 for a scalar. Throws SizeOverflow where
/// the product exceeds 64-bit integers.
[[nodiscard]] TTGT_EXPORT std::int64_t volume(const Layout& layout);
/// The bytes of a tensor of these extents without gaps; the strides do not count. Throws
/// SizeOverflow where the number exceeds 64-bit integers.
[[nodiscard]] TTGT_EXPORT std::int64_t packed_bytes(const Layout& layout,
                                                    std::int64_t element_bytes);
/// The layout as text, such as "31x549 strides 1,31".
[[nodiscard]] TTGT_EXPORT std::string to_string(const Layout& layout);

/// Throws InvalidArgument, naming `operand`, where the layout is invalid: too many modes, a
/// negative extent, or another number of strides than of extents. Throws SizeOverflow where the
/// byte offset of an element exceeds 64-bit integers.
TTGT_EXPORT void check_layout(const Layout& layout, std::int64_t element_bytes,
                              const std::string& operand);

}  // namespace ttgt
