// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>
#include <string_view>

namespace ttgt {

/// Where a layout's elements lie, in bytes from element (0, 0, …).
struct AddressRange {
    std::int64_t begin = 0;  ///< offset in bytes of the first byte; at most 0
    std::int64_t end = 0;    ///< offset in bytes after the last byte
};

/// Every extent is at least 1. Throws SizeOverflow naming `what` where an end leaves int64.
[[nodiscard]] AddressRange address_range(const Layout& layout, std::int64_t element_bytes,
                                         std::string_view what);

}  // namespace ttgt
