// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/run_emulated.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/emulated/kernels/emulated_kernels.h"
#include "contraction/cuda/emulated/kernels/product_kernels.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {
namespace {

/// A run, product by product of the batch or several at a time.
class EmulatedRun {
public:
    EmulatedRun(const EmulatedPlan& plan, const Scalars& scalars, int device,
                const Resources& resources)
        : plan_(plan),
          scalars_(scalars),
          device_(device_properties(device)),
          stream_(resources.stream) {
        char* const scratch = static_cast<char*>(resources.scratch);
        const EmulatedScratch& parts = plan.scratch;
        choice_ = reinterpret_cast<ProductChoice*>(scratch);
        sizes_l_ = reinterpret_cast<RowSize*>(scratch + parts.sizes_l);
        sizes_r_ = reinterpret_cast<RowSize*>(scratch + parts.sizes_r);
        exponents_ = reinterpret_cast<std::int32_t*>(scratch + parts.exponents);
        planes_l_ = reinterpret_cast<std::int8_t*>(scratch + parts.planes_l);
        planes_r_ = reinterpret_cast<std::int8_t*>(scratch + parts.planes_r);
        products_ = reinterpret_cast<std::uint32_t*>(scratch + parts.products);
    }

    /// Does the products [first, first + count) of the batch.
    void run(const ExceptionOperands& operands, std::int64_t first, std::int64_t count) {
        first_ = static_cast<std::uint32_t>(first);
        count_ = count;
        measure(operands);
        for (std::int64_t piece = 0; piece < plan_.pieces; ++piece) multiply(operands, piece);
        enqueue_exceptions(plan_.dtype, with_item(plan_.exceptions), count_, exponents_, choice_,
                           operands, scalars_, plan_.exception_blocks, stream_);
    }

private:
    /// The arguments for the products of the batch that are being done.
    template <class Arguments>
    [[nodiscard]] Arguments with_item(Arguments arguments) const {
        arguments.item.first = first_;
        return arguments;
    }

    [[nodiscard]] bool keeps(int side) const { return plan_.exponents.kept[side] != 0; }

    void measure(const ExceptionOperands& operands) const {
        if (keeps(0) && keeps(1)) return;
        if (!keeps(0)) {
            enqueue_measure(plan_.dtype, with_item(plan_.measure_l), count_, operands.l, sizes_l_,
                            choice_, stream_);
        }
        if (!keeps(1)) {
            enqueue_measure(plan_.dtype, with_item(plan_.measure_r), count_, operands.r, sizes_r_,
                            choice_, stream_);
        }
        enqueue_exponents(plan_.exponents, count_, sizes_l_, sizes_r_, exponents_, choice_,
                          stream_);
    }

    void multiply(const ExceptionOperands& operands, std::int64_t piece) const {
        const std::int32_t* const exponents_r = exponents_ + plan_.restore.rows.size;
        if (!keeps(0)) {
            enqueue_residues(plan_.dtype, of_piece(plan_.residues_l, piece), count_, operands.l,
                             exponents_, choice_, planes_l_, stream_);
        }
        if (!keeps(1)) {
            enqueue_residues(plan_.dtype, of_piece(plan_.residues_r, piece), count_, operands.r,
                             exponents_r, choice_, planes_r_, stream_);
        }
        const Scalars scalars{scalars_.alpha, piece == 0 ? scalars_.beta : Scalar{1.0}};
        for (std::int64_t first = 0; first < plan_.padded_columns; first += plan_.chunk) {
            multiply_planes(first);
            RestoreArguments restore = with_item(plan_.restore);
            restore.first_column = static_cast<std::uint32_t>(first);
            restore.column_count = static_cast<std::uint32_t>(
                std::min<std::int64_t>(plan_.chunk, restore.columns.size - first));
            enqueue_restore(plan_.dtype, restore, count_, products_, exponents_, choice_,
                            operands.d, scalars, stream_);
        }
    }

    /// Multiplies the columns of a chunk, which begins at column `first`.
    void multiply_planes(std::int64_t first) const {
        ProductsArguments products = plan_.products;
        products.items = static_cast<std::uint32_t>(count_);
        products.column_tiles = static_cast<std::uint32_t>(
            std::min(plan_.chunk, plan_.padded_columns - first) / product_columns);
        const auto enqueue = is_hopper(device_) ? enqueue_hopper_products : enqueue_ampere_products;
        enqueue(products, device_.multiprocessors, planes_l_,
                planes_r_ + first * plan_.residues_r.padded_inner, choice_, products_, stream_);
    }

    [[nodiscard]] ResidueArguments of_piece(const ResidueArguments& residues,
                                            std::int64_t piece) const {
        ResidueArguments arguments = with_item(residues);
        arguments.first_inner = static_cast<std::uint32_t>(piece) * arguments.padded_inner;
        arguments.inner_count =
            std::min(arguments.padded_inner, arguments.input.inner.size - arguments.first_inner);
        return arguments;
    }

    const EmulatedPlan& plan_;
    const Scalars& scalars_;
    const DeviceProperties& device_;
    Stream stream_;
    std::uint32_t first_ = 0;
    std::int64_t count_ = 1;
    ProductChoice* choice_ = nullptr;
    RowSize* sizes_l_ = nullptr;
    RowSize* sizes_r_ = nullptr;
    std::int32_t* exponents_ = nullptr;
    std::int8_t* planes_l_ = nullptr;
    std::int8_t* planes_r_ = nullptr;
    std::uint32_t* products_ = nullptr;
};

}  // namespace

void run_emulated(const EmulatedPlan& plan, const Scalars& scalars, const void* l, const void* r,
                  void* d, int device, const Resources& resources) {
    if (plan.swapped) std::swap(l, r);
    EmulatedRun run(plan, scalars, device, resources);
    for (std::int64_t first = 0; first < plan.items; first += plan.items_together) {
        run.run({l, r, d}, first, std::min(plan.items_together, plan.items - first));
    }
}

}  // namespace ttgt::cuda
