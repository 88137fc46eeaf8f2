// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// Where pieces of the output lie: in a buffer, or in the input itself.
struct GatheredPieces : OutputPieces {
    const std::byte* from = nullptr;  ///< the first piece; the next begins `pitch` bytes behind it
    std::int64_t pitch = 0;           ///< 0: pieces lie in the input, where `at` says
    std::int64_t more = 0;            ///< bytes behind each piece that the buffer has, too
    bool from_line = false;  ///< what lies before the first whole line of a piece was written
    bool to_line = false;    ///< a piece goes on to the end of its last line, as far as `more`
};

/// Asks for the lines that pieces share with their neighbours. Their stores are not non-temporal,
/// and one that waits for its line would hold up all those behind it.
inline void claim_ends(const GatheredPieces& pieces) {
    constexpr int write = 1;
    constexpr int first_level = 3;
    if (pieces.from_line && pieces.to_line) return;
    for (std::int64_t i = 0; i < pieces.count; ++i) {
        const std::byte* const begin = pieces.out + pieces.at[i * pieces.stride].out;
        const std::byte* const end = begin + pieces.bytes;
        if (!pieces.from_line && bytes_to_line(begin) != 0) {
            __builtin_prefetch(begin, write, first_level);
        }
        if (!pieces.to_line && bytes_to_line(end) != 0) {
            __builtin_prefetch(end, write, first_level);
        }
    }
}

/// Pieces that are being written by non-temporal stores, some lines at a time: memory is written
/// while the next are gathered. SimdKernels::write goes on with them.
struct PieceWriter {
    Prefetcher prefetcher;  ///< takes a step with every line
    GatheredPieces pieces;
    std::int64_t next = 0;  ///< piece
    const std::byte* from = nullptr;
    std::byte* to = nullptr;
    std::int64_t left = 0;  ///< bytes of the piece before `next`

    [[nodiscard]] bool is_done() const { return left == 0 && next == pieces.count; }

    /// Nothing may wait to be written.
    void begin(const GatheredPieces& gathered) {
        pieces = gathered;
        next = 0;
    }

    void begin_piece() {
        const ByteOffsets& at = pieces.at[next * pieces.stride];
        from = pieces.from + (pieces.pitch == 0 ? at.in : next * pieces.pitch);
        to = pieces.out + at.out;
        ++next;
        left = pieces.bytes;
        if (pieces.to_line) left += std::min(bytes_to_line(to + left), pieces.more);
        if (!pieces.from_line) return;
        const std::int64_t head = std::min(bytes_to_line(to), left);
        from += head;
        to += head;
        left -= head;
    }
};

}  // namespace ttgt::cpu
