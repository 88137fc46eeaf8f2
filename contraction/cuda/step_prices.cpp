// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/step_prices.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/cuda/gemm_batches.h"
#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/kernels.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt::cuda {
namespace {

/// What transposes of square matrices reach of the bandwidth of a copy.
constexpr double square_transpose_share = 0.9;
/// Products that add to each other's results take so many times as long as those of the tables: of
/// matrices one at a time, of batches and vectors.
constexpr double adding_matrix = 1.05;
constexpr double adding_batch = 1.5;
constexpr std::int64_t least_matrix = 8;
/// Microseconds in addition for each element of C that is alone in its sector of memory.
constexpr double lone_output_us = 1.1e-4;
/// Microseconds to fill the arrays of pointers of a batch.
constexpr double pointers_us = 3;

/// What `ms` for the bytes that an adding transpose moves becomes: its stores wait for what they
/// add to, those of packed tiles once for each of few stores.
double added_ms(const TransposeKernelPlan& completed, double ms) {
    constexpr double of_tiled = 1.25;
    constexpr double most_of_packed = 1.1;
    constexpr double most_of_packed_ms = 0.06;
    const CudaTile& tile = static_cast<const CudaKernelPlan&>(completed).plain.chosen.tile;
    if (std::holds_alternative<TiledTile>(tile)) return of_tiled * ms;
    if (std::holds_alternative<CopyTile>(tile)) return ms;
    return ms + std::min(most_of_packed * ms, most_of_packed_ms);
}

double predicted_ms(const SharedDeviceKernel& kernel) {
    if (const auto* generated = dynamic_cast<const GeneratedKernelPlan*>(kernel.get())) {
        return 1e-3 * generated->shape.predicted_us;
    }
    if (const auto* emulated = dynamic_cast<const EmulatedPlan*>(kernel.get())) {
        return 1e-3 * emulated->us;
    }
    return cuda::predicted_ms(static_cast<const DirectKernelPlan&>(*kernel));
}

}  // namespace

CudaStepPrices::CudaStepPrices(const Architecture& gpu,
                               std::shared_ptr<const GemmTimesByDType> gemm_times,
                               std::shared_ptr<KernelMemo> completed)
    : gpu_(gpu), gemm_times_(std::move(gemm_times)), completed_(std::move(completed)) {}

double CudaStepPrices::copy_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / gpu_.bytes_per_us);
}

double CudaStepPrices::transpose_ms(const TransposeStep& step, double bytes) const {
    // The model is of out = perm(in); what is added to is read as well.
    const double moved = static_cast<double>(bytes_moved(step.kernel->problem));
    if (moved == 0) return 0;
    const double launch_ms = 1e-3 * gpu_.launch_us;
    const double ms = launch_ms + (step.kernel->predicted_ms() - launch_ms) * bytes / moved;
    return step.beta == ScalarRole::zero ? ms
                                         : added_ms(*complete_kernel(*completed_, step.kernel), ms);
}

double CudaStepPrices::direct_ms(const DirectStep& step, double) const {
    // The kernels are priced without what they add to.
    const auto added =
        static_cast<double>(volume(step.outputs) * size_bytes(step.dtypes[operand_d]));
    return predicted_ms(step.kernel) +
           (step.beta == ScalarRole::zero ? 0 : 1e-3 * added / gpu_.bytes_per_us);
}

double CudaStepPrices::reduce_ms(const ReduceStep& step, double) const {
    return predicted_ms(step.kernel);
}

double CudaStepPrices::gemm_ms(const GemmStep& step) const {
    const GemmBatches batches = batches_of(step);
    const ProductCounts counts{volume(batches.batch), volume(step.sums),
                               step.beta != ScalarRole::zero};
    double us = sum_us(step.shape, counts);
    if (batches.needs_pointers()) {
        const auto terms = static_cast<double>(counts.terms);
        us = std::max(us, terms * least_scattered_us(step.shape, counts.outputs)) +
             terms * pointers_us;
    }
    return 1e-3 * us * static_cast<double>(volume(batches.calls));
}

/// Batches one after the other into the same matrices, which all but the first read as well.
double CudaStepPrices::sum_us(const GemmCall& shape, const ProductCounts& counts) const {
    const double outputs = static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                           static_cast<double>(counts.outputs);
    const bool is_scattered = shape.m == 1 && shape.n > 1 && shape.ldc > 1;
    const double once_us = batch_us(*gemm_times_, shape, counts.outputs) +
                           (is_scattered ? lone_output_us * outputs : 0);
    const double read_us =
        outputs * static_cast<double>(size_bytes(shape.dtype)) / gpu_.bytes_per_us;
    if (counts.terms == 1) return once_us + (counts.adds ? read_us : 0);
    const bool is_matrix = counts.outputs == 1 && std::min(shape.m, shape.n) >= least_matrix;
    const double adding = is_matrix ? adding_matrix : adding_batch;
    const auto terms = static_cast<double>(counts.terms);
    return adding * once_us * terms + read_us * (terms - (counts.adds ? 0 : 1));
}

double CudaStepPrices::product_loops_ms(double factors) const {
    constexpr double factor_ns = 0.02;  // nanoseconds that a factor of a term takes on a whole GPU
    return factors * factor_ns * 1e-6;
}

double CudaStepPrices::pruning_factor() const {
    // Estimated transposes are as fast as any: few candidates turn out cheaper than estimated.
    return 1.0;
}

double CudaStepPrices::least_gain(bool sums_products) const {
    // The least of many prices is more often too low than the one price of the classic candidate:
    // with 0.03, twice as many sums are slower than that candidate; with 0.1, sums of 16-bit
    // elements take longer in the mean (docs/lab-notes/2026-11-30-margin-and-lanes.md). Of outer
    // products, two kinds of kernels compete, each of which is off by a fifth.
    constexpr double of_sums = 0.07;
    constexpr double of_outer_products = 0.25;
    return sums_products ? of_sums : of_outer_products;
}

double CudaStepPrices::square_transpose_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / (gpu_.bytes_per_us * square_transpose_share));
}

double CudaStepPrices::products_ms(const GemmCall& shape, const ProductCounts& counts) const {
    return 1e-3 * sum_us(shape, counts);
}

}  // namespace ttgt::cuda
