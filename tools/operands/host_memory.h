// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <memory>

namespace ttgt::tool {

/// Host memory that CUDA devices share.
enum class HostMemory : std::uint8_t { page_locked, pageable };
[[nodiscard]] constexpr const char* name(HostMemory memory) {
    return memory == HostMemory::page_locked ? "page-locked" : "pageable";
}

/// Memory for a packed tensor, never null, elements undefined; page-locked by the CUDA device of
/// that number. Throws OutOfMemory.
[[nodiscard]] std::shared_ptr<void> allocate_in(HostMemory memory, const OperandLayout& operand,
                                                int device);
/// Page-locked; throws Unsupported where this build has no CUDA.
[[nodiscard]] std::shared_ptr<void> allocate_page_locked(std::int64_t bytes, int device);

}  // namespace ttgt::tool
