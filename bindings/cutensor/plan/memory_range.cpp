// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/memory_range.h"

#include <algorithm>

namespace ttgt::cutensor {

MemoryRange range_of(const Operand& operand, const void* data) noexcept {
    std::int64_t first = 0;
    std::int64_t last = 0;
    for (std::size_t mode = 0; mode < operand.layout.rank(); ++mode) {
        if (operand.layout.extents[mode] == 0) return {};
        const std::int64_t reach =
            (operand.layout.extents[mode] - 1) * operand.layout.strides[mode];
        first += std::min(reach, std::int64_t{0});
        last += std::max(reach, std::int64_t{0});
    }
    const std::int64_t bytes = size_bytes(operand.dtype);
    const auto at = reinterpret_cast<std::uintptr_t>(data);
    return {at + static_cast<std::uintptr_t>(first * bytes),
            at + static_cast<std::uintptr_t>((last + 1) * bytes)};
}

bool meet(const MemoryRange& one, const MemoryRange& other) noexcept {
    return one.begin < other.end && other.begin < one.end;
}

}  // namespace ttgt::cutensor
