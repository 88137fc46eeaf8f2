// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/run_emulated.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/emulated/kernels/emulated_kernels.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/gemm/cublas_lt.h"

namespace ttgt::cuda {

/// The library's products of all planes for one chunk of columns.
struct EmulatedProducts {
    std::unique_ptr<const GemmPlan> chunk;
    std::unique_ptr<const GemmPlan> last;  ///< of the columns that are left; null: none are
};

namespace {

std::unique_ptr<const GemmPlan> products_of_planes(const EmulatedPlan& plan, std::int64_t columns,
                                                   int device) {
    BatchedGemm gemm;
    gemm.shape.op_a = MatrixOp::transpose;
    gemm.shape.op_b = MatrixOp::none;
    gemm.shape.m = plan.restore.padded_rows;
    gemm.shape.n = columns;
    gemm.shape.k = plan.residues_l.padded_inner;
    gemm.shape.lda = gemm.shape.k;
    gemm.shape.ldb = gemm.shape.k;
    gemm.shape.ldc = gemm.shape.m;
    gemm.count = plan.planes;
    gemm.stride_a = plan.residues_l.plane_bytes;
    gemm.stride_b = plan.residues_r.plane_bytes;
    gemm.stride_c = plan.restore.plane_elements;
    gemm.of_int8 = true;
    gemm.aligned = true;
    return std::make_unique<const GemmPlan>(gemm, device, library_bytes_of(plan));
}

/// One run of one product of the batch.
class EmulatedRun {
public:
    EmulatedRun(const EmulatedPlan& plan, const Scalars& scalars, const Resources& resources)
        : plan_(plan), scalars_(scalars), stream_(resources.stream) {
        char* const scratch = static_cast<char*>(resources.scratch);
        const EmulatedScratch& parts = plan.scratch;
        sizes_l_ = reinterpret_cast<RowSize*>(scratch);
        sizes_r_ = reinterpret_cast<RowSize*>(scratch + parts.sizes_r);
        exponents_ = reinterpret_cast<std::int32_t*>(scratch + parts.exponents);
        exceptions_ = reinterpret_cast<std::int32_t*>(scratch + parts.exceptions);
        planes_l_ = reinterpret_cast<std::int8_t*>(scratch + parts.planes_l);
        planes_r_ = reinterpret_cast<std::int8_t*>(scratch + parts.planes_r);
        products_ = reinterpret_cast<std::int32_t*>(scratch + parts.products);
        library_ = scratch + parts.library;
    }

    void run(const ExceptionOperands& operands) const {
        measure(operands);
        for (std::int64_t piece = 0; piece < plan_.pieces; ++piece) multiply(operands, piece);
        enqueue_exceptions(plan_.dtype, plan_.exceptions, exponents_, exceptions_, operands,
                           scalars_, plan_.exception_blocks, stream_);
    }

private:
    void measure(const ExceptionOperands& operands) const {
        enqueue_measure(plan_.dtype, plan_.measure_l, operands.l, sizes_l_, exceptions_, stream_);
        enqueue_measure(plan_.dtype, plan_.measure_r, operands.r, sizes_r_, nullptr, stream_);
        enqueue_exponents(plan_.exponents, sizes_l_, sizes_r_, exponents_, exceptions_, stream_);
    }

    void multiply(const ExceptionOperands& operands, std::int64_t piece) const {
        const std::int32_t* const exponents_r = exponents_ + plan_.restore.rows.size;
        enqueue_residues(plan_.dtype, of_piece(plan_.residues_l, piece), operands.l, exponents_,
                         planes_l_, stream_);
        enqueue_residues(plan_.dtype, of_piece(plan_.residues_r, piece), operands.r, exponents_r,
                         planes_r_, stream_);
        const Scalars scalars{scalars_.alpha, piece == 0 ? scalars_.beta : Scalar{1.0}};
        for (std::int64_t first = 0; first < plan_.padded_columns; first += plan_.chunk) {
            const bool is_whole = first + plan_.chunk <= plan_.padded_columns;
            const GemmPlan& products = is_whole ? *plan_.products->chunk : *plan_.products->last;
            products.run(1.0, planes_l_, planes_r_ + first * plan_.residues_r.padded_inner, 0.0,
                         products_, library_, stream_);
            RestoreArguments restore = plan_.restore;
            restore.first_column = static_cast<std::uint32_t>(first);
            restore.column_count = static_cast<std::uint32_t>(
                std::min<std::int64_t>(plan_.chunk, restore.columns.size - first));
            enqueue_restore(plan_.dtype, restore, products_, exponents_, operands.d, scalars,
                            stream_);
        }
    }

    static ResidueArguments of_piece(ResidueArguments residues, std::int64_t piece) {
        residues.first_inner = static_cast<std::uint32_t>(piece) * residues.padded_inner;
        residues.inner_count =
            std::min(residues.padded_inner, residues.input.inner.size - residues.first_inner);
        return residues;
    }

    const EmulatedPlan& plan_;
    const Scalars& scalars_;
    Stream stream_;
    RowSize* sizes_l_ = nullptr;
    RowSize* sizes_r_ = nullptr;
    std::int32_t* exponents_ = nullptr;
    std::int32_t* exceptions_ = nullptr;
    std::int8_t* planes_l_ = nullptr;
    std::int8_t* planes_r_ = nullptr;
    std::int32_t* products_ = nullptr;
    void* library_ = nullptr;
};

}  // namespace

std::shared_ptr<const EmulatedPlan> prepared(const EmulatedPlan& plan, int device) {
    auto with = std::make_shared<EmulatedPlan>(plan);
    if (with->products) return with;
    auto products = std::make_shared<EmulatedProducts>();
    products->chunk = products_of_planes(plan, plan.chunk, device);
    const std::int64_t rest = plan.padded_columns % plan.chunk;
    if (rest > 0) products->last = products_of_planes(plan, rest, device);
    with->products = std::move(products);
    return with;
}

void run_emulated(const EmulatedPlan& plan, const Scalars& scalars, const void* l, const void* r,
                  void* d, const Resources& resources) {
    if (plan.swapped) std::swap(l, r);
    const EmulatedRun product(plan, scalars, resources);
    const std::int64_t element = size_bytes(plan.dtype);
    Odometer<3> batch(plan.batch, 0, 0);
    for (std::int64_t i = volume(plan.batch); i > 0; --i, batch.advance()) {
        const auto& offsets = batch.offsets();
        product.run({static_cast<const char*>(l) + offsets[1] * element,
                     static_cast<const char*>(r) + offsets[2] * element,
                     static_cast<char*>(d) + offsets[0] * element});
    }
}

}  // namespace ttgt::cuda
