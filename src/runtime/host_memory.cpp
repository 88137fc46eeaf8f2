// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/host_memory.h"

#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;
/// Of the bytes asked for: what the last huge page may hold in vain. Small workspaces would else
/// take up to twice the memory that their plans say.
constexpr std::int64_t most_idle = 32;

/// Bytes of an allocation that are to be huge pages; the others are the system's usual pages.
std::int64_t bytes_in_huge_pages(std::int64_t bytes) {
    const std::int64_t last = bytes % huge_page_bytes;
    const std::int64_t idle = last == 0 ? 0 : huge_page_bytes - last;
    return idle <= bytes / most_idle ? bytes + idle : bytes - last;
}

}  // namespace

void HostDelete::operator()(void* data) const noexcept { std::free(data); }

std::unique_ptr<void, HostDelete> allocate_host(std::int64_t bytes) {
    const std::int64_t huge = bytes_in_huge_pages(bytes);
    const std::int64_t alignment = huge > 0 ? huge_page_bytes : workspace_alignment;
    // One more, so that 0 bytes need no special case.
    const std::int64_t rounded =
        checked_multiply(bytes / workspace_alignment + 1, workspace_alignment, "an allocation");
    void* data = nullptr;
    if (posix_memalign(&data, static_cast<std::size_t>(alignment),
                       static_cast<std::size_t>(std::max(rounded, huge))) != 0) {
        throw OutOfMemory(fmt::format("cannot allocate {} bytes of host memory", bytes));
    }
    // Advice only: where the system gives huge pages, long strides miss the TLB less often.
    if (huge > 0) (void)madvise(data, static_cast<std::size_t>(huge), MADV_HUGEPAGE);
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
