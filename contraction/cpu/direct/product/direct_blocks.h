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

/// How the numbers of a product are laid out for the kernels; see direct_kernel.h. A and B are L
/// and R in the order of DirectLabels.
struct ProductForm {
    /// Bytes of an element of A.
    std::int64_t a_bytes;
    /// Bytes of an element of B.
    std::int64_t b_bytes;
    /// Bytes of an element of D.
    std::int64_t d_bytes;
    /// Bytes of a real number, or of the real part of a complex one, in D.
    std::int64_t real_bytes;
    /// Number of rows of the kernels that an element of A makes: 2 where A is complex, else 1.
    std::int64_t row_parts;
    /// Inner steps of the kernels for each inner index: 2 where A and B are complex, else 1.
    std::int64_t steps;
    /// Whether A and B are real and D is complex.
    bool makes_complex;
    /// Whether A is complex and conjugated.
    bool conjugate_a;
    /// Whether B is complex and conjugated.
    bool conjugate_b;
};

/// The form of a step's product.
[[nodiscard]] ProductForm product_form(const DirectStep& step, const DirectLabels& labels);

/// Memory for blocks: what each thread has for its packed blocks and the tables of their offsets,
/// and what all threads together have at least for partial sums.
struct BlockSpace {
    /// Bytes of a thread's packed panels of A.
    std::int64_t a_bytes;
    /// Bytes of a thread's packed block of B.
    std::int64_t b_bytes;
    /// Number of rows that a thread's tables of offsets have room for.
    std::int64_t rows;
    /// Number of columns that a thread's tables of offsets have room for.
    std::int64_t columns;
    /// Maximum number of inner steps of a block, such that a panel of A stays in L1.
    std::int64_t steps;
    /// Minimum number of bytes for the partial sums of all threads.
    std::int64_t sum_bytes;

    /// Bytes of one thread: packed blocks and tables.
    [[nodiscard]] constexpr std::int64_t thread_bytes() const {
        return a_bytes + b_bytes +
               2 * (rows + columns + steps) * std::int64_t{sizeof(std::int64_t)};
    }
};
/// The space of a run that has scratch memory.
inline constexpr BlockSpace scratch_space{
    std::int64_t{64} * 1024, std::int64_t{136} * 1024, 768, 1024, 128, std::int64_t{64} * 1024};
/// The space of a run without scratch memory. A thread's stack has room for one panel of A, or a
/// few small ones, and for few columns of B; with the partial sums, which are on the caller's
/// stack, that is less than 48 KiB.
inline constexpr BlockSpace stack_space{std::int64_t{52} * 192, std::int64_t{52} * 320, 48, 80, 52,
                                        std::int64_t{4} * 1024};

/// Bytes for the partial sums of a run that has scratch memory: those of `scratch_space`, or more
/// where sums are so long that each part of them would have many blocks.
[[nodiscard]] std::int64_t scratch_sum_bytes(const DirectLabels& labels, const ProductForm& form);

/// Maximum number of panels of A for which a block of B is read in place; with more panels, packing
/// it pays.
inline constexpr std::int64_t most_panels_in_place = 4;
/// Maximum number of columns of a block of B for which A is read in place; with more columns,
/// packing A pays.
inline constexpr std::int64_t most_columns_in_place = 32;

/// The sizes of a product's blocks. A block of B with all its columns stays packed while panels of
/// A pass by. The order in which the terms of an element of D are added depends on `inner_blocks`
/// and `sums` alone. These depend on the extents and on the space with its bytes for partial sums,
/// not on the number of threads.
struct BlockPlan {
    /// Maximum number of vectors of rows in a panel.
    static constexpr std::int64_t panel_vectors = 3;

    /// Number of rows of the product.
    std::int64_t rows;
    /// Number of columns of the product.
    std::int64_t columns;
    /// Number of inner indices of the product.
    std::int64_t inner;
    /// Number of elements of A that fill a vector.
    std::int64_t vector_rows;
    /// Number of panels that the rows are cut into, of one to three vectors of rows each.
    std::int64_t panels;
    /// Maximum number of panels that are packed at once.
    std::int64_t group_panels;
    /// Number of columns of the largest tile of a kernel.
    std::int64_t tile_columns;
    /// Number of blocks that the columns are cut into.
    std::int64_t column_blocks;
    /// Number of blocks that the inner indices are cut into.
    std::int64_t inner_blocks;
    /// Number of parts that each sum is cut into, each of some inner blocks: threads share few
    /// outputs in this way, and long sums are rounded less often.
    std::int64_t sums;

    /// `sum_bytes` is the memory for partial sums in bytes, `lanes` the real numbers of a vector,
    /// `most_tile_columns` the columns of the largest tile.
    BlockPlan(const DirectLabels& labels, const ProductForm& form, const BlockSpace& space,
              std::int64_t sum_bytes, std::int64_t lanes, std::int64_t most_tile_columns,
              int threads);

    /// The most rows of a panel, counted in elements of A.
    [[nodiscard]] std::int64_t panel_rows() const { return panel_vectors * vector_rows; }
    /// First row of a panel; panel_begin(panels) is the number of rows.
    [[nodiscard]] std::int64_t panel_begin(std::int64_t panel) const {
        const std::int64_t vectors = divide_up(rows, vector_rows);
        return std::min(rows, part_begin(vectors, panels, panel) * vector_rows);
    }
    /// First column of a block of columns; column_begin(column_blocks) is the number of columns.
    [[nodiscard]] std::int64_t column_begin(std::int64_t block) const {
        const std::int64_t tiles = divide_up(columns, tile_columns);
        return std::min(columns, part_begin(tiles, column_blocks, block) * tile_columns);
    }
    /// First inner index of an inner block; inner_begin(inner_blocks) is the number of inner
    /// indices.
    [[nodiscard]] std::int64_t inner_begin(std::int64_t block) const {
        return part_begin(inner, inner_blocks, block);
    }
    /// First inner block of part `sum` of the sums; first_block(sums) is the number of inner
    /// blocks.
    [[nodiscard]] std::int64_t first_block(std::int64_t sum) const {
        return part_begin(inner_blocks, sums, sum);
    }
};

/// Cuts the first label of the rows where A is contiguous along the second one. A group of panels
/// then has several indices of both labels: at least half a cache line of A along the second.
void cut_rows(LabelList& rows, std::size_t a, const BlockPlan& blocks, const ProductForm& form);

/// Bytes from one packed row to the next, where a row holds `bytes` bytes: an odd number of cache
/// lines, so that the rows of a panel spread over the sets of L1.
[[nodiscard]] inline std::int64_t packed_pitch(std::int64_t bytes) {
    constexpr std::int64_t line = 64;
    return (divide_up(bytes, line) | 1) * line;
}
/// The most bytes that packed rows can hold so that packed_pitch() of them is at most `pitch`.
[[nodiscard]] inline std::int64_t most_in_pitch(std::int64_t pitch) {
    constexpr std::int64_t line = 64;
    return ((pitch / line - 1) | 1) * line;
}

}  // namespace ttgt::cpu
