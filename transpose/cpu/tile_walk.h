// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

/// Where one tile of a walk lies, and how large it is.
struct TilePosition {
    /// Where the tile's first element lies.
    ByteOffsets offsets;
    /// Number of elements of each row.
    std::int64_t run_length = 1;
    /// Number of rows of the tile.
    std::int64_t row_count = 1;
    /// Whether no tile lies before this one along the run.
    bool begins_run = true;
    /// Whether no tile lies behind this one along the run.
    bool ends_run = true;
    /// Number of elements of the run behind this tile.
    std::int64_t run_left = 0;
};

/// Walks through the tiles of a plan in a fixed order, from any position on. It is on the stack:
/// runs allocate nothing.
class TileWalk {
public:
    explicit TileWalk(const CpuKernelPlan& plan)
        : whole_run_(elements(plan.tile.run)), whole_rows_(elements(plan.tile.rows)) {
        const std::int64_t element_bytes = size_bytes(plan.problem.dtype);
        for (const BlockedMode& loop : plan.loops) {
            if (cuts(plan.tile.run, loop)) run_loop_ = loops_;
            if (cuts(plan.tile.rows, loop)) rows_loop_ = loops_;
            append(loop, element_bytes);
        }
    }

    /// Number of tiles.
    [[nodiscard]] std::int64_t count() const noexcept {
        std::int64_t product = 1;
        for (std::size_t loop = 0; loop < loops_; ++loop) product *= loop_[loop].count;
        return product;
    }

    /// Goes to the tile at `position`, 0 <= position < count().
    void seek(std::int64_t position) noexcept {
        offsets_ = {};
        for (std::size_t loop = 0; loop < loops_; ++loop) {
            index_[loop] = position % loop_[loop].count;
            position /= loop_[loop].count;
            move(loop_[loop], index_[loop]);
        }
    }

    /// Goes to the next tile; from the last one back to the first.
    void advance() noexcept {
        for (std::size_t loop = 0; loop < loops_; ++loop) {
            if (++index_[loop] < loop_[loop].count) return move(loop_[loop], 1);
            move(loop_[loop], 1 - loop_[loop].count);
            index_[loop] = 0;
        }
    }

    /// The tile at which the walk stands.
    [[nodiscard]] TilePosition position() const noexcept {
        TilePosition tile{.offsets = offsets_,
                          .run_length = length(whole_run_, run_loop_),
                          .row_count = length(whole_rows_, rows_loop_)};
        if (run_loop_ == none) return tile;
        const Loop& loop = loop_[run_loop_];
        const std::int64_t index = index_[run_loop_];
        tile.begins_run = index == 0;
        tile.ends_run = index == loop.count - 1;
        if (tile.ends_run) return tile;
        tile.run_left = whole_run_ / loop.block * (loop.extent - (index + 1) * loop.block);
        return tile;
    }

private:
    /// A loop over the blocks of a mode.
    struct Loop {
        /// Number of blocks of the mode.
        std::int64_t count;
        /// Number of elements of the mode.
        std::int64_t extent;
        /// Elements of every block, apart from the last.
        std::int64_t block;
        /// Bytes from one block to the next.
        ByteOffsets steps;
    };

    static constexpr std::size_t none = max_rank;

    /// Whether a loop goes over the blocks of the last mode of a tile's run or rows.
    static bool cuts(const std::vector<BlockedMode>& part, const BlockedMode& loop) noexcept {
        return !part.empty() && part.back() == loop;
    }

    void append(const BlockedMode& loop, std::int64_t element_bytes) noexcept {
        const std::int64_t bytes = loop.block * element_bytes;
        loop_[loops_++] = {(loop.mode.extent - 1) / loop.block + 1,
                           loop.mode.extent,
                           loop.block,
                           {loop.mode.strides[input] * bytes, loop.mode.strides[output] * bytes}};
    }

    void move(const Loop& loop, std::int64_t blocks) noexcept {
        offsets_.in += blocks * loop.steps.in;
        offsets_.out += blocks * loop.steps.out;
    }

    /// Number of elements of the run, or rows, in the present tile; `whole` are those of a whole
    /// tile, `index` is the loop that cuts them.
    [[nodiscard]] std::int64_t length(std::int64_t whole, std::size_t index) const noexcept {
        if (index == none) return whole;
        const Loop& loop = loop_[index];
        const std::int64_t left = loop.extent - index_[index] * loop.block;
        return whole / loop.block * std::min(loop.block, left);
    }

    /// Number of elements of a whole tile's runs.
    std::int64_t whole_run_;
    /// Number of rows of a whole tile.
    std::int64_t whole_rows_;
    /// The loop that cuts runs: an index of loop_; `none` where runs are whole.
    std::size_t run_loop_ = none;
    /// The loop that cuts the rows: an index of loop_; `none` where the rows are whole.
    std::size_t rows_loop_ = none;
    /// Number of loops.
    std::size_t loops_ = 0;
    /// The loops over the tiles, the fastest first.
    std::array<Loop, max_rank> loop_;
    /// For each loop, the block at which the walk stands.
    std::array<std::int64_t, max_rank> index_;
    /// Where the first element of the present tile lies.
    ByteOffsets offsets_;
};

}  // namespace ttgt::cpu
