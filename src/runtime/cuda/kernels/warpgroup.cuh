// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// What products of a warpgroup have in common: four warps of a block, the first of which is a
// multiple of 4, multiply together on Hopper's tensor cores, while they go on with other work.

namespace ttgt::cuda {

/// What tensor cores know of rows of 128 bytes in shared memory whose units of 16 bytes are xored
/// with the row: 8 rows are 1024 bytes. Rows begin at a multiple of 1024 bytes; 32 bytes further on
/// in each row begins what the next instruction multiplies.
__device__ inline std::uint64_t described(std::uint32_t address) {
    constexpr std::uint64_t swizzle_of_128 = std::uint64_t{1} << 62;
    constexpr std::uint64_t rows_apart = std::uint64_t{1024 >> 4} << 32;
    constexpr std::uint64_t unused = std::uint64_t{1} << 16;
    return swizzle_of_128 | rows_apart | unused | (address & 0x3ffffU) >> 4;
}

/// Orders what threads have written to shared memory before the products that read it.
__device__ inline void publish_to_products() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
/// Orders writes of registers before the products that read or add to them.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
/// Ends a group of products, for wait_for_products().
__device__ inline void commit_products() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits for all but the last `left` groups of products.
template <int left>
__device__ inline void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory");
}

/// Keeps reads of a sum behind the wait for its products.
__device__ inline void hold_back(float& sum) { asm volatile("" : "+f"(sum)::"memory"); }

}  // namespace ttgt::cuda
