// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>

namespace ttgt {

/// True where two different index tuples of the layout address the same element, or where finding
/// that out would take too long: as for overlap().
[[nodiscard]] bool overlaps_itself(const Layout& layout);

/// Some elements in memory: a layout whose strides count elements of `element_bytes` bytes.
struct MemoryRegion {
    const Layout* layout = nullptr;
    std::int64_t element_bytes = 1;
    const void* data = nullptr;
};

/// True where an element of one shares a byte with an element of the other. Exact for regions that
/// interleave too: blocks of one array, its parts by any steps, any two regions of one mode each.
/// Where strides in several modes have nothing to do with each other, so that the search for a
/// common byte would take more than milliseconds, the answer is true. Allocates nothing.
[[nodiscard]] bool overlap(const MemoryRegion& a, const MemoryRegion& b);

}  // namespace ttgt
