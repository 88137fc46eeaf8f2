// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "transpose/cpu/tile.h"

namespace ttgt::cpu {

/// Asks for the input of the tile to come, a cache line for each line of the output written: memory
/// then reads and writes all the time, and the next tile starts from L2.
class Prefetcher {
public:
    /// Asks for nothing.
    Prefetcher() = default;
    Prefetcher(const std::byte* tile, const std::vector<std::int64_t>& pieces,
               std::int64_t piece_bytes)
        : tile_(tile),
          next_(pieces.data()),
          end_(pieces.data() + pieces.size()),
          piece_bytes_(piece_bytes) {}

    void step() {
        if (next_ == end_) return;
        constexpr int read = 0;
        constexpr int second_level = 2;
        // A tile cut short at the tensor's end has fewer pieces than the table: asking for what
        // lies behind it does no harm.
        __builtin_prefetch(tile_ + *next_ + line_, read, second_level);
        line_ += cache_line_bytes;
        if (line_ < piece_bytes_) return;
        line_ = 0;
        ++next_;
    }
    void step(std::int64_t lines) {
        for (std::int64_t i = 0; i < lines; ++i) step();
    }

private:
    const std::byte* tile_ = nullptr;
    const std::int64_t* next_ = nullptr;
    const std::int64_t* end_ = nullptr;
    std::int64_t piece_bytes_ = 0;
    std::int64_t line_ = 0;
};

}  // namespace ttgt::cpu
