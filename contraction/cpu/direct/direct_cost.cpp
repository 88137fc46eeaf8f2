// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/elementwise.h"
#include "contraction/cpu/direct/matrix_vector.h"
#include "contraction/cpu/direct/product/direct_blocks.h"
#include "contraction/cpu/direct/product/direct_kernel.h"
#include "contraction/cpu/direct/product/direct_pack.h"
#include "src/core/counts.h"
#include "src/core/element.h"

namespace ttgt::cpu {
namespace {

/// Bytes of a cache line.
constexpr std::int64_t line_bytes = 64;

/// The first index tuples of some labels, seen as a box in one operand: for each label, how many of
/// its indices the tuples have, and its stride.
class Box {
public:
    explicit Box(std::size_t operand) : operand_(operand) {}

    /// Adds the labels for the first `count` of their index tuples.
    void add(const LabelList& labels, double count) {
        if (labels.empty()) return;
        const auto piece = static_cast<double>(labels.piece());
        const double extent = static_cast<double>(labels[0].extent);
        const auto first = static_cast<double>(labels[0].strides[operand_]);
        count = add(piece, first, count);
        if (labels.size() > 1) count = add(labels[1], count);
        count = add(extent / piece, first * piece, count);
        for (std::size_t label = 2; label < labels.size(); ++label)
            count = add(labels[label], count);
    }

    /// Number of elements that packing moves at once: those of the sides up to the first contiguous
    /// one.
    [[nodiscard]] double moved_at_once() const {
        constexpr std::size_t deepest = 3;
        double elements = 1;
        for (std::size_t side = 0; side < std::min(size_, deepest); ++side) {
            elements *= sides_[side].count;
            if (sides_[side].stride == 1) return elements;
        }
        return all();
    }

    /// Number of different cache lines in the box; a line has `line` elements.
    [[nodiscard]] double lines(double line) {
        std::sort(sides_.begin(), sides_.begin() + static_cast<std::ptrdiff_t>(size_),
                  [](const Side& a, const Side& b) { return a.stride < b.stride; });
        // Elements from the first to the last element of a group that shares lines.
        double span = 1;
        double spans = 1;
        for (std::size_t side = 0; side < size_; ++side) {
            const auto [count, stride] = sides_[side];
            if (stride <= span + line / 2) {
                span += (count - 1) * stride;
            } else {
                spans *= count;
            }
        }
        return std::min(spans * ((span - 1) / line + 1), all());
    }

private:
    /// One label in the box: how many indices, and their stride in elements.
    struct Side {
        double count;
        double stride;
    };

    double add(const Mode<3>& label, double count) {
        return add(static_cast<double>(label.extent), static_cast<double>(label.strides[operand_]),
                   count);
    }

    /// Adds a label, and returns how many of `count` tuples remain for the labels to come.
    double add(double extent, double stride, double count) {
        const double covered = std::min(count, extent);
        if (covered > 1) sides_[size_++] = {covered, std::abs(stride)};
        return std::max(count / extent, 1.0);
    }

    /// Number of elements of the box.
    [[nodiscard]] double all() const {
        double product = 1;
        for (std::size_t side = 0; side < size_; ++side) product *= sides_[side].count;
        return product;
    }

    std::size_t operand_;
    std::size_t size_ = 0;
    std::array<Side, 4 * max_rank + 2> sides_;
};

/// Whether neighbours along the labels have one distance in every operand.
bool is_uniform(const LabelList& labels) { return labels.size() <= 1; }

/// The blocks of one factor, which are packed or read in place.
struct Blocks {
    /// The factor: its position in Mode::strides.
    std::size_t operand;
    /// Labels of the rows (of A) or columns (of B).
    const LabelList& side;
    /// Labels of the inner indices.
    const LabelList& inner;
    /// Number of rows (columns) of a block.
    double side_count;
    /// Number of inner indices of a block.
    double inner_count;
    /// Number of blocks, each counted as often as it is read.
    double count;
    /// Whether the blocks are read in place instead of packed.
    bool in_place;
    /// Bytes of an element of the factor.
    std::int64_t element_bytes;

    /// Adds the cache lines of the blocks, and the time to pack them, to `work`.
    void count_into(DirectWork& work, const DirectRates& rates) const {
        Box box(operand);
        box.add(side, side_count);
        const double at_once = box.moved_at_once();
        box.add(inner, inner_count);
        work.lines +=
            count * box.lines(static_cast<double>(line_bytes) / static_cast<double>(element_bytes));
        if (in_place) return;
        work.core_ns += rates.move_ns * count * moves(at_once);
    }

private:
    /// Moves of packing for one block. Rows that are contiguous along the inner labels are
    /// transposed some at a time; else each move has `at_once` elements.
    [[nodiscard]] double moves(double at_once) const {
        const bool along_side = !side.empty() && side[0].strides[operand] == 1;
        const bool along_inner = !inner.empty() && inner[0].strides[operand] == 1;
        if (!along_side && along_inner) {
            const double run = std::min(inner_count, static_cast<double>(inner[0].extent));
            return inner_count / run * std::max(side_count / Packer::rows_at_once, 1.0);
        }
        return inner_count * side_count / at_once;
    }
};

/// Number of entries of the tables of offsets that a run makes; tables are made again where blocks
/// differ.
double table_entries(const DirectLabels& labels, const BlockPlan& blocks, std::int64_t group_rows) {
    const double passes = static_cast<double>(labels.batch.volume() * blocks.column_blocks);
    double entries = 0;
    if (group_rows < blocks.rows) {
        entries += 2 * passes * static_cast<double>(blocks.rows * blocks.inner_blocks);
    }
    if (blocks.inner_blocks > 1) entries += 2 * passes * static_cast<double>(blocks.inner);
    return entries;
}

/// Number of rows that are contiguous in D.
std::int64_t output_run(const LabelList& rows) {
    std::int64_t run = 1;
    for (std::size_t label = 0; label < rows.size() && rows[label].strides[0] == run; ++label) {
        run *= rows[label].extent;
    }
    return rows.empty() ? 1 : std::min(run, rows.piece() < rows[0].extent ? rows.piece() : run);
}

/// Contiguous pieces of D that a column of a tile is scattered to; 0 where tiles go to D in vectors
/// or halves of vectors. `run` is the number of rows that are contiguous in D.
double scattered_pieces(std::int64_t run, const BlockPlan& blocks) {
    const std::int64_t half = std::max<std::int64_t>(blocks.vector_rows / 2, 1);
    const bool in_vectors =
        blocks.rows % blocks.vector_rows == 0 && (run >= blocks.rows || run % half == 0);
    if (in_vectors) return 0;
    const double panel_rows = static_cast<double>(blocks.rows) / static_cast<double>(blocks.panels);
    return 1 + (panel_rows - 1) / static_cast<double>(run);
}

/// Numbers of blocks, panels and tiles of a product, each counted as often as it is worked on.
struct BlockCounts {
    /// Number of index tuples of the batch.
    double batch;
    /// Number of panels, counted for each block of columns and each index of the batch.
    double units;
    /// Number of inner blocks of a unit.
    double inner_blocks;
    /// Number of inner indices of an inner block.
    double inner;
    /// Number of columns of a block of columns.
    double columns;
    /// Number of rows in the panels of A that are packed together.
    std::int64_t group_rows;

    BlockCounts(const DirectLabels& labels, const BlockPlan& blocks)
        : batch(static_cast<double>(labels.batch.volume())),
          units(batch * static_cast<double>(blocks.column_blocks * blocks.panels)),
          inner_blocks(static_cast<double>(blocks.inner_blocks)),
          inner(static_cast<double>(blocks.inner) / inner_blocks),
          columns(static_cast<double>(blocks.columns) / static_cast<double>(blocks.column_blocks)),
          group_rows(std::min(blocks.rows, blocks.group_panels * blocks.panel_rows())) {}
};

/// Adds the time of tiles, and the lines of D that tiles share, to `work`.
void count_tiles(const DirectLabels& labels, const ProductForm& form, const BlockPlan& blocks,
                 const BlockCounts& counts, const DirectRates& rates, DirectWork& work) {
    const double tiles = counts.units * counts.inner_blocks;
    const std::int64_t run = output_run(labels.rows);
    const double scattered = scattered_pieces(run, blocks);
    work.core_ns +=
        tiles *
        (rates.tile_ns * std::ceil(counts.columns / static_cast<double>(blocks.tile_columns)) +
         rates.scattered_ns * counts.columns * scattered);
    if (scattered == 0 || run * form.d_bytes >= line_bytes) return;
    // Runs of D are shorter than a line: several tiles write to each line.
    work.lines += counts.batch * counts.inner_blocks *
                  static_cast<double>(blocks.rows * blocks.columns) / static_cast<double>(run);
}

/// The blocks of A that are packed, or used in place. `passes`: how often A is gone through.
Blocks blocks_of_a(const DirectLabels& labels, const ProductForm& form, const BlockPlan& blocks,
                   const BlockCounts& counts, double passes) {
    const double groups = static_cast<double>(blocks.rows) / static_cast<double>(counts.group_rows);
    return {.operand = labels.a,
            .side = labels.rows,
            .inner = labels.inner,
            .side_count = static_cast<double>(counts.group_rows),
            .inner_count = counts.inner,
            .count =
                passes * groups * counts.inner_blocks * static_cast<double>(labels.lone_a.volume()),
            .in_place = counts.columns <= most_columns_in_place && is_uniform(labels.inner) &&
                        labels.rows.size() == 1 && labels.rows[0].strides[labels.a] == 1 &&
                        blocks.rows % blocks.vector_rows == 0,
            .element_bytes = form.a_bytes};
}

/// The blocks of B that are packed, or used in place. Where threads share the columns of a block,
/// each thread packs the columns for the rows that it computes.
Blocks blocks_of_b(const DirectLabels& labels, const ProductForm& form, const BlockPlan& blocks,
                   const BlockCounts& counts, double passes, int threads) {
    const auto panels = static_cast<double>(blocks.panels);
    const double sharing = std::clamp(threads / passes, 1.0, panels);
    return {.operand = labels.b,
            .side = labels.columns,
            .inner = labels.inner,
            .side_count = counts.columns,
            .inner_count = counts.inner,
            .count = passes * sharing * counts.inner_blocks *
                     static_cast<double>(labels.lone_b.volume()),
            .in_place = panels / sharing <= most_panels_in_place && is_uniform(labels.columns) &&
                        is_uniform(labels.inner),
            .element_bytes = form.b_bytes};
}

/// The work of a product of packed blocks.
template <class T>
DirectWork product_work(const DirectStep& step, DirectLabels& labels, int threads,
                        const DirectRates& rates) {
    const ProductKernels<T>& kernels = product_kernels<T>();
    const ProductForm form = product_form(step, labels);
    const bool has_scratch = step.scratch_bytes > 0;
    const BlockSpace& space = has_scratch ? scratch_space : stack_space;
    const std::int64_t sum_bytes = has_scratch ? scratch_sum_bytes(labels, form) : space.sum_bytes;
    const BlockPlan blocks(labels, form, space, sum_bytes, kernels.lanes, kernels.columns, threads);
    cut_rows(labels.rows, labels.a, blocks, form);
    const BlockCounts counts(labels, blocks);

    DirectWork work;
    work.pieces = counts.units * static_cast<double>(blocks.sums);
    work.products = counts.batch * static_cast<double>(blocks.rows) *
                    static_cast<double>(blocks.columns) * static_cast<double>(blocks.inner) *
                    static_cast<double>(form.row_parts * form.steps);
    count_tiles(labels, form, blocks, counts, rates, work);
    work.core_ns += rates.offset_ns * table_entries(labels, blocks, counts.group_rows);

    const double passes = counts.batch * static_cast<double>(blocks.column_blocks);
    blocks_of_a(labels, form, blocks, counts, passes).count_into(work, rates);
    blocks_of_b(labels, form, blocks, counts, passes, threads).count_into(work, rates);
    return work;
}

/// The work of an elementwise step: rows along D's fastest label.
DirectWork elementwise_work(const DirectStep& step, const DirectRates& rates) {
    const double outputs = tuple_count(step.outputs);
    const double length = step.outputs.empty() ? 1 : static_cast<double>(step.outputs[0].extent);
    DirectWork work;
    work.products = outputs * tuple_count(step.sums);
    work.pieces = outputs / std::min(length, static_cast<double>(plain_length));
    work.core_ns = rates.row_ns * work.products / length;
    for (const std::size_t operand : {1U, 2U}) {
        const bool gathers = length > 1 && std::abs(step.outputs[0].strides[operand]) > 1;
        if (gathers) work.core_ns += rates.gathered_ns * work.products;
    }
    const double output_bytes = outputs * static_cast<double>(size_bytes(step.dtypes[0]));
    if (output_bytes < non_temporal_bytes) work.lines = output_bytes / line_bytes;
    return work;
}

/// The work of a product of a matrix and a vector: the matrix is read once, one contiguous run
/// after the other.
DirectWork matrix_vector_work(const DirectLabels& labels, const DirectRates& rates) {
    const double outputs = static_cast<double>(labels.rows.volume() * labels.batch.volume());
    const auto inner = static_cast<double>(labels.inner.volume());
    const bool along_inner = !labels.inner.empty() && labels.inner[0].strides[labels.a] == 1;
    const auto run =
        static_cast<double>(along_inner ? labels.inner[0].extent : labels.rows[0].extent);
    DirectWork work;
    work.products = outputs * inner;
    work.core_ns = rates.run_ns * outputs * inner / run;
    work.pieces = std::max(outputs, inner / dot_chunk);
    return work;
}

}  // namespace

DirectWork direct_work(const DirectStep& step, int threads, const DirectRates& rates) {
    DirectLabels labels = classify(step);
    if (!is_half(step.dtypes[1])) {
        if (is_elementwise(step, labels)) return elementwise_work(step, rates);
        if (is_matrix_vector(step, labels)) return matrix_vector_work(labels, rates);
    }
    if (real_of(compute_of(step.dtypes[0])) == DType::float32) {
        return product_work<float>(step, labels, threads, rates);
    }
    return product_work<double>(step, labels, threads, rates);
}

}  // namespace ttgt::cpu
