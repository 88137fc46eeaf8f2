// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "src/core/rounding.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {

/// How the numbers of a product are laid out; see direct_kernel.h.
struct ProductForm {
    std::int64_t a_bytes;  ///< of an element
    std::int64_t b_bytes;
    std::int64_t d_bytes;
    std::int64_t real_bytes;
    std::int64_t row_parts;  ///< rows that an element of A makes: 2 where it is complex
    std::int64_t steps;      ///< inner steps that an index makes: 2 where both are complex
    bool makes_complex;      ///< both factors are real, D is complex
    bool conjugate_a;
    bool conjugate_b;
};

[[nodiscard]] ProductForm product_form(const DirectStep& step, const DirectLabels& labels);

/// What one thread has for its packed blocks and the tables of their offsets, and what all have at
/// least for the sums that are added up in the end.
struct BlockSpace {
    std::int64_t a_bytes;
    std::int64_t b_bytes;
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t steps;  ///< such that a panel of A stays in L1
    std::int64_t sum_bytes;

    /// Of one thread.
    [[nodiscard]] constexpr std::int64_t thread_bytes() const {
        return a_bytes + b_bytes +
               2 * (rows + columns + steps) * std::int64_t{sizeof(std::int64_t)};
    }
};
/// Of a run that has scratch memory.
inline constexpr BlockSpace scratch_space{
    std::int64_t{64} * 1024, std::int64_t{136} * 1024, 768, 1024, 128, std::int64_t{64} * 1024};
/// Of one that has none: on each thread's stack, one panel of A or some, and so few columns of B
/// that all stays below 48 KiB with the sums, which are on the caller's.
inline constexpr BlockSpace stack_space{std::int64_t{52} * 192, std::int64_t{52} * 320, 48, 80, 52,
                                        std::int64_t{4} * 1024};

/// Bytes for the sums of a run that has scratch memory: more than `scratch_space` has where sums
/// are so long that each of them would have many blocks.
[[nodiscard]] std::int64_t scratch_sum_bytes(const DirectLabels& labels, const ProductForm& form);

/// Packing B pays from more panels than these on, packing A from more columns.
inline constexpr std::int64_t most_panels_in_place = 4;
inline constexpr std::int64_t most_columns_in_place = 32;

/// The sizes of a product's blocks: a block of B with all its columns stays packed while panels of
/// A pass by. What an element of D sums in which order depends on `inner_blocks` and `sums` alone,
/// and they on the extents and the space, `sum_bytes` of it.
struct BlockPlan {
    static constexpr std::int64_t panel_vectors = 3;

    std::int64_t rows;
    std::int64_t columns;
    std::int64_t inner;
    std::int64_t vector_rows;   ///< elements of A that fill a vector
    std::int64_t panels;        ///< of one to three vectors of rows
    std::int64_t group_panels;  ///< at most so many are packed at once
    std::int64_t tile_columns;
    std::int64_t column_blocks;
    std::int64_t inner_blocks;
    /// Of some inner blocks each: few outputs are shared so between threads, and long sums rounded
    /// less often.
    std::int64_t sums;

    BlockPlan(const DirectLabels& labels, const ProductForm& form, const BlockSpace& space,
              std::int64_t sum_bytes, std::int64_t lanes, std::int64_t most_tile_columns,
              int threads);

    /// The most rows of a panel.
    [[nodiscard]] std::int64_t panel_rows() const { return panel_vectors * vector_rows; }
    /// First row of a panel; `panels` gives the end.
    [[nodiscard]] std::int64_t panel_begin(std::int64_t panel) const {
        const std::int64_t vectors = divide_up(rows, vector_rows);
        return std::min(rows, part_begin(vectors, panels, panel) * vector_rows);
    }
    [[nodiscard]] std::int64_t column_begin(std::int64_t block) const {
        const std::int64_t tiles = divide_up(columns, tile_columns);
        return std::min(columns, part_begin(tiles, column_blocks, block) * tile_columns);
    }
    [[nodiscard]] std::int64_t inner_begin(std::int64_t block) const {
        return part_begin(inner, inner_blocks, block);
    }
    [[nodiscard]] std::int64_t first_block(std::int64_t sum) const {
        return part_begin(inner_blocks, sums, sum);
    }
};

/// Where A is contiguous along a label that is not D's fastest, a group of panels needs some of
/// both: half a cache line of the former at least.
void cut_rows(LabelList& rows, std::size_t a, const BlockPlan& blocks, const ProductForm& form);

/// Bytes between packed rows that hold `bytes`: an odd number of cache lines, so that the rows of a
/// panel spread over the sets of L1.
[[nodiscard]] inline std::int64_t packed_pitch(std::int64_t bytes) {
    constexpr std::int64_t line = 64;
    return (divide_up(bytes, line) | 1) * line;
}
/// The most bytes that rows can hold so that their pitch is at most `pitch`.
[[nodiscard]] inline std::int64_t most_in_pitch(std::int64_t pitch) {
    constexpr std::int64_t line = 64;
    return ((pitch / line - 1) | 1) * line;
}

}  // namespace ttgt::cpu
