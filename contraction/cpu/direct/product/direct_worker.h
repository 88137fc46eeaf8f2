// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/product/direct_state.h"
#include "contraction/cpu/direct/product/direct_tables.h"
#include "src/core/rounding.h"

namespace ttgt::cpu {

/// A factor's block for the kernels, packed or in place.
template <class T>
struct PackedBlock {
    /// The first element of the block.
    const T* data;
    /// Elements of T from one inner step (of A) or inner index (of B) to the next.
    std::int64_t step;
    /// Elements of T from one column of B to the next.
    std::int64_t column;
};

/// Computes one thread's part of a product, unit by unit.
template <class T>
class Worker {
public:
    /// `memory` has room for the blocks and tables of `space`, and is aligned to a cache line.
    Worker(const Product<T>& product, const BlockSpace& space, std::byte* memory)
        : p_(product),
          tables_(product.labels, product.form, product.sums == nullptr ? 0 : product.blocks.rows,
                  space, reinterpret_cast<std::int64_t*>(memory + space.a_bytes + space.b_bytes)),
          packed_a_(memory),
          packed_b_(memory + space.a_bytes) {}

    /// Computes units [begin, end). A unit is a panel of A with one block of columns, for one index
    /// of the batch and one part of the sums. Panels are numbered fastest, then blocks of columns,
    /// indices of the batch, and parts of the sums.
    void run(std::int64_t begin, std::int64_t end) {
        const BlockPlan& blocks = p_.blocks;
        while (begin < end) {
            const std::int64_t panel = begin % blocks.panels;
            const std::int64_t column_block = begin / blocks.panels % blocks.column_blocks;
            const std::int64_t product = begin / blocks.panels / blocks.column_blocks;
            const std::int64_t batch = product % p_.labels.batch.volume();
            sum_ = product / p_.labels.batch.volume();
            const std::int64_t panel_end = std::min(blocks.panels, panel + end - begin);
            at_ = {p_.operands.a + batch_offset(p_.labels.a, p_.form.a_bytes, batch),
                   p_.operands.b + batch_offset(p_.labels.b, p_.form.b_bytes, batch),
                   p_.sums == nullptr ? p_.operands.d + batch_offset(0, p_.form.d_bytes, batch)
                                      : p_.sum_of(product)};
            begin += panel_end - panel;
            if (begin < end && batch + 1 < p_.labels.batch.volume()) prefetch(batch + 1);
            run_columns(column_block, panel, panel_end);
        }
    }

private:
    [[nodiscard]] std::int64_t batch_offset(std::size_t operand, std::int64_t bytes,
                                            std::int64_t batch) const {
        return offset_at(p_.labels.batch, operand, bytes, batch);
    }

    /// Prefetches the factors of the batch's product number `batch`.
    void prefetch(std::int64_t batch) const {
        p_.dense_a.prefetch(p_.operands.a + batch_offset(p_.labels.a, p_.form.a_bytes, batch));
        p_.dense_b.prefetch(p_.operands.b + batch_offset(p_.labels.b, p_.form.b_bytes, batch));
    }

    /// Computes panels [panel, panel_end) with one block of columns.
    void run_columns(std::int64_t column_block, std::int64_t panel, std::int64_t panel_end) {
        const BlockPlan& blocks = p_.blocks;
        const std::int64_t first = blocks.column_begin(column_block);
        tables_.set_columns(first, blocks.column_begin(column_block + 1) - first);
        const std::int64_t first_block = blocks.first_block(sum_);
        for (std::int64_t block = first_block; block < blocks.first_block(sum_ + 1); ++block) {
            const std::int64_t inner = blocks.inner_begin(block);
            tables_.set_inner(inner, blocks.inner_begin(block + 1) - inner);
            scalars_ = block == first_block ? &p_.first : &p_.later;
            bring_b(panel_end - panel);
            for (std::int64_t group = panel; group < panel_end; group += blocks.group_panels) {
                run_group(group, std::min(panel_end, group + blocks.group_panels));
            }
        }
    }

    /// Finds or packs a block of B: it stays in place where few panels use it and its strides allow
    /// it.
    void bring_b(std::int64_t panels) {
        const BlockSide columns = tables_.columns_in_b();
        const BlockSide inner = tables_.inner_in_b();
        if (panels <= most_panels_in_place && !p_.packer_b.sums() && is_uniform(columns) &&
            is_uniform(inner)) {
            b_ = {reinterpret_cast<const T*>(at_.b + columns.offsets[0] + inner.offsets[0]),
                  in_reals(uniform_run(inner).distance), in_reals(uniform_run(columns).distance)};
            return;
        }
        const std::int64_t pitch = packed_pitch(tables_.columns_in_b().count * p_.form.b_bytes);
        p_.packer_b.pack(at_.b, columns, inner, packed_b_, pitch, tables_.columns_in_b().count);
        b_ = {reinterpret_cast<const T*>(packed_b_), in_reals(pitch), in_reals(p_.form.b_bytes)};
    }

    /// Converts a number of bytes to a number of elements of T.
    static std::int64_t in_reals(std::int64_t bytes) {
        return bytes / static_cast<std::int64_t>(sizeof(T));
    }

    /// Computes the panels of a group, whose rows are packed together.
    void run_group(std::int64_t panel, std::int64_t panel_end) {
        const std::int64_t first = p_.blocks.panel_begin(panel);
        tables_.set_rows(first, p_.blocks.panel_begin(panel_end) - first);
        const bool in_place = stays_in_place(panel, panel_end);
        if (!in_place) pack_a();
        for (; panel < panel_end; ++panel) {
            const std::int64_t begin = p_.blocks.panel_begin(panel) - first;
            const std::int64_t end = p_.blocks.panel_begin(panel + 1) - first;
            if (in_place) {
                a_ = {reinterpret_cast<const T*>(at_.a + tables_.rows_in_a().offsets[begin] +
                                                 tables_.inner_in_a().offsets[0]),
                      in_reals(uniform_run(tables_.inner_in_a()).distance), 0};
            } else {
                a_.data = packed_rows() + begin * p_.form.row_parts;
            }
            run_panel(begin, end - begin);
        }
    }

    /// Whether the kernels read the rows of a group of panels in A itself: the strides allow it,
    /// and there are at most most_columns_in_place columns, for which packing would not pay.
    [[nodiscard]] bool stays_in_place(std::int64_t panel, std::int64_t panel_end) const {
        if (tables_.columns_in_b().count > most_columns_in_place || p_.packer_a.sums() ||
            p_.form.steps > 1 || p_.form.conjugate_a || !is_uniform(tables_.inner_in_a()) ||
            tables_.rows_in_a().count % p_.blocks.vector_rows != 0) {
            return false;
        }
        const std::int64_t first = p_.blocks.panel_begin(panel);
        for (; panel < panel_end; ++panel) {
            const std::int64_t begin = p_.blocks.panel_begin(panel) - first;
            const std::int64_t count = p_.blocks.panel_begin(panel + 1) - first - begin;
            const UniformRun run = uniform_run({tables_.rows_in_a().offsets + begin, count});
            if (run.count != count || (count > 1 && run.distance != p_.form.a_bytes)) return false;
        }
        return true;
    }

    /// Packs the rows of a group of panels.
    void pack_a() {
        const ProductForm& form = p_.form;
        const std::int64_t vectors = divide_up(tables_.rows_in_a().count, p_.blocks.vector_rows);
        const std::int64_t padded = vectors * p_.blocks.vector_rows;
        const std::int64_t pitch = packed_pitch(padded * form.a_bytes);
        p_.packer_a.pack(at_.a, tables_.rows_in_a(), tables_.inner_in_a(), packed_a_,
                         pitch * form.steps, padded);
        a_.step = in_reals(pitch);
        const bool pairs = form.steps == 2;
        if (!pairs && !form.conjugate_a) return;
        p_.kernels.expand({packed_rows(), a_.step, vectors * p_.kernels.lanes,
                           tables_.inner_in_a().count, pairs, form.conjugate_a, form.conjugate_b});
    }

    [[nodiscard]] T* packed_rows() { return reinterpret_cast<T*>(packed_a_); }

    /// Computes `rows` rows from `begin` on, tile by tile.
    void run_panel(std::int64_t begin, std::int64_t rows) {
        const std::int64_t vectors = divide_up(rows, p_.blocks.vector_rows);
        const bool whole = rows % p_.blocks.vector_rows == 0 && !p_.form.makes_complex;
        const std::int64_t run_count = find_runs(begin, rows);
        const bool halved = run_count > 1 && whole && find_halves(begin, rows, run_count);
        const bool scattered = !whole || (run_count > 1 && !halved);
        std::byte* const d = at_.d + (scattered || halved ? 0 : runs_[0].offset);
        const auto& tiles = p_.kernels.tile[static_cast<std::size_t>(p_.form.steps - 1)]
                                           [static_cast<std::size_t>(vectors - 1)];
        const std::int64_t tile_count =
            divide_up(tables_.columns_in_b().count, p_.blocks.tile_columns);
        for (std::int64_t tile = 0; tile < tile_count; ++tile) {
            const std::int64_t column = part_begin(tables_.columns_in_b().count, tile_count, tile);
            const std::int64_t count =
                part_begin(tables_.columns_in_b().count, tile_count, tile + 1) - column;
            const TileOutput<T> output{d,
                                       tables_.columns_in_d().offsets + column,
                                       scalars_,
                                       scattered ? sums_ : nullptr,
                                       halved ? halves_ : nullptr,
                                       p_.non_temporal && !halved};
            if (scattered) claim_runs(output, run_count, count);
            tiles[static_cast<std::size_t>(count - 1)](
                {a_.data, a_.step, b_.data + column * b_.column, b_.step, b_.column,
                 tables_.inner_in_a().count},
                output);
            if (scattered) {
                p_.kernels.scatter({output, runs_, run_count, count, vectors * p_.kernels.lanes,
                                    static_cast<int>(p_.form.d_bytes / p_.form.real_bytes),
                                    p_.form.makes_complex});
            }
        }
    }

    /// Finds where each half vector of rows lies in D; false where the runs do not consist of half
    /// vectors.
    bool find_halves(std::int64_t begin, std::int64_t rows, std::int64_t run_count) {
        if (p_.blocks.vector_rows % 2 != 0) return false;
        const std::int64_t half = p_.blocks.vector_rows / 2;
        for (std::int64_t run = 0; run < run_count; ++run) {
            if (runs_[run].count % half != 0) return false;
        }
        for (std::int64_t i = 0; i < rows / half; ++i)
            halves_[i] = tables_.rows_in_d().offsets[begin + i * half];
        return true;
    }

    /// Prefetches the lines of D that a tile is scattered to, so that they arrive while the sums
    /// are computed.
    void claim_runs(const TileOutput<T>& output, std::int64_t run_count, std::int64_t columns) {
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::byte* const d = output.d + output.columns[column];
            for (std::int64_t run = 0; run < run_count; ++run) {
                constexpr int write = 1;
                const std::byte* const begin = d + runs_[run].offset;
                const std::byte* const end = begin + runs_[run].count * p_.form.d_bytes;
                for (const std::byte* line = begin; line < end; line += 64) {
                    __builtin_prefetch(line, write);
                }
                __builtin_prefetch(end - 1, write);
            }
        }
    }

    /// Finds the runs of `rows` rows that are contiguous in D; returns how many there are.
    std::int64_t find_runs(std::int64_t begin, std::int64_t rows) {
        std::int64_t count = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t* const offset = tables_.rows_in_d().offsets + begin + row;
            if (row > 0 && offset[0] - offset[-1] == p_.form.d_bytes) {
                ++runs_[count - 1].count;
            } else {
                runs_[count++] = {row, 1, *offset};
            }
        }
        return count;
    }

    /// Number of elements of T in the longest vector of any instruction set.
    static constexpr std::int64_t most_lanes = 64 / static_cast<std::int64_t>(sizeof(T));
    /// Maximum number of rows of a panel on any instruction set.
    static constexpr std::int64_t panel_rows = 3 * most_lanes;

    const Product<T>& p_;
    /// The addresses of A, B and D for the present index of the batch; D may be the memory of a
    /// partial sum.
    Operands at_{};
    /// The part of the sums that is computed now.
    std::int64_t sum_ = 0;
    /// The scalars for the present inner block.
    const BlendScalars<T>* scalars_ = nullptr;
    /// The offsets of the present rows, columns and inner indices.
    OffsetTables tables_;
    /// The present panel of A, packed or in place.
    PackedBlock<T> a_{};
    /// The present block of B, packed or in place.
    PackedBlock<T> b_{};
    /// Memory for packed panels of A.
    std::byte* packed_a_;
    /// Memory for a packed block of B.
    std::byte* packed_b_;
    /// The sums of a tile that is to be scattered.
    alignas(64) T sums_[panel_rows * 8];
    /// The runs of a panel's rows that are contiguous in D.
    RowRun runs_[panel_rows];
    /// For each half vector of a panel's rows, bytes to it in D.
    std::int64_t halves_[2 * ProductKernels<T>::max_vectors];
};

}  // namespace ttgt::cpu
