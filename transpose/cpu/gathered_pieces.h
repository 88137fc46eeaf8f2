// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// So many pieces at most are written a line of each by turns.
inline constexpr std::int64_t most_together = 128;

/// Where pieces of the output lie: in a buffer, or in the input itself.
struct GatheredPieces : OutputPieces {
    const std::byte* from = nullptr;  ///< the first piece; the next begins `pitch` bytes behind it
    std::int64_t pitch = 0;           ///< 0: pieces lie in the input, where `at` says
    std::int64_t more = 0;            ///< bytes behind each piece that the buffer has, too
    bool from_line = false;  ///< what lies before the first whole line of a piece was written
    bool to_line = false;    ///< a piece goes on to the end of its last line, as far as `more`

    [[nodiscard]] const std::byte* begin(std::int64_t piece) const {
        return from + (pitch == 0 ? at[piece * stride].in : piece * pitch);
    }
    [[nodiscard]] std::byte* begin_in_output(std::int64_t piece) const {
        return out + at[piece * stride].out;
    }
    /// Bytes to write of the piece that begins at `to` in the output.
    [[nodiscard]] std::int64_t length(const std::byte* to) const {
        return to_line ? bytes + std::min(bytes_to_line(to + bytes), more) : bytes;
    }
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

}  // namespace ttgt::cpu
