// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/cpu_machine.h"

#include <algorithm>
#include <utility>

#include "contraction/cpu/direct/direct.h"
#include "contraction/cpu/gemm_split.h"
#include "contraction/plan/mode_roles.h"
#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {
namespace {

// Runs of a factor that begin on other pages, or nearly, take so many times as long: nothing is
// read ahead. Shorter ones than a line find what their neighbours have read.
constexpr std::int64_t page_stride_bytes = 2048;
constexpr std::int64_t least_run_bytes = 64;
constexpr double page_stride_factor = 4;

/// Contiguous runs in the three matrices: their columns where these do not adjoin. Those on other
/// pages count as the runs that they cost.
double matrix_runs(const GemmCall& shape) {
    const std::int64_t element = size_bytes(shape.dtype);
    const auto runs = [](std::int64_t rows, std::int64_t columns, std::int64_t ld) {
        return rows == ld ? 1.0 : static_cast<double>(columns);
    };
    const auto read = [&](std::int64_t rows, std::int64_t columns, std::int64_t ld) {
        const bool on_other_pages =
            ld * element >= page_stride_bytes && rows * element >= least_run_bytes && rows != ld;
        return runs(rows, columns, ld) * (on_other_pages ? page_stride_factor : 1);
    };
    const bool plain_a = shape.op_a == MatrixOp::none;
    const bool plain_b = shape.op_b == MatrixOp::none;
    return read(plain_a ? shape.m : shape.k, plain_a ? shape.k : shape.m, shape.lda) +
           read(plain_b ? shape.k : shape.n, plain_b ? shape.n : shape.k, shape.ldb) +
           runs(shape.m, shape.n, shape.ldc);
}

/// Contiguous runs of an operand's elements.
double contiguous_runs(const DirectStep& step, std::size_t array) {
    double product = 1;
    for (const Modes<3>* modes : {&step.outputs, &step.sums}) {
        for (const Mode<3>& mode : *modes) {
            if (mode.strides[array] > 1 || mode.strides[array] < 0) {
                product *= static_cast<double>(mode.extent);
            }
        }
    }
    return product;
}

/// Nothing is summed, and one factor has D's shape: rows of D in vectors, as fast as a copy.
bool is_elementwise(const ProductExtents& extents, std::int64_t terms) {
    return terms == 1 && (extents.m == 1 || extents.n == 1);
}

/// Into how many pieces threads can cut one product: sharing few rows or columns, each of them
/// packs the whole of the other factor; long sums are shared where D is small.
std::int64_t direct_pieces(const GemmCall& shape) {
    constexpr std::int64_t worth_sharing = 48;
    constexpr std::int64_t long_sum = 1024;
    const std::int64_t tiles = std::max<std::int64_t>(shape.m / worth_sharing, 1) *
                               std::max<std::int64_t>(shape.n / worth_sharing, 1);
    return tiles == 1 ? std::max<std::int64_t>(shape.k / long_sum, 1) : tiles;
}

}  // namespace

CpuMachine::CpuMachine(Rates rates, BlasPrice blas)
    : rates_(std::move(rates)), blas_(blas), memo_(std::make_shared<KernelMemo>()) {}

std::unique_ptr<const Machine> CpuMachine::with_workspace(std::int64_t bytes) const {
    auto larger = std::make_unique<CpuMachine>(*this);
    larger->rates_ = rates_.with_workspace(bytes);
    return larger;
}

SharedKernelPlan CpuMachine::plan_transpose(const TransposeProblem& problem) const {
    SharedKernelPlan plan = memo_->plan(problem, [](const TransposeProblem& unknown) {
        return std::make_shared<const CpuKernelPlan>(price_transpose_kernel(unknown));
    });
    const auto bytes = static_cast<double>(bytes_moved(problem, false));
    if (!rates_.has_non_temporal_stores(bytes)) return plan;
    auto non_temporal = std::make_shared<CpuKernelPlan>(static_cast<const CpuKernelPlan&>(*plan));
    non_temporal->stores = Stores::non_temporal;
    return non_temporal;
}

SharedKernelPlan CpuMachine::complete(const SharedKernelPlan& priced) const {
    return std::make_shared<const CpuKernelPlan>(
        ttgt::complete(static_cast<const CpuKernelPlan&>(*priced)));
}

void CpuMachine::plan_kernel(DirectStep& step, std::int64_t scratch_limit) const {
    const std::int64_t bytes = direct_scratch_bytes(step, rates_.threads());
    step.scratch_bytes = bytes <= scratch_limit ? bytes : 0;
}

double CpuMachine::copy_ms(double bytes) const { return rates_.copy_ms(bytes); }

double CpuMachine::transpose_ms(const TransposeStep& step, double bytes) const {
    return rates_.transpose_ms(bytes, step.kernel->predicted_ms(), step.beta != ScalarRole::zero);
}

double CpuMachine::direct_ms(const DirectStep& step, double bytes) const {
    const ProductExtents extents = product_extents(step.outputs);
    const std::int64_t terms = volume(step.sums);
    if (is_elementwise(extents, terms)) return rates_.copy_ms(bytes);
    GemmCall call;
    call.dtype = step.dtypes[0];
    call.m = extents.m;
    call.n = extents.n;
    call.k = terms;
    const auto batch = static_cast<double>(extents.batch);
    Work work;
    work.pieces = batch * static_cast<double>(direct_pieces(call));
    work.traffic_bytes = bytes;
    work.runs = contiguous_runs(step, 1) + contiguous_runs(step, 2);
    // What is summed accumulates in the caches; a D that is not goes straight to memory.
    (terms > 1 ? work.cached_runs : work.runs) += contiguous_runs(step, 0);
    return rates_.direct_ms(call, batch, work);
}

double CpuMachine::reduce_ms(const ReduceStep&, double bytes) const {
    return rates_.copy_ms(bytes);
}

double CpuMachine::gemm_ms(const GemmStep& step) const {
    const ProductCounts counts{volume(step.loops), volume(step.sums)};
    const auto products = static_cast<double>(counts.outputs * counts.terms);
    Work work = gemm_work(step.shape, counts);
    work.runs = matrix_runs(step.shape) * products;
    return rates_.gemm_ms(step.shape, products * blas_.slower, work);
}

double CpuMachine::estimate_margin() const {
    // Prices take the caches into account, which estimates do not. Of 1296 contractions drawn and
    // of TCCG, 22 choose another candidate than with all of eight priced, predicted to take 1.03
    // times as long at most; 1.0 would be 1.27.
    return 1.1;
}

double CpuMachine::least_gain(bool) const {
    // Candidates predicted to be up to a fifth faster were as often slower.
    constexpr double undecided = 0.2;
    return undecided;
}

double CpuMachine::square_transpose_ms(double bytes) const {
    return rates_.square_transpose_ms(bytes);
}

double CpuMachine::products_ms(const GemmCall& shape, const ProductCounts& counts) const {
    const auto products = static_cast<double>(counts.outputs * counts.terms);
    return rates_.gemm_ms(shape, products * blas_.slower, gemm_work(shape, counts));
}

/// What threads can share, and the traffic, where C is read and written once whatever beta is,
/// because storing through the caches first reads what is overwritten. Without runs.
Work CpuMachine::gemm_work(const GemmCall& shape, const ProductCounts& counts) const {
    const int threads = blas_.side_by_side ? rates_.threads() : 1;
    const GemmSplit split = split_gemm(shape, counts.outputs, counts.terms, threads);
    const double elements = static_cast<double>((shape.m + shape.n) * shape.k) *
                                static_cast<double>(counts.outputs * counts.terms) +
                            2 * static_cast<double>(shape.m * shape.n * counts.outputs);
    Work work;
    work.pieces = threads == 1 ? 1 : static_cast<double>(counts.outputs * split.pieces());
    work.traffic_bytes = elements * static_cast<double>(size_bytes(shape.dtype));
    return work;
}

}  // namespace ttgt::cpu
