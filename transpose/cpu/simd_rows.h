// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_SIMD_ROWS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_SIMD_ROWS_H
#undef TTGT_SIMD_ROWS_H
#else
#define TTGT_SIMD_ROWS_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "src/core/rounding.h"
#include "transpose/cpu/copy_bytes.h"
#include "transpose/cpu/gathered_pieces.h"
#include "transpose/cpu/simd_lines.h"
#include "transpose/cpu/simd_shifts.h"
#include "transpose/cpu/simd_squares.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

/// Implements SimdKernels::SquareWriter, element by element: there are no vectors.
template <class T>
void write_squares(const std::byte* in, const std::int64_t* run, std::int64_t length,
                   std::int64_t rows, std::byte* out, const ByteOffsets* at,
                   Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t row = 0; row < rows; ++row) {
        transpose_elements<T>(in + row * size, run, length, 1, out + at[row].out, 0);
        prefetcher.step(length * size / cache_line_bytes);
    }
}

#else

/// Writes as many rows as a square has, one cache line of each: squares side by side, so many that
/// their rows are lines of the output.
template <class T, std::int64_t blocks>
HWY_INLINE void write_square_lines(const std::byte* in, const std::int64_t* run, std::byte* out,
                                   const ByteOffsets* at) {
    using Part = Square<T, blocks>;
    const auto part = [&](std::int64_t i) { return Part(in, run + i * Part::edge); };
    const auto put = [&](const auto&... parts) {
        for (std::int64_t row = 0; row < Part::edge; ++row) {
            std::byte* to = out + at[row].out;
            ((parts.stream(row, to), to += blocks * block_bytes), ...);
        }
    };
    if constexpr (blocks == 1) {
        put(part(0), part(1), part(2), part(3));
    } else {
        put(part(0), part(1));
    }
}

/// Writes one cache line of one row, element by element.
template <class T>
HWY_INLINE void write_single_line(const std::byte* in, const std::int64_t* run, std::byte* to) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    alignas(cache_line_bytes) std::byte line[cache_line_bytes];
    transpose_elements<T>(in, run, cache_line_bytes / size, 1, line, 0);
    write_line(line, to);
}

/// SimdKernels::SquareWriter.
template <class T>
void write_squares(const std::byte* in, const std::int64_t* run, std::int64_t length,
                   std::int64_t rows, std::byte* out, const ByteOffsets* at,
                   Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    constexpr std::int64_t wide = Square<T, most_blocks>::edge;
    constexpr std::int64_t narrow = Square<T, 1>::edge;
    // A local copy, which no store to memory can change.
    Prefetcher now = prefetcher;
    for (std::int64_t group = 0; group < rows; group += line) {
        const std::int64_t end = std::min(group + line, rows);
        for (std::int64_t i = 0; i < length; i += line) {
            std::byte* const to = out + i * size;
            std::int64_t row = group;
            for (; row + wide <= end; row += wide) {
                write_square_lines<T, most_blocks>(in + row * size, run + i, to, at + row);
                now.step(wide);
            }
            for (; row + narrow <= end; row += narrow) {
                write_square_lines<T, 1>(in + row * size, run + i, to, at + row);
                now.step(narrow);
            }
            for (; row < end; ++row) {
                write_single_line<T>(in + row * size, run + i, to + at[row].out);
                now.step(1);
            }
        }
    }
    prefetcher = now;
}

#endif  // HWY_SCALAR

/// The cache lines of some pieces, from the first whole line of each on.
struct Lines {
    /// Where the lines of each piece are read.
    const std::byte* from[most_together];
    /// Where the lines of each piece are written.
    std::byte* to[most_together];
    /// Bytes of whole lines that every piece has.
    std::int64_t common;
};

inline void find_lines(const GatheredPieces& pieces, Lines& lines) {
    std::int64_t common = pieces.bytes + pieces.more;
    for (std::int64_t i = 0; i < pieces.count; ++i) {
        std::byte* const to = pieces.begin_in_output(i);
        const std::int64_t head = bytes_to_line(to);
        lines.from[i] = pieces.begin(i) + head;
        lines.to[i] = to + head;
        common = std::min(common, pieces.length(to) - head);
    }
    lines.common = std::max<std::int64_t>(common, 0) / cache_line_bytes * cache_line_bytes;
}

/// Writes one cache line of each of `count` pieces, `at` bytes behind its first line.
HWY_INLINE void write_column(const Lines& lines, std::int64_t count, std::int64_t at,
                             Prefetcher& prefetcher) {
    constexpr std::int64_t together = 8;
    for (std::int64_t i = 0; i < count; i += together) {
        const std::int64_t some = std::min(together, count - i);
        for (std::int64_t k = i; k < i + some; ++k) {
            write_line(lines.from[k] + at, lines.to[k] + at);
        }
        prefetcher.step(some);
    }
}

/// Does what transpose() does, in strips of one cache line of each row, and calls between() after
/// each strip. The last strip may overlap the strip before it.
template <class T, class Between>
HWY_INLINE void transpose_by_strips(const std::byte* in, const std::int64_t* run,
                                    std::int64_t length, std::int64_t rows, std::byte* buffer,
                                    std::int64_t pitch, const Between& between) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    for (std::int64_t next = 0; next < length; next += line) {
        const std::int64_t i = std::max<std::int64_t>(std::min(next, length - line), 0);
        transpose<T>(in, run + i, std::min(line, length), rows, buffer + i * size, pitch);
        between();
    }
}

/// SimdKernels::RowWriter. A strip (one cache line of each row) is transposed into the buffer, then
/// the lines of the strip before are written to the output, and so on by turns.
template <class T>
void write_rows(const std::byte* in, const std::int64_t* run, std::int64_t length,
                std::byte* buffer, const GatheredPieces& pieces, Prefetcher& prefetcher) {
    if constexpr (can_shift<T>) {
        if (write_shifted<T>(in, run, length, buffer, pieces, prefetcher)) return;
    }
    // A local copy, which no store to memory can change.
    Prefetcher now = prefetcher;
    Lines lines;
    find_lines(pieces, lines);
    bool is_first = true;
    std::int64_t written = 0;
    transpose_by_strips<T>(in, run, length, pieces.count, buffer, pieces.pitch, [&] {
        if (!is_first && written < lines.common) {
            write_column(lines, pieces.count, written, now);
            written += cache_line_bytes;
        }
        is_first = false;
    });
    for (; written < lines.common; written += cache_line_bytes) {
        write_column(lines, pieces.count, written, now);
    }
    for (std::int64_t i = 0; i < pieces.count; ++i) write_rest(pieces, i, written, now);
    prefetcher = now;
}

/// Bytes of a buffer that are still to be written to the output.
struct Waiting {
    /// Where the waiting bytes begin in the buffer.
    const std::byte* from = nullptr;
    /// Where the waiting bytes go in the output.
    std::byte* to = nullptr;
    /// Number of waiting bytes.
    std::int64_t bytes = 0;

    /// Writes the first `some` waiting bytes.
    HWY_INLINE void write(std::int64_t some, Prefetcher& prefetcher) {
        write_piece(from, to, some, prefetcher);
        from += some;
        to += some;
        bytes -= some;
    }
};

/// SimdKernels::AdjoiningWriter. Groups of rows are transposed into one half of the buffer, strip
/// by strip; after each strip some of what waits in the second half is written to the output. Then
/// the halves change places.
template <class T>
void write_adjoining(const std::byte* in, const std::int64_t* run, std::int64_t length,
                     std::int64_t rows, std::byte* buffer, std::int64_t buffer_bytes,
                     const OutputPieces& pieces, Prefetcher& prefetcher) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t line = cache_line_bytes / size;
    // A local copy, which no store to memory can change.
    Prefetcher now = prefetcher;
    const std::int64_t pitch = length * size;
    const std::int64_t room = buffer_bytes / 2 - cache_line_bytes;
    const std::int64_t fit = room / pitch;
    const std::int64_t most = fit < line ? fit : fit / line * line;
    std::byte* free = buffer + cache_line_bytes;
    std::byte* other = free + room + cache_line_bytes;
    Waiting waiting;
    for (std::int64_t row = 0, group = 0; row < rows; row += group, std::swap(free, other)) {
        const std::int64_t in_piece = row % pieces.stride;
        group = std::min({most, pieces.stride - in_piece, rows - row});
        const std::byte* const from = in + pieces.at[row - in_piece].in + in_piece * size;
        const std::int64_t strips = divide_up(length, line);
        const std::int64_t share = waiting.bytes / cache_line_bytes / strips * cache_line_bytes;
        transpose_by_strips<T>(from, run, length, group, free, pitch,
                               [&] { waiting.write(share, now); });
        if (in_piece == 0) {
            waiting.write(waiting.bytes, now);
            std::byte* const to = pieces.out + pieces.at[row].out;
            const std::int64_t head = std::min(bytes_to_line(to), group * pitch);
            copy_bytes(free, to, head);
            waiting = {free + head, to + head, group * pitch - head};
        } else {
            // The unwritten end of a cache line is copied to the place before the rows that
            // continue it. The first group of a piece has a whole line at least, so what waits
            // begins with one.
            const std::int64_t rest = waiting.bytes % cache_line_bytes;
            waiting.write(waiting.bytes - rest, now);
            copy_bytes(waiting.from, free - rest, rest);
            waiting = {free - rest, waiting.to, rest + group * pitch};
        }
    }
    waiting.write(waiting.bytes, now);
    prefetcher = now;
}

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_SIMD_ROWS_H
