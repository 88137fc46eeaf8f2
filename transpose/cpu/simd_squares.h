// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_SIMD_SQUARES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_SIMD_SQUARES_H
#undef TTGT_SIMD_SQUARES_H
#else
#define TTGT_SIMD_SQUARES_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// Implements SimdKernels::BlockTranspose, element by element.
template <class T>
void transpose_elements(const std::byte* in, const std::int64_t* run, std::int64_t length,
                        std::int64_t rows, std::byte* buffer, std::int64_t pitch) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t row = 0; row < rows; ++row) {
        std::byte* to = buffer;
        for (std::int64_t i = 0; i < length; ++i, to += size) std::memcpy(to, in + run[i], size);
        in += size;
        buffer += pitch;
    }
}

#if HWY_TARGET == HWY_SCALAR

/// Implements SimdKernels::BlockTranspose, element by element: there are no vectors.
template <class T>
void transpose(const std::byte* in, const std::int64_t* run, std::int64_t length, std::int64_t rows,
               std::byte* buffer, std::int64_t pitch) {
    transpose_elements<T>(in, run, length, rows, buffer, pitch);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

/// Bytes of a block: the part of a vector in which elements are interleaved.
constexpr std::int64_t block_bytes = 16;
/// Maximum number of blocks of a vector. Wider vectors gain nothing, see
/// docs/algorithms/cpu_transpose.md.
constexpr std::int64_t most_blocks =
    std::min<std::int64_t>(HWY_LANES(std::uint8_t), 32) / block_bytes;

/// The type of the lanes that are interleaved within blocks of 16 bytes. An element that fills a
/// block is taken as two lanes, and nothing is exchanged.
template <class T>
using InterleavedLane = std::conditional_t<sizeof(T) == block_bytes, std::uint64_t, T>;

/// Transposes the elements within each block of 16 bytes of `edge` vectors. Interleaving the lower
/// and the upper half of the vectors moves one bit of an element's row number into its column
/// number and one bit back; after log2(edge) rounds the two numbers have been exchanged.
template <class D, class V, std::size_t edge>
HWY_INLINE void exchange_in_blocks(D lanes, V (&rows)[edge]) {
    for (std::size_t round = 1; round < edge; round *= 2) {
        V interleaved[edge];
        for (std::size_t i = 0; i < edge / 2; ++i) {
            const V upper = rows[i + edge / 2];
            interleaved[2 * i] = hn::InterleaveLower(lanes, rows[i], upper);
            interleaved[2 * i + 1] = hn::InterleaveUpper(lanes, rows[i], upper);
        }
        for (std::size_t i = 0; i < edge; ++i) rows[i] = interleaved[i];
    }
}

/// A square of elements in vectors; a row is `blocks` times 16 bytes wide.
template <class T, std::int64_t blocks>
class Square {
public:
    /// Number of elements of a row, and rows.
    static constexpr std::int64_t edge =
        blocks * block_bytes / static_cast<std::int64_t>(sizeof(T));

    /// Reads a square of the input transposed: element i of row r is the element r elements behind
    /// the byte offset run[i] of the input.
    HWY_INLINE Square(const std::byte* in, const std::int64_t* run) {
        static_assert(blocks == 1 || blocks == 2);
        V loaded[blocks][block_edge];
        for (std::int64_t block = 0; block < blocks; ++block) {
            for (std::int64_t i = 0; i < block_edge; ++i) {
                loaded[block][i] =
                    hn::BitCast(Lanes(), hn::LoadU(Bytes(), reinterpret_cast<const std::uint8_t*>(
                                                                in + run[block * block_edge + i])));
            }
            exchange_in_blocks(Lanes(), loaded[block]);
        }
        for (std::int64_t i = 0; i < block_edge; ++i) {
            if constexpr (blocks == 1) {
                rows_[i] = loaded[0][i];
            } else {
                rows_[i] = hn::ConcatLowerLower(Lanes(), loaded[1][i], loaded[0][i]);
                rows_[block_edge + i] = hn::ConcatUpperUpper(Lanes(), loaded[1][i], loaded[0][i]);
            }
        }
    }

    /// Stores a row at any address.
    HWY_INLINE void store(std::int64_t row, std::byte* to) const {
        hn::StoreU(hn::BitCast(Bytes(), rows_[row]), Bytes(), reinterpret_cast<std::uint8_t*>(to));
    }
    /// Stores a row by a non-temporal store; `to` is a multiple of the row's bytes.
    HWY_INLINE void stream(std::int64_t row, std::byte* to) const {
        hn::Stream(hn::BitCast(Bytes(), rows_[row]), Bytes(), reinterpret_cast<std::uint8_t*>(to));
    }

private:
    static constexpr std::int64_t block_edge = edge / blocks;
    using Lane = InterleavedLane<T>;
    using Lanes = hn::CappedTag<Lane, static_cast<std::size_t>(blocks* block_bytes) / sizeof(Lane)>;
    using Bytes = hn::CappedTag<std::uint8_t, static_cast<std::size_t>(blocks* block_bytes)>;
    using V = hn::VFromD<Lanes>;

    V rows_[edge];
};

/// Transposes a strip of squares one below the other, for `rows` rows (at least as many as a square
/// has). The last square begins early enough to be whole, so that some rows of the buffer are
/// written twice.
template <class T, std::int64_t blocks>
HWY_INLINE void transpose_strip(const std::byte* in, const std::int64_t* run, std::int64_t rows,
                                std::byte* buffer, std::int64_t pitch) {
    constexpr std::int64_t edge = Square<T, blocks>::edge;
    for (std::int64_t next = 0; next < rows; next += edge) {
        const std::int64_t row = std::min(next, rows - edge);
        const Square<T, blocks> square(in + row * static_cast<std::int64_t>(sizeof(T)), run);
        for (std::int64_t i = 0; i < edge; ++i) square.store(i, buffer + (row + i) * pitch);
    }
}

/// Transposes strip by strip. The last strip begins early enough to be whole.
template <class T, std::int64_t blocks>
void transpose_strips(const std::byte* in, const std::int64_t* run, std::int64_t length,
                      std::int64_t rows, std::byte* buffer, std::int64_t pitch) {
    constexpr std::int64_t edge = Square<T, blocks>::edge;
    for (std::int64_t next = 0; next < length; next += edge) {
        const std::int64_t i = std::min(next, length - edge);
        transpose_strip<T, blocks>(in, run + i, rows,
                                   buffer + i * static_cast<std::int64_t>(sizeof(T)), pitch);
    }
}

/// SimdKernels::BlockTranspose: in the widest squares that fit, or element by element.
template <class T>
void transpose(const std::byte* in, const std::int64_t* run, std::int64_t length, std::int64_t rows,
               std::byte* buffer, std::int64_t pitch) {
    constexpr std::int64_t widest = sizeof(T) == 1 ? 1 : most_blocks;
    const std::int64_t least = std::min(length, rows);
    if (least >= Square<T, widest>::edge) {
        return transpose_strips<T, widest>(in, run, length, rows, buffer, pitch);
    }
    if (least >= Square<T, 1>::edge) {
        return transpose_strips<T, 1>(in, run, length, rows, buffer, pitch);
    }
    transpose_elements<T>(in, run, length, rows, buffer, pitch);
}

#endif  // HWY_SCALAR

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_SIMD_SQUARES_H
