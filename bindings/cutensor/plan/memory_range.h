// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bindings/cutensor/operation.h"

namespace ttgt::cutensor {

/// Addresses from the first to behind the last byte of a tensor; empty where it has no element.
struct MemoryRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

/// `data` is the address of element (0, 0, ...).
[[nodiscard]] MemoryRange range_of(const Operand& operand, const void* data) noexcept;
/// Whether some address is in both. Tensors may still share no element: they may be interleaved.
[[nodiscard]] bool meet(const MemoryRange& one, const MemoryRange& other) noexcept;

}  // namespace ttgt::cutensor
