// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/host_memory.h"

#include <ttgt/context.h>
#include <ttgt/tensor.h>

#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ttgt {
namespace {

/// Too little to share, and enough for several threads with ends within a page.
constexpr std::int64_t sizes[] = {1, 4097, (std::int64_t{3} << 20) + 5};

TEST(SetBytes, WritesThoseBytesAloneOnAnyNumberOfThreads) {
    for (const std::int64_t bytes : sizes) {
        for (const int threads : {0, 1, 3}) {
            std::vector<unsigned char> memory(static_cast<std::size_t>(bytes) + 2, 1);
            set_bytes(memory.data() + 1, 7, bytes, threads);
            EXPECT_EQ(memory.front(), 1);
            EXPECT_EQ(memory.back(), 1);
            EXPECT_EQ(std::count(memory.begin(), memory.end(), 7), bytes)
                << bytes << " bytes, " << threads << " threads";
        }
    }
}

TEST(AllocateZeroedHost, GivesAlignedZeros) {
    for (const std::int64_t bytes : sizes) {
        // Memory that was written before, where the allocator has kept some.
        set_bytes(allocate_host(bytes).get(), 7, bytes, 0);
        const auto memory = allocate_zeroed_host(bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.get()) % workspace_alignment, 0U);
        const auto* const begin = static_cast<const unsigned char*>(memory.get());
        EXPECT_EQ(std::count(begin, begin + bytes, 0), bytes);
    }
    EXPECT_NE(allocate_zeroed_host(0), nullptr);
}

/// Of each page from `begin` on that lies in `bytes` bytes, whether it is in memory; pages that are
/// not the process's are not.
std::int64_t resident_pages(const void* begin, std::int64_t bytes) {
    const std::int64_t page = sysconf(_SC_PAGESIZE);
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    auto* const first =
        reinterpret_cast<char*>(address - address % static_cast<std::uintptr_t>(page));
    std::int64_t resident = 0;
    for (char* at = first; at < static_cast<const char*>(begin) + bytes; at += page) {
        unsigned char found = 0;
        if (mincore(at, 1, &found) == 0) resident += found & 1;
    }
    return resident;
}

TEST(AllocateHost, LeavesLittleOfItsLastHugePageIdle) {
    constexpr std::int64_t huge = std::int64_t{2} << 20;
    const std::int64_t bytes = huge + huge / 4;
    const auto memory = allocate_host(bytes);
    set_bytes(memory.get(), 1, bytes, 1);

    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.get()) % huge, 0U);
    EXPECT_GE(resident_pages(memory.get(), bytes), bytes / sysconf(_SC_PAGESIZE));
    const void* const behind = static_cast<const char*>(memory.get()) + bytes + huge / 4;
    EXPECT_LE(resident_pages(behind, huge / 2), 16);  // as a heap may have them
}

}  // namespace
}  // namespace ttgt
