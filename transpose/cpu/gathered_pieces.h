// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// Maximum number of pieces that are written by turns, one cache line of each at a time.
inline constexpr std::int64_t most_together = 128;

/// Contiguous pieces of the output, and where their bytes are: in a buffer, or in the input itself.
struct GatheredPieces : OutputPieces {
    /// Where the first piece begins in the buffer. Where pieces lie in the input: the input's
    /// address from which `at` counts.
    const std::byte* from = nullptr;
    /// Bytes of the buffer from one piece to the next; 0 where pieces lie in the input.
    std::int64_t pitch = 0;
    /// Number of valid bytes that the buffer has behind each piece: those that follow in the
    /// output.
    std::int64_t more = 0;
    /// Whether the bytes before the first whole cache line of each piece have been written already.
    bool from_line = false;
    /// Whether a piece is written on to the end of its last cache line, by at most `more` bytes.
    bool to_line = false;

    /// The address in the buffer, or in the input if `pitch` is 0, at which piece number `piece`
    /// begins.
    [[nodiscard]] const std::byte* begin(std::int64_t piece) const {
        return from + (pitch == 0 ? at[piece * stride].in : piece * pitch);
    }
    /// The address in the output at which piece number `piece` begins.
    [[nodiscard]] std::byte* begin_in_output(std::int64_t piece) const {
        return out + at[piece * stride].out;
    }
    /// Bytes to write of the piece that begins at `to` in the output.
    [[nodiscard]] std::int64_t length(const std::byte* to) const {
        return to_line ? bytes + std::min(bytes_to_line(to + bytes), more) : bytes;
    }
};

/// Prefetches for writing the cache lines of the output in which pieces begin or end within a line.
/// These lines are written by plain stores, and whole lines by non-temporal stores. A plain store
/// that waits for its line would hold up all stores behind it.
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

}  // namespace ttgt::cpu
