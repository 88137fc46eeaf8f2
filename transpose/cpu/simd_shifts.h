// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_SIMD_SHIFTS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_SIMD_SHIFTS_H
#undef TTGT_SIMD_SHIFTS_H
#else
#define TTGT_SIMD_SHIFTS_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/core/rounding.h"
#include "transpose/cpu/copy_bytes.h"
#include "transpose/cpu/gathered_pieces.h"
#include "transpose/cpu/simd_lines.h"
#include "transpose/cpu/simd_squares.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// Whether rows that begin within a cache line are shifted in registers: where a vector is a cache
/// line. The registers then hold as many rows as a line of the input has elements.
template <class T>
constexpr bool can_shift = HWY_LANES(std::uint8_t) == cache_line_bytes &&
                           sizeof(T) >= sizeof(std::uint32_t);

#if HWY_TARGET == HWY_SCALAR

/// The version for targets without vectors. Rows cannot be shifted there: returns false and writes
/// nothing.
template <class T>
bool write_shifted(const std::byte* /*in*/, const std::int64_t* /*run*/, std::int64_t /*length*/,
                   std::byte* /*buffer*/, const GatheredPieces& /*pieces*/,
                   Prefetcher& /*prefetcher*/) {
    return false;
}

#else

/// Moves some rows, vector by vector, from the input to cache lines of the output. Each vector is
/// rotated until its elements stand where a line of the output has them: a line is then the end of
/// one vector and the beginning of the next. Rows are taken in bands: as many rows as fill 16 bytes
/// of each column.
template <class T, std::int64_t bands>
class ShiftedRows {
public:
    /// Bytes of an element.
    static constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    /// Number of rows of a band.
    static constexpr std::int64_t band = block_bytes / size;
    /// Number of elements of a cache line.
    static constexpr std::int64_t lanes = cache_line_bytes / size;

    /// Begins with `rows` rows, at least one band; where the last band is not whole, it overlaps
    /// the band before it. Row r goes to `to[r]`, from the first whole cache line on. One vector of
    /// each row is read.
    HWY_INLINE ShiftedRows(const std::byte* in, const std::int64_t* run, std::int64_t rows,
                           std::byte* const* to)
        : run_(run), overlap_(bands * band - rows) {
        for (std::int64_t i = 0; i < bands; ++i) {
            const std::int64_t first = std::min(i * band, rows - band);
            in_[i] = in + first * size;
            for (std::int64_t row = 0; row < band; ++row) {
                const std::int64_t head = bytes_to_line(to[first + row]);
                to_[i][row] = to[first + row] + head;
                const auto words = static_cast<std::uint32_t>(head / word_bytes);
                const V lane = hn::Iota(Words(), 0);
                const V from = hn::And(hn::Add(lane, hn::Set(Words(), words)),
                                       hn::Set(Words(), word_count - 1));
                rotations_[i][row] = hn::IndicesFromVec(Words(), from);
                from_next_[i][row] = hn::Lt(from, lane);
            }
            read(i, before_[i]);
        }
    }

    /// Writes the next cache line of each row to the output. The line's elements come from the
    /// vector that was read last and from the next one, which is read here.
    HWY_INLINE void write_lines() {
        run_ += lanes;
        for (std::int64_t i = 0; i < bands; ++i) {
            V next[band];
            read(i, next);
            for (std::int64_t row = 0; row < band; ++row) {
                if (i == bands - 1 && row < overlap_) continue;
                hn::Stream(hn::IfThenElse(from_next_[i][row], next[row], before_[i][row]), Words(),
                           reinterpret_cast<std::uint32_t*>(to_[i][row]));
                to_[i][row] += cache_line_bytes;
                before_[i][row] = next[row];
            }
        }
    }

private:
    static constexpr std::int64_t word_bytes = sizeof(std::uint32_t);
    static constexpr std::uint32_t word_count = cache_line_bytes / word_bytes;
    using Bytes = hn::CappedTag<std::uint8_t, cache_line_bytes>;
    using Words = hn::Repartition<std::uint32_t, Bytes>;
    using V = hn::VFromD<Words>;

    /// Loads 16 bytes of each of some columns, one band of columns apart.
    template <class D>
    static HWY_INLINE hn::VFromD<D> load_blocks(D bytes, const std::byte* in,
                                                const std::int64_t* run) {
        if constexpr (hn::MaxLanes(D()) == block_bytes) {
            return hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(in + *run));
        } else {
            const hn::Half<D> half;
            constexpr auto columns = static_cast<std::int64_t>(hn::MaxLanes(half)) / size;
            return hn::Combine(bytes, load_blocks(half, in, run + columns),
                               load_blocks(half, in, run));
        }
    }

    /// Reads one vector of each row of band i, rotated.
    HWY_INLINE void read(std::int64_t i, V (&vectors)[band]) const {
        using Lanes = hn::Repartition<InterleavedLane<T>, Bytes>;
        hn::VFromD<Lanes> loaded[band];
        for (std::int64_t row = 0; row < band; ++row) {
            loaded[row] = hn::BitCast(Lanes(), load_blocks(Bytes(), in_[i], run_ + row));
        }
        exchange_in_blocks(Lanes(), loaded);
        for (std::int64_t row = 0; row < band; ++row) {
            vectors[row] =
                hn::TableLookupLanes(hn::BitCast(Words(), loaded[row]), rotations_[i][row]);
        }
    }

    /// Byte offsets of the present columns in the input.
    const std::int64_t* run_;
    /// Number of rows that the last band has in common with the band before it.
    std::int64_t overlap_;
    /// For each band, the address of the band's first row in the input.
    const std::byte* in_[bands];
    /// For each row, the address of the cache line of the output that is written next.
    std::byte* to_[bands][band];
    decltype(hn::IndicesFromVec(Words(), V())) rotations_[bands][band];
    decltype(hn::Lt(V(), V())) from_next_[bands][band];
    /// For each row of each band, the vector of the input that was read last. Its elements are
    /// rotated to the places that they have in the cache lines of the output.
    V before_[bands][band];
};

/// Writes the ends of each piece, which write_shifted_lines() does not write: the bytes before the
/// first whole cache line of the piece, and the bytes behind the `lines` cache lines from there on.
template <class T>
void write_row_ends(const std::byte* in, const std::int64_t* run, std::int64_t length,
                    std::byte* buffer, const GatheredPieces& pieces, std::int64_t lines,
                    Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    if (!pieces.from_line) {
        transpose<T>(in, run, std::min(line, length), pieces.count, buffer, cache_line_bytes);
        for (std::int64_t i = 0; i < pieces.count; ++i) {
            std::byte* const to = pieces.begin_in_output(i);
            const std::int64_t head = std::min(bytes_to_line(to), pieces.length(to));
            copy_bytes(buffer + i * cache_line_bytes, to, head);
        }
    }
    const std::int64_t done = lines * line;
    const std::int64_t left = length - done;
    const std::int64_t pitch = align_up(left * size, cache_line_bytes);
    bool transposed = false;
    for (std::int64_t i = 0; i < pieces.count; ++i) {
        std::byte* const to = pieces.begin_in_output(i);
        const std::int64_t begin = bytes_to_line(to) + lines * cache_line_bytes;
        const std::int64_t rest = pieces.length(to) - begin;
        if (rest <= 0) continue;
        if (!transposed) transpose<T>(in, run + done, left, pieces.count, buffer, pitch);
        transposed = true;
        write_piece(buffer + i * pitch + begin - done * size, to + begin, rest, prefetcher);
    }
}

/// Writes `lines` cache lines of each of `rows` rows.
template <class T, std::int64_t bands>
HWY_INLINE void write_shifted_lines(const std::byte* in, const std::int64_t* run, std::int64_t rows,
                                    std::byte* const* to, std::int64_t lines,
                                    Prefetcher& prefetcher) {
    ShiftedRows<T, bands> shifted(in, run, rows, to);
    for (std::int64_t line = 0; line < lines; ++line) {
        shifted.write_lines();
        prefetcher.step(rows);
    }
}

/// Writes a group of rows: at least as many as a band has, at most as many as a cache line of the
/// input has elements.
template <class T>
void write_shifted_group(const std::byte* in, const std::int64_t* run, std::int64_t length,
                         std::byte* buffer, const GatheredPieces& pieces, Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    std::byte* to[line] = {};  // as many as there are pieces; GCC 13 warns without
    std::int64_t bytes = (length - line) * size;
    for (std::int64_t i = 0; i < pieces.count; ++i) {
        to[i] = pieces.begin_in_output(i);
        bytes = std::min(bytes, pieces.length(to[i]) - bytes_to_line(to[i]));
    }
    const std::int64_t lines = std::max<std::int64_t>(bytes, 0) / cache_line_bytes;
    switch (divide_up(pieces.count * size, block_bytes)) {
        case 1:
            write_shifted_lines<T, 1>(in, run, pieces.count, to, lines, prefetcher);
            break;
        case 2:
            write_shifted_lines<T, 2>(in, run, pieces.count, to, lines, prefetcher);
            break;
        case 3:
            write_shifted_lines<T, 3>(in, run, pieces.count, to, lines, prefetcher);
            break;
        default:
            write_shifted_lines<T, 4>(in, run, pieces.count, to, lines, prefetcher);
    }
    write_row_ends<T>(in, run, length, buffer, pieces, lines, prefetcher);
}

/// Does what write_rows() does. Returns false, and writes nothing, where rows cannot be shifted.
template <class T>
bool write_shifted(const std::byte* in, const std::int64_t* run, std::int64_t length,
                   std::byte* buffer, const GatheredPieces& pieces, Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    constexpr std::int64_t band = ShiftedRows<T, 1>::band;
    const bool whole_elements = bytes_to_line(pieces.out) % size == 0;
    if (!whole_elements || length < 2 * line || pieces.count < band) return false;
    // A local copy, which no store to memory can change.
    Prefetcher now = prefetcher;
    const std::int64_t together = divide_up(pieces.count, divide_up(pieces.count, line));
    for (std::int64_t row = 0; row < pieces.count; row += together) {
        GatheredPieces group = pieces;
        group.at += row;
        group.count = std::min(together, pieces.count - row);
        write_shifted_group<T>(in + row * size, run, length, buffer, group, now);
    }
    prefetcher = now;
    return true;
}

#endif  // HWY_SCALAR

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_SIMD_SHIFTS_H
