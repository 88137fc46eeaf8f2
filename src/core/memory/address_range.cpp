// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/memory/address_range.h"

#include "src/core/checked.h"

namespace ttgt {

AddressRange address_range(const Layout& layout, std::int64_t element_bytes,
                           std::string_view what) {
    AddressRange range{0, element_bytes};
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        const std::int64_t steps = checked_multiply(layout.extents[mode] - 1, element_bytes, what);
        const std::int64_t reach = checked_multiply(steps, layout.strides[mode], what);
        std::int64_t& end = reach < 0 ? range.begin : range.end;
        end = checked_add(end, reach, what);
    }
    return range;
}

}  // namespace ttgt
