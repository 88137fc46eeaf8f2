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

#include "transpose/cpu/copy_bytes.h"
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

void write_line(const std::byte* from, std::byte* to) { std::memcpy(to, from, cache_line_bytes); }

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t block_bytes = 16;

template <class T, std::int64_t blocks>
using VectorOf = hn::CappedTag<T, static_cast<std::size_t>(blocks* block_bytes) / sizeof(T)>;

/// As many rows of input bytes become as many rows of the buffer. Within their blocks of 16 bytes,
/// interleaving the lower and the upper half of the vectors moves one bit of an element's row
/// number into its column number and one back: after log2(edge) rounds the two are exchanged. Then
/// blocks change places as elements did.
template <class T, std::int64_t blocks>
HWY_INLINE void transpose_square(const std::byte* in, const std::int64_t* run, std::byte* buffer,
                                 std::int64_t pitch) {
    static_assert(blocks == 1 || blocks == 2);
    constexpr std::int64_t edge = block_bytes / static_cast<std::int64_t>(sizeof(T));
    const VectorOf<T, blocks> elements;
    const VectorOf<std::uint8_t, blocks> bytes;
    using V = hn::VFromD<decltype(elements)>;
    V rows[blocks][edge];
    for (std::int64_t block = 0; block < blocks; ++block) {
        V(&part)[edge] = rows[block];
        for (std::int64_t i = 0; i < edge; ++i) {
            part[i] = hn::BitCast(elements, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(
                                                                 in + run[block * edge + i])));
        }
        for (std::int64_t round = 1; round < edge; round *= 2) {
            V interleaved[edge];
            for (std::int64_t i = 0; i < edge / 2; ++i) {
                interleaved[2 * i] = hn::InterleaveLower(elements, part[i], part[i + edge / 2]);
                interleaved[2 * i + 1] = hn::InterleaveUpper(elements, part[i], part[i + edge / 2]);
            }
            for (std::int64_t i = 0; i < edge; ++i) part[i] = interleaved[i];
        }
    }
    const auto put = [&](std::int64_t row, V vector) {
        hn::StoreU(hn::BitCast(bytes, vector), bytes,
                   reinterpret_cast<std::uint8_t*>(buffer + row * pitch));
    };
    for (std::int64_t i = 0; i < edge; ++i) {
        if constexpr (blocks == 1) {
            put(i, rows[0][i]);
        } else {
            put(i, hn::ConcatLowerLower(elements, rows[1][i], rows[0][i]));
            put(edge + i, hn::ConcatUpperUpper(elements, rows[1][i], rows[0][i]));
        }
    }
}

/// As transpose_square for any number of rows from its own on. The last square starts early enough
/// to be whole: the buffer may be written twice.
template <class T, std::int64_t blocks>
HWY_INLINE void transpose_strip(const std::byte* in, const std::int64_t* run, std::int64_t rows,
                                std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t edge = blocks * block_bytes / size;
    std::int64_t row = 0;
    for (; row + edge <= rows; row += edge) {
        transpose_square<T, blocks>(in + row * size, run, buffer + row * pitch, pitch);
    }
    if (row < rows) {
        row = rows - edge;
        transpose_square<T, blocks>(in + row * size, run, buffer + row * pitch, pitch);
    }
}

template <class T, std::int64_t blocks>
void transpose_strips(const std::byte* in, const std::int64_t* run, std::int64_t length,
                      std::int64_t rows, std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t edge = blocks * block_bytes / size;
    std::int64_t i = 0;
    for (; i + edge <= length; i += edge) {
        transpose_strip<T, blocks>(in, run + i, rows, buffer + i * size, pitch);
    }
    if (i == length) return;
    i = length - edge;
    transpose_strip<T, blocks>(in, run + i, rows, buffer + i * size, pitch);
}

template <class T>
void transpose(const std::byte* in, const std::int64_t* run, std::int64_t length, std::int64_t rows,
               std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t edge = block_bytes / size;
    constexpr std::int64_t widest =
        size == 1 ? 1 : std::min<std::int64_t>(HWY_LANES(std::uint8_t), 32) / block_bytes;
    const std::int64_t least = std::min(length, rows);
    if (least >= widest * edge) {
        return transpose_strips<T, widest>(in, run, length, rows, buffer, pitch);
    }
    if (least >= edge) return transpose_strips<T, 1>(in, run, length, rows, buffer, pitch);
    transpose_elements<sizeof(T)>(in, run, length, rows, buffer, pitch);
}

HWY_INLINE void write_line(const std::byte* from, std::byte* to) {
    const hn::CappedTag<std::uint8_t, static_cast<std::size_t>(cache_line_bytes)> vector;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(vector));
    for (std::int64_t part = 0; part < cache_line_bytes; part += lanes) {
        hn::Stream(hn::LoadU(vector, reinterpret_cast<const std::uint8_t*>(from + part)), vector,
                   reinterpret_cast<std::uint8_t*>(to + part));
    }
}

#endif  // HWY_SCALAR

void write(PieceWriter& writer, std::int64_t bytes) {
    PieceWriter now = writer;  // that no store can change
    while (bytes > 0) {
        if (now.left == 0) {
            if (now.next == now.pieces.count) break;
            now.begin_piece();
            continue;
        }
        if (const std::int64_t part = std::min(bytes_to_line(now.to), now.left); part > 0) {
            copy_bytes(now.from, now.to, part);
            now.from += part;
            now.to += part;
            now.left -= part;
            bytes -= part;
        }
        const std::int64_t lines =
            std::min(now.left, bytes + cache_line_bytes - 1) / cache_line_bytes;
        for (std::int64_t line = 0; line < lines; ++line) {
            write_line(now.from, now.to);
            now.from += cache_line_bytes;
            now.to += cache_line_bytes;
            now.prefetcher.step();
        }
        now.left -= lines * cache_line_bytes;
        bytes -= lines * cache_line_bytes;
        if (now.left < cache_line_bytes && now.left > 0 && bytes > 0) {
            copy_bytes(now.from, now.to, now.left);
            bytes -= now.left;
            now.left = 0;
            now.prefetcher.step();
        }
    }
    writer.prefetcher = now.prefetcher;
    writer.next = now.next;
    writer.from = now.from;
    writer.to = now.to;
    writer.left = now.left;
}

SimdKernels kernels() {
    return {transpose<std::uint8_t>,
            transpose<std::uint16_t>,
            transpose<std::uint32_t>,
            transpose<std::uint64_t>,
            transpose16,
            write,
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
