// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

/// Bytes from `address` to the next cache line; 0 at the beginning of a line.
[[nodiscard]] inline std::int64_t bytes_to_line(const std::byte* address) {
    return static_cast<std::int64_t>(-reinterpret_cast<std::uintptr_t>(address) %
                                     static_cast<std::uintptr_t>(cache_line_bytes));
}

/// Contiguous pieces of the output.
struct OutputPieces {
    /// The address of the output from which `at` counts.
    std::byte* out = nullptr;
    /// Where the first piece begins; piece i begins at at[i * stride].out.
    const ByteOffsets* at = nullptr;
    /// Entries of `at` from one piece to the next.
    std::int64_t stride = 1;
    /// Number of pieces.
    std::int64_t count = 0;
    /// Bytes of a piece.
    std::int64_t bytes = 0;
};

/// Prefetches the next tile while the present tile is written: about one cache line for each line
/// of the output that is written. So memory reads and writes all the time, and the next tile begins
/// in L2.
class Prefetcher {
public:
    /// Prefetches nothing.
    Prefetcher() = default;
    /// Prefetches the pieces of the input, of `piece_bytes` bytes each, at the offsets `pieces`
    /// from `tile`, and first the cache lines in which the pieces `ends` of the output end: plain
    /// stores write to these lines, and a store that waits for its line holds up all stores behind
    /// it. All lines are to be prefetched within `steps` steps.
    Prefetcher(const std::byte* tile, const std::vector<std::int64_t>& pieces,
               std::int64_t piece_bytes, std::int64_t steps, const OutputPieces& ends = {})
        : ends_(ends),
          tile_(tile),
          next_(pieces.data()),
          end_(pieces.data() + pieces.size()),
          piece_bytes_(piece_bytes) {
        const auto count = static_cast<std::int64_t>(pieces.size());
        const std::int64_t lines = count * (piece_bytes / cache_line_bytes + 1) + ends.count;
        if (lines > steps && steps > 0) per_line_ = lines * whole / steps + 1;
        begin_piece();
    }

    /// Says that `lines` cache lines of the output have been written.
    void step(std::int64_t lines = 1) {
        due_ += lines * per_line_;
        while (due_ >= whole && left_ > 0) {
            const std::int64_t asked = std::min(due_ / whole, left_);
            for (std::int64_t i = 0; i < asked; ++i) ask(at_ + i * cache_line_bytes);
            at_ += asked * cache_line_bytes;
            left_ -= asked;
            due_ -= asked * whole;
            if (left_ == 0) begin_piece();
        }
    }

private:
    /// Number of parts that a cache line counts for, so that fractions of lines can be counted in
    /// integers.
    static constexpr std::int64_t whole = 256;

    // A tile that is cut short at the tensor's end has fewer pieces than the table. Prefetching
    // what lies behind it does no harm.
    static void ask(const std::byte* line) {
        constexpr int read = 0;
        constexpr int second_level = 2;
        __builtin_prefetch(line, read, second_level);
    }

    void begin_piece() {
        if (ends_.count > 0) return claim_end();
        if (next_ == end_) return;
        const std::byte* const begin = tile_ + *next_++;
        const std::int64_t past = (cache_line_bytes - bytes_to_line(begin)) % cache_line_bytes;
        at_ = begin - past;
        left_ = (past + piece_bytes_ - 1) / cache_line_bytes + 1;
    }

    /// Prefetches the line in which one piece of the output ends, and in which mostly the next one
    /// begins.
    void claim_end() {
        at_ = ends_.out + ends_.at->out + ends_.bytes;
        left_ = 1;
        ends_.at += ends_.stride;
        --ends_.count;
    }

    /// The next line to prefetch.
    const std::byte* at_ = nullptr;
    /// Number of lines of the present piece that remain; 0 where nothing remains.
    std::int64_t left_ = 0;
    /// Cache lines to prefetch now, in units of 1 / `whole` of a line.
    std::int64_t due_ = 0;
    /// Cache lines to prefetch for each line that is written, in units of 1 / `whole` of a line.
    std::int64_t per_line_ = whole;
    /// The pieces of the output whose last lines remain to be prefetched.
    OutputPieces ends_;
    /// The address of the next tile in the input.
    const std::byte* tile_ = nullptr;
    /// Bytes from `tile_` to the next piece of the input that is to be prefetched.
    const std::int64_t* next_ = nullptr;
    /// The end of the table that `next_` walks through.
    const std::int64_t* end_ = nullptr;
    /// Bytes of each contiguous piece of the input that is to be prefetched.
    std::int64_t piece_bytes_ = 0;
};

}  // namespace ttgt::cpu
