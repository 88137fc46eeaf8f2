// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt {

ConstTensorView::ConstTensorView(DType dtype, Layout layout, const void* data, MemorySpace space)
    : dtype_(dtype), space_(space), data_(data), layout_(std::move(layout)) {
    check_layout(layout_, size_bytes(dtype_), "the tensor");
}

void HostDelete::operator()(void* data) const noexcept { std::free(data); }

std::unique_ptr<void, HostDelete> allocate_host(std::int64_t bytes) {
    // aligned_alloc wants a multiple of the alignment, and 0 bytes need no special case then.
    const std::int64_t blocks = bytes / workspace_alignment + 1;
    const std::int64_t rounded = checked_multiply(blocks, workspace_alignment, "an allocation");
    void* data = std::aligned_alloc(static_cast<std::size_t>(workspace_alignment),
                                    static_cast<std::size_t>(rounded));
    if (data == nullptr) {
        throw OutOfMemory(fmt::format("cannot allocate {} bytes of host memory", bytes));
    }
    return std::unique_ptr<void, HostDelete>(data);
}

}  // namespace ttgt
