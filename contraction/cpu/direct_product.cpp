// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct_product.h"

#include <algorithm>
#include <cstdlib>

#include "contraction/cpu/direct_blocks.h"
#include "contraction/cpu/direct_kernel.h"
#include "contraction/cpu/direct_operand.h"
#include "src/runtime/threads.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {
namespace {

/// The bytes of a factor's small matrix where they are one piece of memory; else none. The
/// hardware's prefetchers do not see the next one coming.
class DenseMatrix {
public:
    DenseMatrix(const LabelList& free, const LabelList& inner, std::size_t operand,
                std::int64_t element_bytes) {
        constexpr std::int64_t most_bytes = 16 * 1024;
        const std::int64_t bytes = free.volume() * inner.volume() * element_bytes;
        if (bytes > most_bytes) return;
        std::int64_t last = 0;
        for (const LabelList* labels : {&free, &inner}) {
            for (std::size_t i = 0; i < labels->size(); ++i) {
                last += ((*labels)[i].extent - 1) * std::abs((*labels)[i].strides[operand]);
            }
        }
        if ((last + 1) * element_bytes == bytes) bytes_ = bytes;
    }

    void prefetch(const std::byte* matrix) const {
        constexpr std::int64_t line = 64;
        constexpr int read = 0;
        constexpr int second_level = 2;
        for (std::int64_t i = 0; i < bytes_; i += line) {
            __builtin_prefetch(matrix + i, read, second_level);
        }
    }

private:
    std::int64_t bytes_ = 0;
};

struct Operands {
    const std::byte* a;
    const std::byte* b;
    std::byte* d;
};

/// What does not change during a run.
template <class T>
struct Product {
    const DirectLabels& labels;
    ProductForm form;
    const ProductKernels<T>& kernels;
    BlockPlan blocks;
    OperandPacker<T> packer_a;
    OperandPacker<T> packer_b;
    BlendScalars<T> first;  ///< of the first inner block
    BlendScalars<T> later;  ///< add to what the blocks before left
    Operands operands;
    DenseMatrix dense_a;
    DenseMatrix dense_b;
    bool streams;  ///< D is too large for the caches and written once

    Product(const DirectStep& step, const DirectLabels& labels_in, const Scalars& scalars,
            const Operands& operands_in, int threads)
        : labels(labels_in),
          form(product_form(step, labels)),
          kernels(product_kernels<T>()),
          blocks(labels, form, kernels.lanes, kernels.columns, threads),
          packer_a(labels.lone_a, labels.a, form.a_bytes),
          packer_b(labels.lone_b, labels.b, form.b_bytes),
          first(scalars),
          later({scalars.alpha, 1.0}),
          operands(operands_in),
          dense_a(labels.rows, labels.inner, labels.a, form.a_bytes),
          dense_b(labels.columns, labels.inner, labels.b, form.b_bytes),
          streams(!first.reads_d() && blocks.inner_blocks == 1 &&
                  blocks.rows * blocks.columns * labels.batch.volume() * form.d_bytes >=
                      streamed_bytes) {}
};

/// A factor's block as the kernels take it.
template <class T>
struct PackedBlock {
    const T* data;
    std::int64_t step;
    std::int64_t column;
};

/// One thread's part of a product, its buffers and tables on the stack.
template <class T>
class Worker {
public:
    explicit Worker(const Product<T>& product) : p_(product) {}

    /// Units [begin, end): panels, of which each column block has `blocks.panels`, and each batch
    /// index all column blocks.
    void run(std::int64_t begin, std::int64_t end) {
        const BlockPlan& blocks = p_.blocks;
        while (begin < end) {
            const std::int64_t panel = begin % blocks.panels;
            const std::int64_t column_block = begin / blocks.panels % blocks.column_blocks;
            const std::int64_t batch = begin / blocks.panels / blocks.column_blocks;
            const std::int64_t panel_end = std::min(blocks.panels, panel + end - begin);
            at_ = {p_.operands.a + batch_offset(p_.labels.a, p_.form.a_bytes, batch),
                   p_.operands.b + batch_offset(p_.labels.b, p_.form.b_bytes, batch),
                   p_.operands.d + batch_offset(0, p_.form.d_bytes, batch)};
            begin += panel_end - panel;
            if (begin < end) prefetch(batch + 1);
            run_columns(column_block, panel, panel_end);
        }
    }

private:
    struct Range {
        std::int64_t first = 0;
        std::int64_t count = 0;
        friend bool operator==(const Range&, const Range&) = default;
    };

    [[nodiscard]] std::int64_t batch_offset(std::size_t operand, std::int64_t bytes,
                                            std::int64_t batch) const {
        return offset_at(p_.labels.batch, operand, bytes, batch);
    }

    /// Asks for the factors of a later product of the batch.
    void prefetch(std::int64_t batch) const {
        p_.dense_a.prefetch(p_.operands.a + batch_offset(p_.labels.a, p_.form.a_bytes, batch));
        p_.dense_b.prefetch(p_.operands.b + batch_offset(p_.labels.b, p_.form.b_bytes, batch));
    }

    void run_columns(std::int64_t column_block, std::int64_t panel, std::int64_t panel_end) {
        const BlockPlan& blocks = p_.blocks;
        const std::int64_t first = blocks.column_begin(column_block);
        set_columns({first, blocks.column_begin(column_block + 1) - first});
        for (std::int64_t block = 0; block < blocks.inner_blocks; ++block) {
            const std::int64_t inner = blocks.inner_begin(block);
            set_inner({inner, blocks.inner_begin(block + 1) - inner});
            scalars_ = block == 0 ? &p_.first : &p_.later;
            bring_b(panel_end - panel);
            for (std::int64_t group = panel; group < panel_end; group += blocks.group_panels) {
                run_group(group, std::min(panel_end, group + blocks.group_panels));
            }
        }
    }

    // The tables hold offsets from the batch index's first element, so that small products find
    // them made by the product before.
    void set_columns(Range columns) {
        if (columns == columns_) return;
        columns_ = columns;
        fill(p_.labels.columns, p_.labels.b, p_.form.b_bytes, columns, column_b_);
        fill(p_.labels.columns, 0, p_.form.d_bytes, columns, column_d_);
    }

    void set_inner(Range inner) {
        if (inner == inner_) return;
        inner_ = inner;
        fill(p_.labels.inner, p_.labels.a, p_.form.a_bytes, inner, inner_a_);
        fill(p_.labels.inner, p_.labels.b, p_.form.b_bytes, inner, inner_b_);
    }

    void set_rows(Range rows) {
        if (rows == rows_) return;
        rows_ = rows;
        fill(p_.labels.rows, p_.labels.a, p_.form.a_bytes, rows, row_a_);
        fill(p_.labels.rows, 0, p_.form.d_bytes, rows, row_d_);
    }

    static void fill(const LabelList& labels, std::size_t operand, std::int64_t bytes, Range range,
                     std::int64_t* offsets) {
        fill_offsets(labels, operand, bytes, range.first, range.count, offsets);
    }

    /// In place where few panels use it and its strides allow it, else packed.
    void bring_b(std::int64_t panels) {
        constexpr std::int64_t few_panels = 4;
        const BlockSide columns{column_b_, columns_.count};
        const BlockSide inner{inner_b_, inner_.count};
        if (panels <= few_panels && !p_.packer_b.sums() && is_uniform(columns) &&
            is_uniform(inner)) {
            b_ = {reinterpret_cast<const T*>(at_.b + column_b_[0] + inner_b_[0]),
                  in_reals(uniform_run(inner).distance), in_reals(uniform_run(columns).distance)};
            return;
        }
        const std::int64_t pitch = packed_pitch(columns_.count * p_.form.b_bytes);
        p_.packer_b.pack(at_.b, columns, inner, packed_b_, pitch, columns_.count);
        b_ = {reinterpret_cast<const T*>(packed_b_), in_reals(pitch), in_reals(p_.form.b_bytes)};
    }

    static std::int64_t in_reals(std::int64_t bytes) {
        return bytes / static_cast<std::int64_t>(sizeof(T));
    }

    void run_group(std::int64_t panel, std::int64_t panel_end) {
        const std::int64_t first = p_.blocks.panel_begin(panel);
        set_rows({first, p_.blocks.panel_begin(panel_end) - first});
        const bool in_place = stays_in_place(panel, panel_end);
        if (!in_place) pack_a();
        for (; panel < panel_end; ++panel) {
            const std::int64_t begin = p_.blocks.panel_begin(panel) - first;
            const std::int64_t end = p_.blocks.panel_begin(panel + 1) - first;
            if (in_place) {
                a_ = {reinterpret_cast<const T*>(at_.a + row_a_[begin] + inner_a_[0]),
                      in_reals(uniform_run({inner_a_, inner_.count}).distance), 0};
            } else {
                a_.data = packed_rows() + begin * p_.form.row_parts;
            }
            run_panel(begin, end - begin);
        }
    }

    /// Whether the kernels can read A itself and are few enough for it to pay.
    [[nodiscard]] bool stays_in_place(std::int64_t panel, std::int64_t panel_end) const {
        constexpr std::int64_t few_columns = 32;
        if (columns_.count > few_columns || p_.packer_a.sums() || p_.form.steps > 1 ||
            p_.form.conjugate_a || !is_uniform({inner_a_, inner_.count}) ||
            rows_.count % p_.blocks.vector_rows != 0) {
            return false;
        }
        for (; panel < panel_end; ++panel) {
            const std::int64_t begin = p_.blocks.panel_begin(panel) - rows_.first;
            const std::int64_t count = p_.blocks.panel_begin(panel + 1) - rows_.first - begin;
            const UniformRun run = uniform_run({row_a_ + begin, count});
            if (run.count != count || (count > 1 && run.distance != p_.form.a_bytes)) return false;
        }
        return true;
    }

    void pack_a() {
        const ProductForm& form = p_.form;
        const std::int64_t vectors =
            (rows_.count + p_.blocks.vector_rows - 1) / p_.blocks.vector_rows;
        const std::int64_t padded = vectors * p_.blocks.vector_rows;
        const std::int64_t pitch = packed_pitch(padded * form.a_bytes);
        p_.packer_a.pack(at_.a, {row_a_, rows_.count}, {inner_a_, inner_.count}, packed_a_,
                         pitch * form.steps, padded);
        a_.step = in_reals(pitch);
        const bool pairs = form.steps == 2;
        if (!pairs && !form.conjugate_a) return;
        p_.kernels.expand({packed_rows(), a_.step, vectors * p_.kernels.lanes, inner_.count, pairs,
                           form.conjugate_a, form.conjugate_b});
    }

    [[nodiscard]] T* packed_rows() { return reinterpret_cast<T*>(packed_a_); }

    void run_panel(std::int64_t begin, std::int64_t rows) {
        const std::int64_t vectors = (rows + p_.blocks.vector_rows - 1) / p_.blocks.vector_rows;
        const bool whole = rows % p_.blocks.vector_rows == 0 && !p_.form.widens;
        const std::int64_t run_count = find_runs(begin, rows);
        const bool halved = run_count > 1 && whole && find_halves(begin, rows, run_count);
        const bool scattered = !whole || (run_count > 1 && !halved);
        std::byte* const d = at_.d + (scattered || halved ? 0 : runs_[0].offset);
        const auto& tiles = p_.kernels.tile[static_cast<std::size_t>(p_.form.steps - 1)]
                                           [static_cast<std::size_t>(vectors - 1)];
        const std::int64_t tile_count =
            (columns_.count + p_.blocks.tile_columns - 1) / p_.blocks.tile_columns;
        for (std::int64_t tile = 0; tile < tile_count; ++tile) {
            const std::int64_t column = part_begin(columns_.count, tile_count, tile);
            const std::int64_t count = part_begin(columns_.count, tile_count, tile + 1) - column;
            const TileOutput<T> output{d,
                                       column_d_ + column,
                                       scalars_,
                                       scattered ? sums_ : nullptr,
                                       halved ? halves_ : nullptr,
                                       p_.streams && !halved};
            if (scattered) claim_runs(output, run_count, count);
            tiles[static_cast<std::size_t>(count - 1)](
                {a_.data, a_.step, b_.data + column * b_.column, b_.step, b_.column, inner_.count},
                output);
            if (scattered) {
                p_.kernels.scatter({output, runs_, run_count, count, vectors * p_.kernels.lanes,
                                    static_cast<int>(p_.form.d_bytes / p_.form.real_bytes),
                                    p_.form.widens});
            }
        }
    }

    /// Where half vectors of rows go; false where runs do not consist of them.
    bool find_halves(std::int64_t begin, std::int64_t rows, std::int64_t run_count) {
        if (p_.blocks.vector_rows % 2 != 0) return false;
        const std::int64_t half = p_.blocks.vector_rows / 2;
        for (std::int64_t run = 0; run < run_count; ++run) {
            if (runs_[run].count % half != 0) return false;
        }
        for (std::int64_t i = 0; i < rows / half; ++i) halves_[i] = row_d_[begin + i * half];
        return true;
    }

    /// Asks for the lines of D while the sums are made.
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

    /// The runs of `rows` rows that are contiguous in D.
    std::int64_t find_runs(std::int64_t begin, std::int64_t rows) {
        std::int64_t count = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t* const offset = row_d_ + begin + row;
            if (row > 0 && offset[0] - offset[-1] == p_.form.d_bytes) {
                ++runs_[count - 1].count;
            } else {
                runs_[count++] = {row, 1, *offset};
            }
        }
        return count;
    }

    static constexpr std::int64_t most_lanes = 64 / static_cast<std::int64_t>(sizeof(T));
    static constexpr std::int64_t panel_rows = 3 * most_lanes;

    const Product<T>& p_;
    Operands at_{};
    const BlendScalars<T>* scalars_ = nullptr;
    Range rows_;
    Range columns_;
    Range inner_;
    PackedBlock<T> a_{};
    PackedBlock<T> b_{};
    alignas(64) std::byte packed_a_[BlockPlan::a_bytes];
    alignas(64) std::byte packed_b_[BlockPlan::b_bytes];
    alignas(64) T sums_[panel_rows * 8];
    std::int64_t row_a_[BlockPlan::max_rows];
    std::int64_t row_d_[BlockPlan::max_rows];
    std::int64_t column_b_[BlockPlan::max_columns];
    std::int64_t column_d_[BlockPlan::max_columns];
    std::int64_t inner_a_[BlockPlan::max_steps];
    std::int64_t inner_b_[BlockPlan::max_steps];
    RowRun runs_[panel_rows];
    std::int64_t halves_[2 * ProductKernels<T>::max_vectors];
};

/// What the work is worth in bytes of traffic, the unit of parallel_ranges: the slower of moving
/// the blocks and of multiplying at about 8 flops per byte.
std::int64_t worth(const BlockPlan& blocks, const ProductForm& form, const DirectLabels& labels) {
    const double rows = static_cast<double>(blocks.rows);
    const double columns = static_cast<double>(blocks.columns);
    const double inner = static_cast<double>(blocks.inner);
    const double lone =
        static_cast<double>(labels.lone_a.volume()) + static_cast<double>(labels.lone_b.volume());
    const double flops =
        2 * rows * columns * inner * static_cast<double>(form.steps * form.row_parts);
    const double bytes = lone * inner * (rows + columns) * static_cast<double>(form.a_bytes) +
                         rows * columns * static_cast<double>(form.d_bytes);
    const double all = static_cast<double>(labels.batch.volume()) * std::max(flops / 8, bytes);
    return static_cast<std::int64_t>(std::min(all, 0x1p60));
}

/// Where A is contiguous along a label that is not D's fastest, a group of panels needs some of
/// both: half a cache line of the former at least.
void cut_rows(LabelList& rows, std::size_t a, const BlockPlan& blocks, const ProductForm& form) {
    const std::int64_t panel_rows = 3 * blocks.vector_rows;
    const std::int64_t repeats = std::max<std::int64_t>(32 / form.a_bytes, 4);
    if (rows.size() < 2 || std::abs(rows[0].strides[a]) == 1 || rows[1].strides[a] != 1) return;
    const std::int64_t vectors = blocks.group_panels * panel_rows / repeats / blocks.vector_rows;
    const std::int64_t piece = std::max<std::int64_t>(vectors, 1) * blocks.vector_rows;
    if (rows[0].extent > piece + piece / 2) rows.cut_first(piece);
}

template <class T>
void run(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
         const Operands& operands, int threads) {
    const Product<T> product(step, labels, scalars, operands, available_threads(threads));
    const BlockPlan& blocks = product.blocks;
    cut_rows(labels.rows, labels.a, blocks, product.form);
    const std::int64_t units = labels.batch.volume() * blocks.column_blocks * blocks.panels;
    parallel_ranges(units, worth(blocks, product.form, labels), threads,
                    [&](std::int64_t begin, std::int64_t end) {
                        Worker<T> worker(product);
                        worker.run(begin, end);
                        if (product.streams) end_stream();
                    });
}

}  // namespace

void run_product(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
                 const void* a, const void* b, void* d, int threads) {
    const Operands operands{static_cast<const std::byte*>(a), static_cast<const std::byte*>(b),
                            static_cast<std::byte*>(d)};
    if (size_bytes(real_of(step.dtypes[0])) == 4) {
        return run<float>(step, labels, scalars, operands, threads);
    }
    run<double>(step, labels, scalars, operands, threads);
}

}  // namespace ttgt::cpu
