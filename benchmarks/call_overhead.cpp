// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a call costs besides its arithmetic: a contraction of 2 x 2 x 2 with a cached plan beside
// the same GEMM called alone, and parsing plus planning a contraction of rank 6.
#include <benchmark/benchmark.h>
#include <ttgt/ttgt.h>

#include <stdexcept>

#include "contraction/expression.h"
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
    GemmCall call{DType::float64, MatrixOp::none, MatrixOp::none, 2, 2, 2};
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

void parse(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(parse_expression("D(a,b,c,d,e,f)+=L(a,c,e,k,l,m)*R(m,k,b,d,l,f)"));
    }
}
BENCHMARK(parse);

void parse_and_plan_rank_6(benchmark::State& state) {
    Context context;
    const std::vector<OperandLayout> operands{{DType::float64, packed({12, 13, 14, 15, 16, 17})},
                                              {DType::float64, packed({12, 14, 16, 5, 6, 7})},
                                              {DType::float64, packed({7, 5, 13, 15, 6, 17})}};
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            plan_contraction(context, "D(a,b,c,d,e,f)+=L(a,c,e,k,l,m)*R(m,k,b,d,l,f)", operands));
    }
}
BENCHMARK(parse_and_plan_rank_6);

}  // namespace
}  // namespace ttgt

BENCHMARK_MAIN();
