// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a call costs through each door: the same contraction of 2 x 2 x 2 with a cached plan, and
// the same run of a plan, in C++, through the C library and, where it is built, through the Fortran
// module.
#include <benchmark/benchmark.h>
#include <ttgt/c_api.h>
#include <ttgt/ttgt.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#if TTGT_WITH_FORTRAN
extern "C" {
// Of doors.f90. Each returns 0, or what went wrong.
int doors_contract(std::int64_t calls, double* d, const double* l);
int doors_plan_create(double* d, const double* l);
int doors_plan_run(std::int64_t calls, double* d, const double* l);
}
#endif

namespace {

constexpr const char* product = "D(a,b)=L(a,k)*R(k,b)";

struct Matrices {
    std::vector<double> d{0, 0, 0, 0};
    std::vector<double> l{1, 2, 3, 4};

    /// [1 3; 2 4] squared.
    void verify() const {
        if (d != std::vector<double>{7, 10, 15, 22}) throw std::runtime_error("a wrong product");
    }
};

void must(int status) {
    if (status != 0) throw std::runtime_error(ttgt_last_error());
}

void contract_cpp(benchmark::State& state) {
    Matrices m;
    const auto call = [&] {
        ttgt::contract(product, ttgt::view(m.d.data(), {2, 2}), ttgt::view(m.l.data(), {2, 2}),
                       ttgt::view(m.l.data(), {2, 2}));
    };
    call();
    m.verify();
    for (auto _ : state) call();
}
BENCHMARK(contract_cpp);

void run_cpp(benchmark::State& state) {
    Matrices m;
    ttgt::Context context;
    const std::vector<ttgt::OperandLayout> operands(3,
                                                    {ttgt::DType::float64, ttgt::packed({2, 2})});
    const ttgt::ContractionPlan plan = ttgt::plan_contraction(context, product, operands);
    const ttgt::RunOptions options{.workspace = context.workspace(plan.workspace_bytes())};
    plan.run(m.d.data(), m.l.data(), m.l.data(), options);
    m.verify();
    for (auto _ : state) plan.run(m.d.data(), m.l.data(), m.l.data(), options);
}
BENCHMARK(run_cpp);

constexpr std::int64_t two[] = {2, 2};

ttgt_tensor tensor_of(std::vector<double>& elements) {
    return {TTGT_FLOAT64, TTGT_HOST, 2, two, nullptr, elements.data()};
}

void contract_c(benchmark::State& state) {
    Matrices m;
    const ttgt_tensor output = tensor_of(m.d);
    const ttgt_tensor inputs[] = {tensor_of(m.l), tensor_of(m.l)};
    const auto call = [&] {
        must(ttgt_contract({0}, product, &output, inputs, 2, nullptr, nullptr, nullptr));
    };
    call();
    m.verify();
    for (auto _ : state) call();
}
BENCHMARK(contract_c);

void run_c(benchmark::State& state) {
    Matrices m;
    const ttgt_tensor output = tensor_of(m.d);
    const ttgt_tensor inputs[] = {tensor_of(m.l), tensor_of(m.l)};
    const void* data[] = {m.l.data(), m.l.data()};
    ttgt_plan plan{};
    must(ttgt_plan_create({0}, product, &output, inputs, 2, nullptr, &plan));
    const auto call = [&] {
        must(ttgt_plan_run(plan, m.d.data(), data, 2, nullptr, nullptr, nullptr));
    };
    call();
    m.verify();
    for (auto _ : state) call();
    must(ttgt_plan_destroy(plan));
}
BENCHMARK(run_c);

#if TTGT_WITH_FORTRAN
/// A loop in Fortran makes `calls` calls, so that nothing but they is timed.
constexpr std::int64_t calls = 1000;

void contract_fortran(benchmark::State& state) {
    Matrices m;
    must(doors_contract(1, m.d.data(), m.l.data()));
    m.verify();
    while (state.KeepRunningBatch(calls)) must(doors_contract(calls, m.d.data(), m.l.data()));
}
BENCHMARK(contract_fortran);

void run_fortran(benchmark::State& state) {
    Matrices m;
    must(doors_plan_create(m.d.data(), m.l.data()));
    must(doors_plan_run(1, m.d.data(), m.l.data()));
    m.verify();
    while (state.KeepRunningBatch(calls)) must(doors_plan_run(calls, m.d.data(), m.l.data()));
}
BENCHMARK(run_fortran);
#endif

}  // namespace

BENCHMARK_MAIN();
