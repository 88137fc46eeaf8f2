// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <sys/mman.h>

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt {
namespace {

constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

}  // namespace

ConstTensorView::ConstTensorView(DType dtype, Layout layout, const void* data, MemorySpace space)
    : dtype_(dtype), space_(space), data_(data), layout_(std::move(layout)) {
    check_layout(layout_, size_bytes(dtype_), "the tensor");
}

void HostDelete::operator()(void* data) const noexcept { std::free(data); }

std::unique_ptr<void, HostDelete> allocate_host(std::int64_t bytes) {
    const std::int64_t alignment = bytes >= huge_page_bytes ? huge_page_bytes : workspace_alignment;
    // aligned_alloc wants a multiple of the alignment, and 0 bytes need no special case then.
    const std::int64_t rounded =
        checked_multiply(bytes / alignment + 1, alignment, "an allocation");
    void* data =
        std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded));
    if (data == nullptr) {
        throw OutOfMemory(fmt::format("cannot allocate {} bytes of host memory", bytes));
    }
    // Advice only: where the system gives huge pages, long strides miss the TLB less often.
    if (alignment == huge_page_bytes) {
        (void)madvise(data, static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    }
    return std::unique_ptr<void, HostDelete>(data);
}

}  // namespace ttgt
