// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/host_memory.h"

#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

}  // namespace

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

std::unique_ptr<void, HostDelete> allocate_zeroed_host(std::int64_t bytes) {
    auto memory = allocate_host(bytes);
    set_bytes(memory.get(), 0, bytes, 0);
    return memory;
}

void set_bytes(void* to, unsigned char byte, std::int64_t bytes, int threads) {
    parallel_ranges(bytes, bytes, threads, [=](std::int64_t begin, std::int64_t end) {
        std::memset(static_cast<char*>(to) + begin, byte, static_cast<std::size_t>(end - begin));
    });
}

}  // namespace ttgt
