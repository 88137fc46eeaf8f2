// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "transpose/kernel_plan.h"

namespace ttgt::cpu {

/// Byte distance of one step in each array.
struct Steps {
    std::int64_t in;
    std::int64_t out;
};

inline Steps byte_steps(const Mode<2>& mode, std::int64_t element_bytes) {
    return {mode.strides[input] * element_bytes, mode.strides[output] * element_bytes};
}

/// Walks the tiles of a plan in a fixed order, from any position of it. Lives on the stack: runs
/// allocate nothing.
class TileWalk {
public:
    explicit TileWalk(const TransposeKernelPlan& plan)
        : element_bytes_(size_bytes(plan.problem.dtype)) {
        append(plan.row);
        append(plan.out_fast);
        append(plan.in_fast);
        for (const Mode<2>& mode : plan.outer) append(BlockedMode{mode, 1});
    }

    /// Number of tiles.
    [[nodiscard]] std::int64_t count() const noexcept {
        std::int64_t product = 1;
        for (std::size_t loop = 0; loop < loops_; ++loop) product *= loop_[loop].count;
        return product;
    }

    /// To the tile at `position`, 0 <= position < count().
    void seek(std::int64_t position) noexcept {
        offsets_ = {0, 0};
        for (std::size_t loop = 0; loop < loops_; ++loop) {
            index_[loop] = position % loop_[loop].count;
            position /= loop_[loop].count;
            move(loop_[loop], index_[loop]);
        }
    }

    /// To the next tile; from the last one back to the first.
    void advance() noexcept {
        for (std::size_t loop = 0; loop < loops_; ++loop) {
            if (++index_[loop] < loop_[loop].count) return move(loop_[loop], 1);
            move(loop_[loop], 1 - loop_[loop].count);
            index_[loop] = 0;
        }
    }

    /// Byte offsets of the tile's first element.
    [[nodiscard]] Steps offsets() const noexcept { return offsets_; }
    [[nodiscard]] std::int64_t rows() const noexcept { return length(0); }
    [[nodiscard]] std::int64_t out_length() const noexcept { return length(1); }
    [[nodiscard]] std::int64_t in_length() const noexcept { return length(2); }

private:
    struct Loop {
        std::int64_t count;   // blocks
        std::int64_t extent;  // elements
        std::int64_t block;   // elements of every block but the last
        Steps steps;          // of one block
    };

    void append(const BlockedMode& blocked) noexcept {
        const std::int64_t extent = blocked.mode.extent;
        const std::int64_t block = std::min(blocked.block, extent);
        const Steps steps = byte_steps(blocked.mode, element_bytes_);
        loop_[loops_++] = {
            (extent - 1) / block + 1, extent, block, {steps.in * block, steps.out * block}};
    }

    void move(const Loop& loop, std::int64_t blocks) noexcept {
        offsets_.in += blocks * loop.steps.in;
        offsets_.out += blocks * loop.steps.out;
    }

    [[nodiscard]] std::int64_t length(std::size_t loop) const noexcept {
        return std::min(loop_[loop].block, loop_[loop].extent - index_[loop] * loop_[loop].block);
    }

    std::int64_t element_bytes_;
    std::size_t loops_ = 0;
    std::array<Loop, max_rank + 3> loop_;  // row, out_fast, in_fast, outer
    std::array<std::int64_t, max_rank + 3> index_;
    Steps offsets_{0, 0};
};

}  // namespace ttgt::cpu
