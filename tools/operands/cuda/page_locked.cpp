// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/host_memory.h"
#include "tools/operands/host_memory.h"

namespace ttgt::tool {

std::shared_ptr<void> allocate_page_locked(std::int64_t bytes, int device) {
    const auto buffer = std::make_shared<const cuda::PageLockedBuffer>(bytes, device);
    return {buffer, buffer->data()};
}

}  // namespace ttgt::tool
