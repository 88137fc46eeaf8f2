// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/zeroed_memory.h"

#include <string_view>

#include "src/core/checked.h"
#include "src/core/memory/address_range.h"

namespace ttgt {

ZeroedMemory::ZeroedMemory(const Layout& layout, std::int64_t element_bytes) {
    constexpr std::string_view what = "the memory of a measured plan";
    const AddressRange range = address_range(layout, element_bytes, what);
    const std::int64_t bytes = checked_add(range.end, -range.begin, what);
    memory_ = allocate_zeroed_host(bytes);
    origin_ = static_cast<char*>(memory_.get()) - range.begin;
}

}  // namespace ttgt
