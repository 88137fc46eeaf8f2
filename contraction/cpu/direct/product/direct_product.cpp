// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/product/direct_product.h"

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstdlib>

#include "contraction/cpu/block_sums.h"
#include "contraction/cpu/direct/product/direct_worker.h"
#include "src/core/element.h"
#include "src/runtime/threads.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {
namespace {

/// Cost of the work for parallel_ranges(), in bytes of memory traffic: the bytes of all blocks, or
/// an eighth of the flops where multiplying takes longer than moving the blocks.
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

/// Sums the partial sums of a run of rows in one column of D.
template <class Number>
struct SumColumn {
    Number alpha;
    Number beta;
    /// The first partial sum of the first row.
    const std::byte* sums;
    /// Bytes from one partial sum of a row to its next one.
    std::int64_t sum_bytes;
    /// Number of partial sums of each row.
    std::int64_t sum_count;

    /// Writes alpha * (all partial sums, in their order) + beta * D to `rows` rows of D.
    void add_up(std::byte* d, const std::int64_t* row_offsets, std::int64_t rows) const {
        for (std::int64_t row = 0; row < rows; ++row) {
            BlockSum<Number> all;
            for (std::int64_t sum = 0; sum < sum_count; ++sum) {
                all.add(reinterpret_cast<const Number*>(sums + sum * sum_bytes)[row]);
            }
            const Number total = all.value();
            auto* const to = reinterpret_cast<Number*>(d + row_offsets[row]);
            *to = beta == Number{} ? alpha * total : alpha * total + beta * *to;
        }
    }
};

/// Writes all elements of D from their partial sums.
template <class Number, class T>
void add_up(const Product<T>& product, const Scalars& scalars) {
    constexpr std::int64_t most_rows = 64;
    const DirectLabels& labels = product.labels;
    const BlockPlan& blocks = product.blocks;
    const std::int64_t bytes = product.form.d_bytes;
    const std::int64_t columns = blocks.columns * labels.batch.volume();
    std::int64_t row_offsets[most_rows];
    for (std::int64_t row = 0; row < blocks.rows; row += most_rows) {
        const std::int64_t rows = std::min(most_rows, blocks.rows - row);
        fill_offsets(labels.rows, 0, bytes, row, rows, row_offsets);
        for (std::int64_t column = 0; column < columns; ++column) {
            const SumColumn<Number> sums{scalar_cast<Number>(scalars.alpha),
                                         scalar_cast<Number>(scalars.beta),
                                         product.sums + (column * blocks.rows + row) * bytes,
                                         columns * blocks.rows * bytes, blocks.sums};
            sums.add_up(product.operands.d +
                            offset_at(labels.columns, 0, bytes, column % blocks.columns) +
                            offset_at(labels.batch, 0, bytes, column / blocks.columns),
                        row_offsets, rows);
        }
    }
}

/// One thread's part of a product: units [begin, end) of Worker::run().
template <class T>
void run_part(const Product<T>& product, const BlockSpace& space, std::byte* memory,
              std::int64_t begin, std::int64_t end) {
    Worker<T> worker(product, space, memory);
    worker.run(begin, end);
    if (product.non_temporal) end_non_temporal_stores();
}

/// Bytes for partial sums: `wanted`, where scratch memory then has room for one thread as well,
/// else the least.
std::int64_t sum_bytes_in(std::int64_t scratch_bytes, std::int64_t wanted) {
    return wanted + scratch_space.thread_bytes() <= scratch_bytes ? wanted
                                                                  : scratch_space.sum_bytes;
}

/// Computes a step in the real type T.
template <class T>
void run(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
         const Operands& operands, std::byte* scratch, int threads) {
    constexpr std::int64_t each = scratch_space.thread_bytes();
    const BlockSpace& space = scratch == nullptr ? stack_space : scratch_space;
    const ProductForm form = product_form(step, labels);
    std::int64_t sum_bytes = space.sum_bytes;
    threads = available_threads(threads);
    if (scratch != nullptr) {
        sum_bytes = sum_bytes_in(step.scratch_bytes, scratch_sum_bytes(labels, form));
        const std::int64_t fitting = (step.scratch_bytes - sum_bytes) / each;
        threads = static_cast<int>(std::min<std::int64_t>(threads, fitting));
    }
    const ProductKernels<T>& kernels = product_kernels<T>();
    const BlockPlan blocks(labels, form, space, sum_bytes, kernels.lanes, kernels.columns, threads);
    alignas(64) std::byte sums_on_stack[stack_space.sum_bytes];
    const Product<T> product(step, labels, blocks, scalars, operands,
                             scratch == nullptr ? sums_on_stack : scratch);
    cut_rows(labels.rows, labels.a, blocks, product.form);
    const std::int64_t units =
        labels.batch.volume() * blocks.column_blocks * blocks.panels * blocks.sums;
    std::atomic<std::int64_t> parts{0};
    parallel_ranges(units, worth(blocks, product.form, labels), threads,
                    [&](std::int64_t begin, std::int64_t end) {
                        if (scratch != nullptr) {
                            std::byte* const memory = scratch + sum_bytes + parts++ * each;
                            return run_part(product, space, memory, begin, end);
                        }
                        alignas(64) std::byte memory[stack_space.thread_bytes()];
                        run_part(product, space, memory, begin, end);
                    });
    if (blocks.sums == 1) return;
    if (is_complex(step.dtypes[0])) return add_up<std::complex<T>>(product, scalars);
    add_up<T>(product, scalars);
}

}  // namespace

void run_product(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
                 const void* a, const void* b, void* d, std::byte* scratch, int threads) {
    const Operands operands{static_cast<const std::byte*>(a), static_cast<const std::byte*>(b),
                            static_cast<std::byte*>(d)};
    if (size_bytes(real_of(step.dtypes[0])) == 4) {
        return run<float>(step, labels, scalars, operands, scratch, threads);
    }
    run<double>(step, labels, scalars, operands, scratch, threads);
}

std::int64_t product_scratch_bytes(const DirectStep& step, const DirectLabels& labels, int threads,
                                   std::int64_t limit) {
    // A product with at most this many columns and few inner steps is held whole by small blocks:
    // nothing is packed twice, and D is written once.
    constexpr std::int64_t few_columns = 16;
    const ProductForm form = product_form(step, labels);
    const bool is_small = labels.columns.volume() <= few_columns &&
                          labels.inner.volume() * form.steps <= stack_space.steps;
    if (is_small) return 0;
    const std::int64_t of_threads = threads * scratch_space.thread_bytes();
    const std::int64_t bytes = scratch_sum_bytes(labels, form) + of_threads;
    return bytes <= limit ? bytes : scratch_space.sum_bytes + of_threads;
}

}  // namespace ttgt::cpu
