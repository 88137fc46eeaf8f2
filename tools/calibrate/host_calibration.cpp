// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/host_calibration.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "contraction/cpu/direct/direct.h"
#include "contraction/cpu/gemm_loops.h"
#include "src/gemm/blas_library.h"
#include "src/gemm/gemm.h"
#include "src/runtime/cpu_identity.h"
#include "src/runtime/devices.h"
#include "src/runtime/threads.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::tool {
namespace {

/// Shortest of the calls that fit into about 5 ms, at least three; the first one warms up.
template <class Work>
double best_ms(Work&& work) {
    constexpr double budget_ms = 5;
    constexpr int least = 3;
    throw_if_interrupted();
    work();
    double best = time_ms(work);
    double spent = best;
    for (int call = 1; call < least || spent < budget_ms; ++call) {
        const double ms = time_ms(work);
        best = std::min(best, ms);
        spent += ms;
    }
    return best;
}

/// As best_ms, for work of a few nanoseconds.
template <class Work>
double best_us_of_many(Work&& work) {
    constexpr int calls = 100;
    return 1e3 / calls * best_ms([&] {
               for (int call = 0; call < calls; ++call) work();
           });
}

/// Operands for the largest work that is measured. What is filled as float32 is harmless as
/// float64, too: no infinities, and none of the tiny numbers that slow arithmetic down.
struct Operands {
    static constexpr std::int64_t bytes = std::int64_t{512} << 20;
    Buffer in = allocate_tensor(packed({bytes}), DType::opaque1);
    Buffer out = allocate_tensor(packed({bytes}), DType::opaque1);

    Operands() {
        fill_random(in.get(), bytes / 4, DType::float32, 1);
        fill_random(out.get(), bytes / 4, DType::float32, 2);
    }
};

class Calibrator {
public:
    Calibrator(int threads, Progress& progress)
        : threads_(available_threads(threads)), progress_(progress) {}

    CpuCalibration run() {
        CpuCalibration result;
        result.cpu = cpu_identity();
        result.threads = threads_;
        progress_.stage("calibrating: copies and transposes", 4 * RatesBySize::count);
        result.fork_us = fork_us();
        result.blas_kernels = kernels_of(blas_library());
        sizes(result.copy, [this](std::int64_t bytes, int threads) {
            const ByteCopy copy(bytes / 2, threads);
            return best_ms([&] { copy.run(operands_.out.get(), operands_.in.get()); });
        });
        sizes(result.transpose, [this](std::int64_t bytes, int threads) {
            return square_transpose_ms(bytes, threads);
        });
        constexpr std::int64_t tables = 10;
        progress_.stage("calibrating: matrix products", tables * products_);
        const ThreadScope scope(1);
        result.cached_call_us = call_us();
        result.gemm_float32 = gemm_rates(DType::float32);
        result.gemm_float64 = gemm_rates(DType::float64);
        result.cached_run_ns = run_ns(4, 16);
        result.uncached_run_ns = run_ns(4, 1000);
        result.direct_float32 = direct_rates(DType::float32);
        result.direct_float64 = direct_rates(DType::float64);
        return result;
    }

private:
    struct Shape {
        std::int64_t m;
        std::int64_t n;
        std::int64_t k;
    };
    static constexpr std::int64_t products_ =
        RatesByShape::inner_count * RatesByShape::count * RatesByShape::count;

    [[nodiscard]] double fork_us() const {
        constexpr std::int64_t worth_sharing = std::int64_t{1} << 40;
        return best_us_of_many([this] {
            parallel_ranges(threads_, worth_sharing, threads_, [](std::int64_t, std::int64_t) {});
        });
    }

    /// One product of matrices of a few lines.
    [[nodiscard]] double call_us() const {
        const GemmCall call = product(DType::float64, {8, 8, 8});
        return best_us_of_many([&] { gemm(call); });
    }

    template <class Measure>
    void sizes(RatesBySize& rates, const Measure& measure) {
        double bytes = RatesBySize::first_bytes;
        for (std::size_t i = 0; i < RatesBySize::count; ++i, bytes *= RatesBySize::factor) {
            const auto whole = static_cast<std::int64_t>(bytes);
            rates.one[i] = 1e-6 * bytes / measure(whole, 1);
            rates.all[i] = 1e-6 * bytes / measure(whole, threads_);
            progress_.advance(2);
        }
    }

    [[nodiscard]] double square_transpose_ms(std::int64_t bytes, int threads) const {
        // Whole cache lines, but no power of two: few tensors have all their rows in one cache set.
        const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(bytes) / 16));
        const std::int64_t edge = root / 8 * 8 + 8;
        const CpuKernelPlan plan = plan_transpose_kernel(
            make_transpose_problem(DType::float64, {{edge, {1, edge}}, {edge, {edge, 1}}}));
        const double moved = static_cast<double>(bytes_moved(plan.problem));
        const double ms = best_ms([&] {
            cpu::run_transpose(plan, 1.0, operands_.in.get(), 0.0, operands_.out.get(), threads);
        });
        return ms * static_cast<double>(bytes) / moved;
    }

    GemmRates gemm_rates(DType dtype) {
        constexpr std::array<MatrixOp, 2> ops{MatrixOp::none, MatrixOp::transpose};
        GemmRates rates;
        for (std::size_t a = 0; a < ops.size(); ++a) {
            for (std::size_t b = 0; b < ops.size(); ++b) {
                rates[a][b] = shapes([&](const Shape& shape) {
                    GemmCall call = product(dtype, shape);
                    call.op_a = ops[a];
                    call.op_b = ops[b];
                    if (a == 1) call.lda = shape.k;
                    if (b == 1) call.ldb = shape.n;
                    GemmStep step;
                    step.shape = call;
                    return best_ms([&] {
                        cpu::run_gemm(step, {1.0, 0.0}, call.a, call.b, call.c, nullptr, 1);
                    });
                });
            }
        }
        return rates;
    }

    RatesByShape direct_rates(DType dtype) {
        return shapes([&](const Shape& shape) { return direct_ms(dtype, shape); });
    }

    template <class Measure>
    RatesByShape shapes(const Measure& measure_ms) {
        constexpr auto extent = [](std::size_t place) {
            return static_cast<std::int64_t>(
                RatesByShape::first_extent *
                std::pow(RatesByShape::factor, static_cast<double>(place)));
        };
        // Larger products run as those of a shorter sum do.
        constexpr double most_flops = 4e9;
        RatesByShape rates;
        for (std::size_t k = 0; k < RatesByShape::inner_count; ++k) {
            for (std::size_t n = 0; n < RatesByShape::count; ++n) {
                for (std::size_t m = 0; m < RatesByShape::count; ++m) {
                    const Shape shape{extent(m), extent(n), extent(k)};
                    const double flops = 2.0 * static_cast<double>(shape.m * shape.n * shape.k);
                    rates.rate[k][n][m] = flops > most_flops ? rates.rate[k - 1][n][m]
                                                             : 1e-6 * flops / measure_ms(shape);
                    progress_.advance(1);
                }
            }
        }
        return rates;
    }

    [[nodiscard]] GemmCall product(DType dtype, const Shape& shape) const {
        GemmCall call;
        call.dtype = dtype;
        call.m = shape.m;
        call.n = shape.n;
        call.k = shape.k;
        call.a = operands_.in.get();
        call.lda = shape.m;
        call.b = static_cast<const char*>(operands_.in.get()) + Operands::bytes / 2;
        call.ldb = shape.k;
        call.c = operands_.out.get();
        call.ldc = shape.m;
        return call;
    }

    [[nodiscard]] double direct_ms(DType dtype, const Shape& shape) const {
        const GemmCall call = product(dtype, shape);
        DirectStep step;
        step.dtypes = {dtype, dtype, dtype};
        step.outputs = {{shape.m, {1, 1, 0}}, {shape.n, {shape.m, 0, shape.k}}};
        step.sums = {{shape.k, {0, shape.m, 1}}};
        return direct_ms(step, call);
    }

    /// What Direct takes longer for an R that lies in runs of eight elements: `side` times eight
    /// columns, depth * depth summed, in R in another order than in L, so that nobody foresees
    /// where the next run lies.
    [[nodiscard]] double run_ns(std::int64_t side, std::int64_t depth) const {
        constexpr std::int64_t run = 8;
        const Shape shape{run * side, run * side, depth * depth};
        const GemmCall call = product(DType::float64, shape);
        DirectStep step;
        step.dtypes = {call.dtype, call.dtype, call.dtype};
        step.outputs = {{shape.m, {1, 1, 0}},
                        {run, {shape.m, 0, 1}},
                        {side, {shape.m * run, 0, run * shape.k}}};
        step.sums = {{depth, {0, shape.m, run * depth}}, {depth, {0, shape.m * depth, run}}};
        const double scattered_ms = direct_ms(step, call);
        const double packed_ms = direct_ms(call.dtype, shape);
        const auto runs = static_cast<double>(side * shape.k);
        constexpr double least_ns = 0.1;
        return std::max(least_ns, 1e6 * (scattered_ms - packed_ms) / runs);
    }

    int threads_;
    Progress& progress_;
    /// As it runs in a plan without a limit.
    [[nodiscard]] double direct_ms(DirectStep step, const GemmCall& call) const {
        step.scratch_bytes = cpu::direct_scratch_bytes(step, 1);
        const Buffer scratch = allocate_tensor(packed({step.scratch_bytes}), DType::opaque1);
        return best_ms([&] {
            cpu::run_direct(step, {1.0, 0.0}, call.a, call.b, call.c, scratch.get(), 1);
        });
    }

    Operands operands_;
};

}  // namespace

Calibration calibrate_host(int threads, Progress& progress) {
    return {cpu_platform(threads), Calibrator(threads, progress).run()};
}

}  // namespace ttgt::tool
