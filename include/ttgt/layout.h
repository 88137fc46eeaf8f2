// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// Most modes of a tensor.
inline constexpr std::size_t max_rank = 64;

/// Where a tensor's elements lie: element (i0, i1, …) is at `data + i0*strides[0] + i1*strides[1] +
/// …`. Extents are counts, >= 0; strides are in elements and signed: 0 repeats an element (inputs
/// only), a negative one runs backwards from the base pointer. Rank 0 is a scalar.
struct Layout {
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;

    [[nodiscard]] std::size_t rank() const noexcept { return extents.size(); }
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// Packed, first mode fastest (Fortran order). Throws InvalidArgument on a negative extent or a
/// rank over 64, SizeOverflow where the volume does not fit.
[[nodiscard]] TTGT_EXPORT Layout packed(std::vector<std::int64_t> extents);
/// Packed, last mode fastest (C order). Throws as packed().
[[nodiscard]] TTGT_EXPORT Layout packed_last_fastest(std::vector<std::int64_t> extents);

/// Number of elements: the product of the extents, 1 for rank 0. Throws SizeOverflow where it does
/// not fit.
[[nodiscard]] TTGT_EXPORT std::int64_t volume(const Layout& layout);
/// Bytes of a packed tensor of these extents. Throws SizeOverflow where they do not fit.
[[nodiscard]] TTGT_EXPORT std::int64_t packed_bytes(const Layout& layout,
                                                    std::int64_t element_bytes);
/// "31x549 strides 1,31".
[[nodiscard]] TTGT_EXPORT std::string to_string(const Layout& layout);

/// Throws InvalidArgument naming `operand` where rank, extents or strides cannot be a layout, and
/// SizeOverflow where an element's byte offset could leave 63 bits.
TTGT_EXPORT void check_layout(const Layout& layout, std::int64_t element_bytes,
                              const std::string& operand);

}  // namespace ttgt
