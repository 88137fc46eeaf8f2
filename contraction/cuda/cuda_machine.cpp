// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/cuda_machine.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/gemm_batches.h"
#include "contraction/cuda/generated/generated_kernel.h"
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
/// For an element of C that is alone in its sector of memory.
constexpr double lone_output_us = 1.1e-4;
/// To fill the pointers of a batch.
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
    return cuda::predicted_ms(static_cast<const DirectKernelPlan&>(*kernel));
}

template <class Step>
void set_kernel(Step& step, const DirectKernelPlan& plan) {
    step.scratch_bytes = plan.scratch_bytes;
    step.kernel = std::make_shared<const DirectKernelPlan>(plan);
}

}  // namespace

CudaMachine::CudaMachine(const Architecture& gpu,
                         std::shared_ptr<const GemmTimesByDType> gemm_times,
                         PlanProducts plan_products, KernelCompilers compilers)
    : gpu_(gpu),
      memo_(std::make_shared<KernelMemo>()),
      completed_(std::make_shared<KernelMemo>()),
      gemm_times_(std::move(gemm_times)),
      plan_products_(std::move(plan_products)),
      compilers_(std::move(compilers)) {}

std::unique_ptr<const Machine> CudaMachine::with_workspace(std::int64_t) const {
    return std::make_unique<const CudaMachine>(*this);
}

SharedKernelPlan CudaMachine::plan_transpose(const TransposeProblem& problem) const {
    return memo_->plan(problem, [this](const TransposeProblem& unknown) {
        return std::make_shared<const CudaKernelPlan>(price_transpose_kernel(unknown, gpu_));
    });
}

SharedKernelPlan CudaMachine::complete(const SharedKernelPlan& priced) const {
    return completed_->plan(priced->problem, [&](const TransposeProblem&) {
        return std::make_shared<const CudaKernelPlan>(
            cuda::complete(static_cast<const CudaKernelPlan&>(*priced)));
    });
}

void CudaMachine::plan_kernel(DirectStep& step, std::int64_t scratch_limit) const {
    const DirectKernelPlan plain = plan_direct_kernel(step, gpu_, scratch_limit);
    const std::optional<DirectKernelPlan> gett = plan_gett_kernel(step, gpu_, scratch_limit);
    const bool takes_gett = gett && cuda::predicted_ms(*gett) < cuda::predicted_ms(plain);
    set_kernel(step, takes_gett ? *gett : plain);
}

std::vector<DirectStep> CudaMachine::other_kernels(const DirectStep& step,
                                                   std::int64_t scratch_limit) const {
    std::vector<DirectStep> others;
    const std::string chosen = step.kernel->describe();
    const auto add = [&](const DirectKernelPlan& plan) {
        if (plan.describe() == chosen) return;
        set_kernel(others.emplace_back(step), plan);
    };
    for (const DirectKernelPlan& plan : plan_gett_kernels(step, gpu_, scratch_limit)) add(plan);
    add(plan_direct_kernel(step, gpu_, scratch_limit));
    return others;
}

std::vector<DirectStep> CudaMachine::generated_kernels(const DirectStep& step,
                                                       std::size_t most) const {
    std::vector<DirectStep> steps;
    for (GeneratedKernelPlan& plan : plan_generated_kernels(step, gpu_, most)) {
        DirectStep& with = steps.emplace_back(step);
        with.scratch_bytes = 0;
        with.kernel = std::make_shared<const GeneratedKernelPlan>(std::move(plan));
    }
    return steps;
}

void CudaMachine::compile_kernel(DirectStep& step) const {
    if (compilers_.compile_kernel) compilers_.compile_kernel(step);
}

void CudaMachine::compile_kernels(const std::vector<DirectStep*>& steps, double seconds) const {
    if (compilers_.compile_kernels) compilers_.compile_kernels(steps, seconds);
}

void CudaMachine::plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const {
    set_kernel(step, plan_reduce_kernel(step, gpu_, scratch_limit));
}

void CudaMachine::plan_kernel(ScaleStep& step) const {
    step.kernel = std::make_shared<const DirectKernelPlan>(plan_scale_kernel(step, gpu_));
}

void CudaMachine::plan_kernel(GemmStep& step, std::int64_t scratch_limit) const {
    if (plan_products_) plan_products_(step, scratch_limit);
}

std::optional<ReorderingLimits> CudaMachine::reordering() const {
    ReorderingLimits limits;
    limits.input_ratio = 3;  // the transpose moves few bytes compared with what the product reads
    limits.output_ratio = 8;
    limits.output_bytes = 32e6;  // fewer bytes are written while one or two kernels start
    return limits;
}

double CudaMachine::copy_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / gpu_.bytes_per_us);
}

double CudaMachine::transpose_ms(const TransposeStep& step, double bytes) const {
    // The model is of out = perm(in); what is added to is read as well.
    const double moved = static_cast<double>(bytes_moved(step.kernel->problem, false));
    if (moved == 0) return 0;
    const double launch_ms = 1e-3 * gpu_.launch_us;
    const double ms = launch_ms + (step.kernel->predicted_ms() - launch_ms) * bytes / moved;
    return step.beta == ScalarRole::zero ? ms : added_ms(*complete(step.kernel), ms);
}

double CudaMachine::direct_ms(const DirectStep& step, double) const {
    // The kernels are priced without what they add to.
    const auto added =
        static_cast<double>(volume(step.outputs) * size_bytes(step.dtypes[operand_d]));
    return predicted_ms(step.kernel) +
           (step.beta == ScalarRole::zero ? 0 : 1e-3 * added / gpu_.bytes_per_us);
}

double CudaMachine::reduce_ms(const ReduceStep& step, double) const {
    return predicted_ms(step.kernel);
}

double CudaMachine::gemm_ms(const GemmStep& step) const {
    const GemmBatches batches = batches_of(step);
    const ProductCounts counts{volume(batches.batch), volume(step.sums),
                               step.beta != ScalarRole::zero};
    const double pointers = batches.needs_pointers() ? pointers_us : 0;
    return 1e-3 * (sum_us(step.shape, counts) + pointers * static_cast<double>(counts.terms)) *
           static_cast<double>(volume(batches.calls));
}

/// Batches one after the other into the same matrices, which all but the first read as well.
double CudaMachine::sum_us(const GemmCall& shape, const ProductCounts& counts) const {
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

double CudaMachine::product_loops_ms(double factors) const {
    constexpr double factor_ns = 0.02;  // nanoseconds that a factor of a term takes on a whole GPU
    return factors * factor_ns * 1e-6;
}

double CudaMachine::estimate_margin() const {
    // Estimated transposes are as fast as any: few candidates turn out cheaper than estimated.
    return 1.0;
}

double CudaMachine::least_gain(bool sums_products) const {
    // Half of the median error of sums: more would cost more than it saves. Of outer products, two
    // kinds of kernels compete, each of which is off by a fifth.
    constexpr double of_sums = 0.03;
    constexpr double of_outer_products = 0.25;
    return sums_products ? of_sums : of_outer_products;
}

double CudaMachine::square_transpose_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / (gpu_.bytes_per_us * square_transpose_share));
}

double CudaMachine::products_ms(const GemmCall& shape, const ProductCounts& counts) const {
    return 1e-3 * sum_us(shape, counts);
}

}  // namespace ttgt::cuda
