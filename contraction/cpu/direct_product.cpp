// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct_product.h"

#include <algorithm>
#include <cstdlib>

#include "contraction/cpu/direct_worker.h"
#include "src/runtime/threads.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {
namespace {

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
