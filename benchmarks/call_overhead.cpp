// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a call costs besides its arithmetic: a contraction of 2 x 2 x 2 with a cached plan and a
// planned chain of five such matrices beside the same GEMM called alone, parsing plus planning a
// contraction of rank 6, and the estimate of one of its candidates.
#include <benchmark/benchmark.h>
#include <ttgt/ttgt.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/expression/expression.h"
#include "contraction/planner/estimate.h"
#include "contraction/problem/bind.h"
#include "src/gemm/gemm.h"

namespace ttgt {
namespace {

Tensor<double> counting() {
    Tensor<double> tensor({2, 2});
    double value = 0;
    for (double& element : tensor) element = ++value;
    return tensor;
}

/// [1 3; 2 4] squared.
void verify(const Tensor<double>& d) {
    if (d(0, 0) != 7 || d(1, 0) != 10 || d(0, 1) != 15 || d(1, 1) != 22) {
        throw std::runtime_error("the product is wrong");
    }
}

void gemm_alone(benchmark::State& state) {
    Tensor<double> d({2, 2});
    const Tensor<double> l = counting();
    GemmCall call{DType::float64, ComputeType::full, MatrixOp::none, MatrixOp::none, 2, 2, 2};
    call.a = call.b = l.data();
    call.c = d.data();
    call.lda = call.ldb = call.ldc = 2;
    gemm(call);
    verify(d);
    for (auto _ : state) gemm(call);
}
BENCHMARK(gemm_alone);

void contract_cached(benchmark::State& state, const char* expression) {
    Tensor<double> d({2, 2});
    const Tensor<double> l = counting();
    contract(expression, d, l, l);
    verify(d);
    for (auto _ : state) contract(expression, d, l, l);
}
BENCHMARK_CAPTURE(contract_cached, transposed_l, "D(a,b)=L(a,k)*R(k,b)");

/// Four steps, each of which is gemm_alone.
void run_planned_chain(benchmark::State& state) {
    Context context;
    const OperandLayout matrix{DType::float64, packed({2, 2})};
    const ContractionPlan plan =
        plan_contraction(context, "D(a,f)=A(a,b)*B(b,c)*C(c,d)*E(d,e)*F(e,f)",
                         std::vector<OperandLayout>(6, matrix));
    Tensor<double> d({2, 2});
    Tensor<double> identity({2, 2});
    identity(0, 0) = identity(1, 1) = 1;
    const Tensor<double> l = counting();
    const std::array<const void*, 5> inputs{l.data(), l.data(), identity.data(), identity.data(),
                                            identity.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    plan.run(d.data(), inputs, options);
    verify(d);
    for (auto _ : state) plan.run(d.data(), inputs, options);
}
BENCHMARK(run_planned_chain);

constexpr const char* rank_6 = "D(a,b,c,d,e,f)+=L(a,c,e,k,l,m)*R(m,k,b,d,l,f)";

void parse(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(parse_expression(rank_6));
    }
}
BENCHMARK(parse);

std::vector<OperandLayout> rank_6_operands() {
    return {{DType::float64, packed({12, 13, 14, 15, 16, 17})},
            {DType::float64, packed({12, 14, 16, 5, 6, 7})},
            {DType::float64, packed({7, 5, 13, 15, 6, 17})}};
}

void parse_and_plan_rank_6(benchmark::State& state) {
    Context context;
    const std::vector<OperandLayout> operands = rank_6_operands();
    for (auto _ : state) {
        benchmark::DoNotOptimize(plan_contraction(context, rank_6, operands));
    }
}
BENCHMARK(parse_and_plan_rank_6);

/// `s_per_candidate` is what one of them takes.
void estimate_rank_6(benchmark::State& state) {
    const Problem problem = bind_expression(parse_expression(rank_6), rank_6_operands(), true);
    const cpu::CpuMachine machine({built_in_calibration(), 2});
    Estimator estimator({problem, unlimited, machine});
    const std::size_t candidates = estimator.all().size();
    for (auto _ : state) benchmark::DoNotOptimize(estimator.all());
    state.counters["candidates"] = static_cast<double>(candidates);
    state.counters["s_per_candidate"] = benchmark::Counter(
        static_cast<double>(candidates),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(estimate_rank_6);

}  // namespace
}  // namespace ttgt

BENCHMARK_MAIN();
