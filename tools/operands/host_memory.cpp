// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/host_memory.h"

#include <algorithm>

#include "tools/operands/buffers.h"

namespace ttgt::tool {

std::shared_ptr<void> allocate_in(HostMemory memory, const OperandLayout& operand, int device) {
    if (memory == HostMemory::pageable) return allocate_tensor(operand.layout, operand.dtype);
    const std::int64_t bytes = tensor_bytes(operand.layout, operand.dtype);
    return allocate_page_locked(std::max<std::int64_t>(bytes, 1), device);
}

}  // namespace ttgt::tool
