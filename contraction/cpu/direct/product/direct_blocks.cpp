// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/product/direct_blocks.h"

#include <algorithm>
#include <cstdlib>

#include "contraction/cpu/direct/product/direct_kernel.h"
#include "contraction/plan/workspace.h"
#include "src/core/rounding.h"

namespace ttgt::cpu {
namespace {

/// Bytes of all elements of D.
std::int64_t output_bytes(const DirectLabels& labels, const ProductForm& form) {
    return labels.batch.volume() * labels.rows.volume() * labels.columns.volume() * form.d_bytes;
}

/// Number of inner blocks of a product in a space.
std::int64_t inner_blocks_of(const DirectLabels& labels, const ProductForm& form,
                             const BlockSpace& space) {
    return divide_up(labels.inner.volume() * form.steps, space.steps);
}

/// Number of parts that a sum of `inner_blocks` inner blocks is best cut into. Long sums have up to
/// 8 parts for threads to share: if threads shared rows or columns instead, each would read the
/// whole of a factor. Very long sums have as many parts as leave at most 64 blocks in each, since a
/// sum is rounded to D's precision after every block.
std::int64_t wanted_sums(std::int64_t inner_blocks) {
    constexpr std::int64_t most_for_threads = 8;
    // Minimum number of inner blocks of a part.
    constexpr std::int64_t least_blocks = 8;
    constexpr std::int64_t most_blocks = 64;
    return std::max(std::clamp<std::int64_t>(inner_blocks / least_blocks, 1, most_for_threads),
                    divide_up(inner_blocks, most_blocks));
}

}  // namespace

ProductForm product_form(const DirectStep& step, const DirectLabels& labels) {
    const DType dtype_a = step.dtypes[labels.a];
    const DType dtype_b = step.dtypes[labels.b];
    const bool complex_a = is_complex(dtype_a);
    const bool complex_b = is_complex(dtype_b);
    const bool swapped = labels.a == 2;
    ProductForm form{};
    form.a_bytes = size_bytes(dtype_a);
    form.b_bytes = size_bytes(dtype_b);
    form.d_bytes = size_bytes(step.dtypes[0]);
    form.real_bytes = size_bytes(real_of(step.dtypes[0]));
    form.row_parts = complex_a ? 2 : 1;
    form.steps = complex_a && complex_b ? 2 : 1;
    form.makes_complex = is_complex(step.dtypes[0]) && !complex_a;
    form.conjugate_a = complex_a && (swapped ? step.conjugate_r : step.conjugate_l);
    form.conjugate_b = complex_b && (swapped ? step.conjugate_l : step.conjugate_r);
    return form;
}

std::int64_t scratch_sum_bytes(const DirectLabels& labels, const ProductForm& form) {
    constexpr std::int64_t most = std::int64_t{16} << 20;
    const std::int64_t bytes = output_bytes(labels, form);
    const std::int64_t sums = std::min(wanted_sums(inner_blocks_of(labels, form, scratch_space)),
                                       most / std::max<std::int64_t>(bytes, 1));
    return std::max(scratch_space.sum_bytes, align_in_workspace(sums * bytes));
}

BlockPlan::BlockPlan(const DirectLabels& labels, const ProductForm& form, const BlockSpace& space,
                     std::int64_t sum_bytes, std::int64_t lanes, std::int64_t most_tile_columns,
                     int threads)
    : rows(labels.rows.volume()),
      columns(labels.columns.volume()),
      inner(labels.inner.volume()),
      vector_rows(lanes / form.row_parts),
      tile_columns(most_tile_columns) {
    static_assert(panel_vectors == std::int64_t{ProductKernels<double>::max_vectors});
    panels = divide_up(rows, panel_rows());
    inner_blocks = inner_blocks_of(labels, form, space);
    const std::int64_t deepest = divide_up(inner, inner_blocks);
    const std::int64_t panel_bytes = panel_vectors * lanes * form.real_bytes;
    const std::int64_t most_row_bytes = most_in_pitch(space.a_bytes / (deepest * form.steps));
    group_panels =
        std::clamp<std::int64_t>(most_row_bytes / panel_bytes, 1, space.rows / panel_rows());

    const std::int64_t fitting =
        std::min(space.columns, most_in_pitch(space.b_bytes / deepest) / form.b_bytes);
    const std::int64_t most_columns = std::max(fitting / tile_columns, std::int64_t{1});
    const std::int64_t tiles = divide_up(columns, tile_columns);
    column_blocks = divide_up(tiles, most_columns);
    sums = std::clamp<std::int64_t>(sum_bytes / output_bytes(labels, form), 1,
                                    wanted_sums(inner_blocks));
    // Where there are few rows, threads share the columns, too.
    const std::int64_t wanted = 4 * std::int64_t{threads};
    const std::int64_t units = labels.batch.volume() * panels * sums;
    if (threads > 1 && units * column_blocks < wanted) {
        column_blocks = std::min(tiles, divide_up(wanted, units));
    }
}

void cut_rows(LabelList& rows, std::size_t a, const BlockPlan& blocks, const ProductForm& form) {
    const std::int64_t repeats = std::max<std::int64_t>(32 / form.a_bytes, 4);
    if (rows.size() < 2 || std::abs(rows[0].strides[a]) == 1 || rows[1].strides[a] != 1) return;
    const std::int64_t vectors =
        blocks.group_panels * blocks.panel_rows() / repeats / blocks.vector_rows;
    const std::int64_t piece = std::max<std::int64_t>(vectors, 1) * blocks.vector_rows;
    if (rows[0].extent > piece + piece / 2) rows.cut_first(piece);
}

}  // namespace ttgt::cpu
