// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_SIMD_LINES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_SIMD_LINES_H
#undef TTGT_SIMD_LINES_H
#else
#define TTGT_SIMD_LINES_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "transpose/cpu/copy_bytes.h"
#include "transpose/cpu/gathered_pieces.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

/// Writes one cache line by a plain copy: there are no vectors.
HWY_INLINE void write_line(const std::byte* from, std::byte* to) {
    std::memcpy(to, from, cache_line_bytes);
}

#else

/// Writes one cache line by non-temporal stores; `to` is aligned to a line.
HWY_INLINE void write_line(const std::byte* from, std::byte* to) {
    const hwy::HWY_NAMESPACE::CappedTag<std::uint8_t, static_cast<std::size_t>(cache_line_bytes)>
        vector;
    const auto lanes = static_cast<std::int64_t>(hwy::HWY_NAMESPACE::Lanes(vector));
    for (std::int64_t part = 0; part < cache_line_bytes; part += lanes) {
        hwy::HWY_NAMESPACE::Stream(
            hwy::HWY_NAMESPACE::LoadU(vector, reinterpret_cast<const std::uint8_t*>(from + part)),
            vector, reinterpret_cast<std::uint8_t*>(to + part));
    }
}

#endif  // HWY_SCALAR

/// Writes `length` bytes: whole cache lines by non-temporal stores, the rest by plain stores. `to`
/// is aligned to a line, unless less than a line is written.
HWY_INLINE void write_piece(const std::byte* from, std::byte* to, std::int64_t length,
                            Prefetcher& prefetcher) {
    constexpr std::int64_t together = 8;
    std::int64_t lines = length / cache_line_bytes;
    const std::byte* const end = from + length;
    while (lines > 0) {
        const std::int64_t some = std::min(lines, together);
        for (std::int64_t i = 0; i < some; ++i) {
            write_line(from + i * cache_line_bytes, to + i * cache_line_bytes);
        }
        prefetcher.step(some);
        from += some * cache_line_bytes;
        to += some * cache_line_bytes;
        lines -= some;
    }
    copy_bytes(from, to, end - from);
}

/// Writes the rest of a piece: what lies before its first whole cache line, and what follows the
/// `written` bytes of whole lines that have been written already.
HWY_INLINE void write_rest(const GatheredPieces& pieces, std::int64_t piece, std::int64_t written,
                           Prefetcher& prefetcher) {
    const std::byte* const from = pieces.begin(piece);
    std::byte* const to = pieces.begin_in_output(piece);
    const std::int64_t length = pieces.length(to);
    const std::int64_t head = std::min(bytes_to_line(to), length);
    if (!pieces.from_line) copy_bytes(from, to, head);
    const std::int64_t done = std::min(head + written, length);
    write_piece(from + done, to + done, length - done, prefetcher);
}

inline void write(const GatheredPieces& pieces, Prefetcher& prefetcher) {
    // A local copy, which no store to memory can change.
    Prefetcher now = prefetcher;
    for (std::int64_t i = 0; i < pieces.count; ++i) write_rest(pieces, i, 0, now);
    prefetcher = now;
}

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_SIMD_LINES_H
