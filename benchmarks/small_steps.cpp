// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a small step of a network costs on a CPU: a chain of 200 square matrices whose plan is kept,
// from the left, so that every step is as large. The counter `step` is the time of a run over its
// steps; of_contract is a call that finds its plan in the cache. Results are verified first.
#include <benchmark/benchmark.h>
#include <ttgt/ttgt.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace ttgt {
namespace {

constexpr std::size_t matrices = 200;

/// A rotation of the first two axes: products stay as large as the factors.
Tensor<double> rotation(std::int64_t extent) {
    Tensor<double> matrix({extent, extent});
    for (std::int64_t i = 0; i < extent; ++i) matrix(i, i) = 1;
    matrix(0, 0) = matrix(1, 1) = std::cos(0.01);
    matrix(0, 1) = -std::sin(0.01);
    matrix(1, 0) = std::sin(0.01);
    return matrix;
}

struct Chain {
    explicit Chain(std::int64_t extent)
        : matrix(rotation(extent)), result({extent, extent}), text(chain_text()) {
        for (std::size_t i = 0; i + 1 < matrices; ++i) {
            const std::size_t last = matrices - 1 - i;
            path.path.push_back(i == 0 ? std::array<std::size_t, 2>{0, 1}
                                       : std::array<std::size_t, 2>{0, last});
        }
        options.threads = 1;
    }
    static std::string chain_text() {
        std::string text = fmt::format("D(i0,i{})=", matrices);
        for (std::size_t i = 0; i < matrices; ++i) {
            text += fmt::format("{}A(i{},i{})", i == 0 ? "" : "*", i, i + 1);
        }
        return text;
    }
    void verify() const {
        const double expected = std::cos(0.01 * static_cast<double>(matrices));
        if (std::abs(result(0, 0) - expected) > 1e-10) {
            throw std::runtime_error("the product is wrong");
        }
    }

    Tensor<double> matrix;
    Tensor<double> result;
    std::string text;
    PathOptions path;
    ContextOptions options;
};

void set_step(benchmark::State& state) {
    state.counters["step"] = benchmark::Counter(
        static_cast<double>(matrices - 1),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void of_plan(benchmark::State& state) {
    Chain chain(state.range(0));
    Context context(chain.options);
    const OperandLayout layout{DType::float64, chain.matrix.layout()};
    const ContractionPlan plan = plan_contraction(
        context, chain.text, std::vector<OperandLayout>(matrices + 1, layout), {}, chain.path);
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());
    const std::vector<const void*> inputs(matrices, chain.matrix.data());
    plan.run(chain.result.data(), inputs, run);
    chain.verify();
    for (auto _ : state) plan.run(chain.result.data(), inputs, run);
    set_step(state);
}
BENCHMARK(of_plan)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(9)->Arg(12)->Arg(16);

void of_contract(benchmark::State& state) {
    Chain chain(state.range(0));
    Context context(chain.options);
    ContractOptions options;
    options.context = &context;
    const std::vector<ConstTensorView> inputs(matrices, chain.matrix);
    contract(chain.text, chain.result, inputs, options, chain.path);
    chain.verify();
    for (auto _ : state) contract(chain.text, chain.result, inputs, options, chain.path);
    set_step(state);
}
BENCHMARK(of_contract)->Arg(2)->Arg(4);

}  // namespace
}  // namespace ttgt

BENCHMARK_MAIN();
