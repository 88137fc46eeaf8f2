// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

/// Bytes from `address` to the next cache line, 0 at the start of one.
[[nodiscard]] inline std::int64_t bytes_to_line(const std::byte* address) {
    return static_cast<std::int64_t>(-reinterpret_cast<std::uintptr_t>(address) %
                                     static_cast<std::uintptr_t>(cache_line_bytes));
}

/// Contiguous pieces of the output.
struct OutputPieces {
    std::byte* out = nullptr;
    const ByteOffsets* at = nullptr;  ///< of the first piece from `out` on; the next `stride` later
    std::int64_t stride = 1;
    std::int64_t count = 0;
    std::int64_t bytes = 0;  ///< of a piece
};

/// Asks for what the tile to come will touch, about a cache line for each line of the output
/// written: memory then reads and writes all the time, and the next tile starts from L2.
class Prefetcher {
public:
    /// Asks for nothing.
    Prefetcher() = default;
    /// Input pieces of `piece_bytes`, and the lines in which pieces of the output end: stores there
    /// are not non-temporal, and one that waits for its line holds up all those behind it. `steps`:
    /// in which all shall have been asked for.
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

    /// `lines` of the output are written.
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
    static constexpr std::int64_t whole = 256;

    // A tile cut short at the tensor's end has fewer pieces than the table: asking for what lies
    // behind it does no harm.
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

    /// The line in which one piece ends: mostly the next begins there.
    void claim_end() {
        at_ = ends_.out + ends_.at->out + ends_.bytes;
        left_ = 1;
        ends_.at += ends_.stride;
        --ends_.count;
    }

    const std::byte* at_ = nullptr;
    std::int64_t left_ = 0;  // lines of the piece; 0: nothing is left
    std::int64_t due_ = 0;   // to be asked for, in parts of a `whole` line
    std::int64_t per_line_ = whole;
    OutputPieces ends_;
    const std::byte* tile_ = nullptr;
    const std::int64_t* next_ = nullptr;
    const std::int64_t* end_ = nullptr;
    std::int64_t piece_bytes_ = 0;
};

}  // namespace ttgt::cpu
