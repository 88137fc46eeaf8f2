// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This file is compiled once for each of Highway's targets: foreach_target.h includes it again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "transpose/cpu/simd.cpp"
// Vectors whose length is known when compiling, and of these the steps that change the kernels.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// The order matters: foreach_target.h comes first.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "transpose/cpu/simd.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

template <std::size_t size>
void transpose_elements(const std::byte* in, const std::int64_t* run, std::int64_t length,
                        std::int64_t rows, std::byte* buffer, std::int64_t pitch) {
    for (std::int64_t row = 0; row < rows; ++row) {
        std::byte* to = buffer;
        for (std::int64_t i = 0; i < length; ++i, to += size) std::memcpy(to, in + run[i], size);
        in += size;
        buffer += pitch;
    }
}

/// 16-byte elements fill the smallest vector: nothing is left to transpose in it.
void transpose16(const std::byte* in, const std::int64_t* run, std::int64_t length,
                 std::int64_t rows, std::byte* buffer, std::int64_t pitch) {
    transpose_elements<16>(in, run, length, rows, buffer, pitch);
}

#if HWY_TARGET == HWY_SCALAR

template <class T>
void transpose(const std::byte* in, const std::int64_t* run, std::int64_t length, std::int64_t rows,
               std::byte* buffer, std::int64_t pitch) {
    transpose_elements<sizeof(T)>(in, run, length, rows, buffer, pitch);
}

void copy_non_temporal(const std::byte* from, std::byte* to, std::int64_t bytes,
                       Prefetcher& prefetcher) {
    std::memmove(to, from, static_cast<std::size_t>(bytes));
    prefetcher.step(bytes / cache_line_bytes + 1);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t block_bytes = 16;

template <class T, std::int64_t blocks>
using VectorOf = hn::CappedTag<T, static_cast<std::size_t>(blocks* block_bytes) / sizeof(T)>;

/// 16 bytes from the row of every block: row i of block b is run[b * edge + i].
template <std::int64_t blocks>
HWY_INLINE auto load_blocks(const std::byte* in, const std::int64_t* run, std::int64_t edge) {
    if constexpr (blocks == 1) {
        return hn::LoadU(VectorOf<std::uint8_t, 1>(),
                         reinterpret_cast<const std::uint8_t*>(in + *run));
    } else {
        constexpr std::int64_t half = blocks / 2;
        return hn::Combine(VectorOf<std::uint8_t, blocks>(),
                           load_blocks<half>(in, run + half * edge, edge),
                           load_blocks<half>(in, run, edge));
    }
}

/// Transposes `edge` rows of input bytes into `edge` rows of the buffer, blocks * edge elements
/// each. Interleaving the lower and the upper half of the vectors moves one bit of an element's row
/// number into its column number and one back; after log2(edge) rounds the two are exchanged.
template <class T, std::int64_t blocks>
HWY_INLINE void transpose_blocks(const std::byte* in, const std::int64_t* run, std::byte* buffer,
                                 std::int64_t pitch) {
    constexpr std::int64_t edge = block_bytes / static_cast<std::int64_t>(sizeof(T));
    const VectorOf<T, blocks> elements;
    const VectorOf<std::uint8_t, blocks> bytes;
    using V = hn::VFromD<decltype(elements)>;
    V rows[edge];
    for (std::int64_t i = 0; i < edge; ++i) {
        rows[i] = hn::BitCast(elements, load_blocks<blocks>(in, run + i, edge));
    }
    for (std::int64_t round = 1; round < edge; round *= 2) {
        V interleaved[edge];
        for (std::int64_t i = 0; i < edge / 2; ++i) {
            interleaved[2 * i] = hn::InterleaveLower(elements, rows[i], rows[i + edge / 2]);
            interleaved[2 * i + 1] = hn::InterleaveUpper(elements, rows[i], rows[i + edge / 2]);
        }
        for (std::int64_t i = 0; i < edge; ++i) rows[i] = interleaved[i];
    }
    for (std::int64_t i = 0; i < edge; ++i) {
        hn::StoreU(hn::BitCast(bytes, rows[i]), bytes,
                   reinterpret_cast<std::uint8_t*>(buffer + i * pitch));
    }
}

/// As transpose_blocks for any number of rows. The last block starts early enough to be whole: the
/// buffer may be written twice.
template <class T, std::int64_t blocks>
HWY_INLINE void transpose_strip(const std::byte* in, const std::int64_t* run, std::int64_t rows,
                                std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t edge = block_bytes / size;
    std::int64_t row = 0;
    for (; row + edge <= rows; row += edge) {
        transpose_blocks<T, blocks>(in + row * size, run, buffer + row * pitch, pitch);
    }
    if (row < rows) {
        row = rows - edge;
        transpose_blocks<T, blocks>(in + row * size, run, buffer + row * pitch, pitch);
    }
}

/// From element `i` of the run on, as far as whole blocks go, widest first; where it ended.
template <class T, std::int64_t blocks>
std::int64_t transpose_part(const std::byte* in, const std::int64_t* run, std::int64_t i,
                            std::int64_t length, std::int64_t rows, std::byte* buffer,
                            std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t width = blocks * block_bytes / size;
    for (; i + width <= length; i += width) {
        transpose_strip<T, blocks>(in, run + i, rows, buffer + i * size, pitch);
    }
    if constexpr (blocks == 1) return i;
    return transpose_part<T, std::max<std::int64_t>(blocks / 2, 1)>(in, run, i, length, rows,
                                                                    buffer, pitch);
}

template <class T>
void transpose(const std::byte* in, const std::int64_t* run, std::int64_t length, std::int64_t rows,
               std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t edge = block_bytes / size;
    constexpr std::int64_t widest =
        std::min<std::int64_t>(HWY_LANES(std::uint8_t), 32) / block_bytes;
    if (length < edge || rows < edge) {
        return transpose_elements<sizeof(T)>(in, run, length, rows, buffer, pitch);
    }
    std::int64_t i = transpose_part<T, widest>(in, run, 0, length, rows, buffer, pitch);
    if (i < length) {
        i = length - edge;
        transpose_strip<T, 1>(in, run + i, rows, buffer + i * size, pitch);
    }
}

void copy_non_temporal(const std::byte* from, std::byte* to, std::int64_t bytes,
                       Prefetcher& prefetcher) {
    const hn::CappedTag<std::uint8_t, static_cast<std::size_t>(cache_line_bytes)> vector;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(vector));
    const auto misaligned =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % cache_line_bytes);
    const std::int64_t head = std::min(bytes, (cache_line_bytes - misaligned) % cache_line_bytes);
    std::memmove(to, from, static_cast<std::size_t>(head));
    std::int64_t done = head;
    for (; done + cache_line_bytes <= bytes; done += cache_line_bytes) {
        for (std::int64_t part = 0; part < cache_line_bytes; part += lanes) {
            hn::Stream(hn::LoadU(vector, reinterpret_cast<const std::uint8_t*>(from + done + part)),
                       vector, reinterpret_cast<std::uint8_t*>(to + done + part));
        }
        prefetcher.step();
    }
    std::memmove(to + done, from + done, static_cast<std::size_t>(bytes - done));
    if (head != 0 || done < bytes) prefetcher.step();
}

#endif  // HWY_SCALAR

SimdKernels kernels() {
    return {transpose<std::uint8_t>,
            transpose<std::uint16_t>,
            transpose<std::uint32_t>,
            transpose<std::uint64_t>,
            transpose16,
            copy_non_temporal,
            hwy::TargetName(HWY_TARGET)};
}

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ttgt::cpu {

HWY_EXPORT(kernels);

SimdKernels simd_kernels() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

void end_non_temporal_stores() { hwy::FlushStream(); }

}  // namespace ttgt::cpu
#endif
