// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "tests/support/emulation/emulated_block.h"

// What nvcc knows of itself, for kernels' source that is included after this. Shared memory is
// thread_local: all threads of a block run on one thread of the CPU.
#define __device__
#define __global__
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__ thread_local
// The instructions in assembler begin a copy of `from` to `to`, or end those begun.
#define asm                                  \
    if constexpr (true)                      \
        emulated_copy(to, from, bytes_read); \
    else                                     \
        __asm__

namespace ttgt::cuda {
namespace {

struct alignas(8) uint2 {
    std::uint32_t x, y;
};
struct alignas(16) uint4 {
    std::uint32_t x, y, z, w;
};

struct {
    struct {
        operator unsigned() const { return test::EmulatedBlock::current().thread(); }
    } x;
} threadIdx;
struct {
    unsigned x = 0;
    unsigned y = 0;
} blockIdx, gridDim;

inline int min(int a, int b) { return std::min(a, b); }
inline unsigned min(unsigned a, unsigned b) { return std::min(a, b); }
inline int max(int a, int b) { return std::max(a, b); }
inline std::uint32_t __umulhi(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32U);
}
inline std::uint32_t __funnelshift_r(std::uint32_t low, std::uint32_t high, std::uint32_t shift) {
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32U | low) >> shift % 32);
}
inline std::uint32_t __byte_perm(std::uint32_t low, std::uint32_t high, std::uint32_t selector) {
    const std::uint64_t both = std::uint64_t{high} << 32U | low;
    std::uint32_t result = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
        const std::uint64_t picked = both >> 8 * (selector >> 4 * byte & 7U) & 0xffU;
        result |= static_cast<std::uint32_t>(picked << 8 * byte);
    }
    return result;
}
/// The threads of a block run one after the other, so that nothing comes in between.
inline std::uint32_t atomicAdd(std::uint32_t* to, std::uint32_t value) {
    return std::exchange(*to, *to + value);
}
inline std::uint32_t atomicMin(std::uint32_t* to, std::uint32_t value) {
    return std::exchange(*to, std::min(*to, value));
}
inline std::int32_t atomicMax(std::int32_t* to, std::int32_t value) {
    return std::exchange(*to, std::max(*to, value));
}
inline void __syncthreads() { test::EmulatedBlock::current().wait_for_block(); }
inline std::int64_t __shfl_xor_sync(unsigned, std::int64_t value, int mask) {
    return test::EmulatedBlock::current().exchange(value, mask);
}
inline std::uint32_t __shfl_xor_sync(unsigned lanes, std::uint32_t value, int mask) {
    return static_cast<std::uint32_t>(__shfl_xor_sync(lanes, std::int64_t{value}, mask));
}
inline double __shfl_xor_sync(unsigned lanes, double value, int mask) {
    return std::bit_cast<double>(__shfl_xor_sync(lanes, std::bit_cast<std::int64_t>(value), mask));
}
template <class Word>
Word __shfl_sync(unsigned, Word value, int lane) {
    static_assert(sizeof(Word) == sizeof(std::uint32_t));
    const auto all = test::EmulatedBlock::current().share({std::bit_cast<std::uint32_t>(value)});
    return std::bit_cast<Word>(static_cast<std::uint32_t>(all[static_cast<std::size_t>(lane)][0]));
}
inline std::uint32_t __reduce_or_sync(unsigned, std::uint32_t value) {
    return test::EmulatedBlock::current().join(value);
}
inline std::uintptr_t __cvta_generic_to_shared(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

constexpr std::nullptr_t to{};  // where nothing is copied
constexpr std::nullptr_t from{};
constexpr int bytes_read = -1;  // where not even some bytes may be zeros
inline void emulated_copy(std::nullptr_t, std::nullptr_t, int) {
    test::EmulatedBlock::current().finish_copies();
}
template <class Element>
void emulated_copy(Element* shared, const Element* global, int read) {
    alignas(16) static const char zeros[sizeof(Element)] = {};
    const void* const source = read == 0 ? static_cast<const void*>(zeros) : global;
    test::EmulatedBlock::current().begin_copy(shared, source, sizeof(Element));
}

[[maybe_unused]] inline std::int64_t __double2ll_rn(double value) { return std::llrint(value); }
inline std::uint32_t __float_as_uint(float value) { return std::bit_cast<std::uint32_t>(value); }
inline float __uint_as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// Of the tensor cores: what tensor_cores.cuh says.

/// sum += a * b of a warp, where every lane's registers begin with those of a; a_at(words, half,
/// k) and b_at(words, k) are the elements that a lane has in row `half` and inner position k of
/// its own.
template <int positions, class Real, class A, class B>
void multiply_add_shared(Real (&sum)[4], const test::EmulatedBlock::Words& mine, const A& a_at,
                         const B& b_at) {
    test::EmulatedBlock& block = test::EmulatedBlock::current();
    const auto all = block.share(mine);
    const unsigned lane = block.thread() % 32;
    for (unsigned e = 0; e < 4; ++e) {
        const unsigned row = lane / 4;
        const unsigned column = lane % 4 * 2 + e % 2;
        for (unsigned quad = 0; quad < 4; ++quad) {
            for (unsigned k = 0; k < positions; ++k) {
                sum[e] += a_at(all[row * 4 + quad], e / 2, k) * b_at(all[column * 4 + quad], k);
            }
        }
    }
}

[[maybe_unused]] inline void multiply_add_16_8_4(double (&sum)[4], const double (&a)[2], double b) {
    using Words = test::EmulatedBlock::Words;
    const auto number = [](std::uint64_t word) { return std::bit_cast<double>(word); };
    const auto word = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    multiply_add_shared<1>(
        sum, {word(a[0]), word(a[1]), word(b)},
        [&](const Words& lane, unsigned half, unsigned) { return number(lane[half]); },
        [&](const Words& lane, unsigned) { return number(lane[2]); });
}

[[maybe_unused]] inline void multiply_add_16_8_8(float (&sum)[4], const std::uint32_t (&a)[4],
                                                 const std::uint32_t (&b)[2]) {
    using Words = test::EmulatedBlock::Words;
    const auto number = [](std::uint64_t word) {
        return __uint_as_float(static_cast<std::uint32_t>(word) & 0xffffe000U);
    };
    multiply_add_shared<2>(
        sum, {a[0], a[1], a[2], a[3], b[0], b[1]},
        [&](const Words& lane, unsigned half, unsigned k) { return number(lane[2 * k + half]); },
        [&](const Words& lane, unsigned k) { return number(lane[4 + k]); });
}

template <class Half>
void multiply_add_16_8_16(float (&sum)[4], const std::uint32_t (&a)[4],
                          const std::uint32_t (&b)[2]) {
    using Words = test::EmulatedBlock::Words;
    const auto number = [](std::uint64_t word, unsigned k) {
        Half half;
        half.bits = static_cast<std::uint16_t>(word >> 16 * (k % 2));
        return static_cast<float>(half);
    };
    multiply_add_shared<4>(
        sum, {a[0], a[1], a[2], a[3], b[0], b[1]},
        [&](const Words& lane, unsigned half, unsigned k) {
            return number(lane[k / 2 * 2 + half], k);
        },
        [&](const Words& lane, unsigned k) { return number(lane[4 + k / 2], k); });
}

// Of warpgroups: what warpgroup_products.cuh and warpgroup.cuh say. Products are there at once.

[[maybe_unused]] inline std::uint32_t shared_address(const void* address) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address));
}
[[maybe_unused]] inline std::uint64_t described_at(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}
[[maybe_unused]] inline void publish_to_products() {}
[[maybe_unused]] inline void begin_products() {}
[[maybe_unused]] inline void commit_products() {}
[[maybe_unused]] inline void hold_back(float&) {}
template <int left>
void wait_for_products() {}

template <std::size_t eights>
void multiply_add_64_rows(float (&sum)[eights][4], const std::uint32_t (&a)[4], std::uint64_t b) {
    const auto number = [](std::uint64_t word) {
        return __uint_as_float(static_cast<std::uint32_t>(word) & 0xffffe000U);
    };
    const auto b_at = [&](std::uint64_t column, std::uint64_t k) {
        const std::uint64_t address = b + column * 128 + k * 4;
        std::uint32_t word = 0;
        std::memcpy(&word, reinterpret_cast<const void*>(address ^ (address >> 7 & 7) << 4), 4);
        return number(word);
    };
    test::EmulatedBlock& block = test::EmulatedBlock::current();
    const auto all = block.share({a[0], a[1], a[2], a[3]});
    const unsigned lane = block.thread() % 32;
    for (unsigned j = 0; j < eights; ++j) {
        for (unsigned e = 0; e < 4; ++e) {
            for (unsigned k = 0; k < 8; ++k) {
                const auto& words = all[lane / 4 * 4 + k % 4];
                sum[j][e] +=
                    number(words[k / 4 * 2 + e / 2]) * b_at(j * 8 + lane % 4 * 2 + e % 2, k);
            }
        }
    }
}

template <bool transposed, std::size_t count>
void load_matrices(std::uint32_t (&registers)[count], const void* row) {
    test::EmulatedBlock& block = test::EmulatedBlock::current();
    const auto address = reinterpret_cast<std::uintptr_t>(row);
    if (address % 16 != 0) block.note("a row of a matrix is not aligned");
    const auto all = block.share({address});
    const unsigned lane = block.thread() % 32;
    const auto element = [&](std::size_t matrix, unsigned r, unsigned c) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, reinterpret_cast<const std::uint16_t*>(all[matrix * 8 + r][0]) + c, 2);
        return bits;
    };
    for (std::size_t m = 0; m < count; ++m) {
        const unsigned r = lane / 4;
        const unsigned c = lane % 4 * 2;
        const std::uint32_t low = transposed ? element(m, c, r) : element(m, r, c);
        const std::uint32_t high = transposed ? element(m, c + 1, r) : element(m, r, c + 1);
        registers[m] = low | high << 16U;
    }
}

}  // namespace

constexpr std::size_t emulated_shared_bytes = std::size_t{256} * 1024;
alignas(128) thread_local uint4 shared_memory[emulated_shared_bytes / sizeof(uint4)];

/// Runs the blocks of a launch one after the other, on shared memory that is poison first; returns
/// what went wrong, or nothing. `used` bytes are asked for; there are guard_bytes more.
constexpr std::size_t guard_bytes = 256;
template <class Kernel>
std::string run_blocks(void* shared, std::size_t used, std::int64_t blocks, int threads,
                       const Kernel& kernel) {
    constexpr unsigned char poison = 0xcd;
    auto* const bytes = static_cast<unsigned char*>(shared);
    for (std::int64_t block = 0; block < blocks; ++block) {
        std::memset(bytes, poison, used + guard_bytes);
        blockIdx.x = static_cast<unsigned>(block);
        gridDim.x = static_cast<unsigned>(blocks);
        test::EmulatedBlock& emulated = test::EmulatedBlock::current();
        if (!emulated.run(threads, block % 2 == 0, kernel)) return emulated.error();
        const auto is_poison = [](unsigned char byte) { return byte == poison; };
        if (!std::all_of(bytes + used, bytes + used + guard_bytes, is_poison)) {
            return "written beyond the shared memory asked for";
        }
    }
    return {};
}

}  // namespace ttgt::cuda
