// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Generated kernels on the device: every variant leaves in memory what plain loops do; plans with
// them compute what plans without do, in graphs, on several threads, with any alpha and beta.
#include <ttgt/ttgt.h>

#include <cuda_runtime_api.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_kernel.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/generated_problems.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class GeneratedGpu : public GpuTest {
protected:
    template <class Element>
    void expect_as_plain_loops(const GeneratedCase& generated, Stream stream) {
        using Real = decltype(std::abs(Element{}));
        constexpr Real alpha = 1.5;
        constexpr Real beta = -0.5;
        std::vector<GeneratedArray<Element>> expected =
            generated_arrays<Element>(generated.problem);
        std::vector<GeneratedArray<Element>> arrays = expected;
        evaluate<Element>(generated.problem, alpha, beta, expected);
        std::vector<cuda::DeviceBuffer> buffers;
        std::vector<void*> pointers;
        for (std::size_t tensor = 0; tensor < arrays.size(); ++tensor) {
            const auto bytes =
                static_cast<std::int64_t>(arrays[tensor].memory.size() * sizeof(Element));
            buffers.emplace_back(bytes, device(), stream, "a test's tensor");
            cuda::copy_to_device(buffers.back().data(), arrays[tensor].memory.data(), bytes,
                                 stream);
            if (generated.problem.tensors[tensor].is_temporary) continue;
            pointers.push_back(static_cast<Element*>(buffers.back().data()) + arrays[tensor].first);
        }
        cuda::GeneratedKernelPlan plan;
        plan.problem = generated.problem;
        plan.shape = generated.shape;

        cuda::run_generated(*cuda::compiled(plan, device()), {alpha, beta}, pointers, stream);

        for (std::size_t tensor = 0; tensor < arrays.size(); ++tensor) {
            cuda::copy_to_host(arrays[tensor].memory.data(), buffers[tensor].data(),
                               buffers[tensor].bytes(), stream);
        }
        cuda::synchronize(stream);
        const Real bound = 4096 * std::numeric_limits<Real>::epsilon();
        for (std::size_t tensor = 0; tensor < arrays.size(); ++tensor) {
            if (generated.problem.tensors[tensor].is_temporary) continue;
            for (std::size_t i = 0; i < arrays[tensor].memory.size(); ++i) {
                const Element& want = expected[tensor].memory[i];
                ASSERT_LE(std::abs(arrays[tensor].memory[i] - want), bound * (1 + std::abs(want)))
                    << generated.problem.tensors[tensor].name << ' ' << i;
            }
        }
    }
};

TEST_F(GeneratedGpu, EveryVariantComputesWhatPlainLoopsDo) {
    const cuda::OwnedStream stream(device());
    for (const GeneratedCase& generated : generated_cases()) {
        SCOPED_TRACE(generated.problem.text + "\n" + to_string(generated.problem, generated.shape));
        switch (generated.problem.dtype) {
            case DType::float32:
                expect_as_plain_loops<float>(generated, stream.get());
                break;
            case DType::float64:
                expect_as_plain_loops<double>(generated, stream.get());
                break;
            case DType::complex64:
                expect_as_plain_loops<std::complex<float>>(generated, stream.get());
                break;
            default:
                expect_as_plain_loops<std::complex<double>>(generated, stream.get());
        }
        if (HasFatalFailure()) return;
    }
}

constexpr std::int64_t points = 10;
constexpr std::int64_t elements = 50;

/// Tensors of float64 on the device, by number; whole numbers, so that sums are exact.
class Tensors {
public:
    Tensors(int device, const std::vector<Layout>& layouts, Stream stream) : stream_(stream) {
        std::uint32_t number = 1;
        for (const Layout& layout : layouts) {
            std::vector<double> values(static_cast<std::size_t>(volume(layout)));
            for (double& value : values) {
                number = number * 1664525U + 1013904223U;
                value = static_cast<double>(number >> 29U);
            }
            buffers_.emplace_back(volume(layout) * 8, device, stream, "a test's tensor");
            cuda::copy_to_device(buffers_.back().data(), values.data(), volume(layout) * 8, stream);
        }
        cuda::synchronize(stream);
    }
    [[nodiscard]] void* operator[](std::size_t tensor) const { return buffers_[tensor].data(); }
    [[nodiscard]] std::vector<void*> all() const {
        std::vector<void*> pointers;
        for (const cuda::DeviceBuffer& buffer : buffers_) pointers.push_back(buffer.data());
        return pointers;
    }
    [[nodiscard]] std::vector<double> fetch(std::size_t tensor) const {
        std::vector<double> values(static_cast<std::size_t>(buffers_[tensor].bytes() / 8));
        cuda::copy_to_host(values.data(), buffers_[tensor].data(), buffers_[tensor].bytes(),
                           stream_);
        cuda::synchronize(stream_);
        return values;
    }

private:
    Stream stream_;
    std::vector<cuda::DeviceBuffer> buffers_;
};

std::vector<Layout> product_layouts() {
    return {packed({points, points, points, elements}), packed({points, points}),
            packed({points, points, points, elements})};
}

class GeneratedPlanGpu : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (!IsSkipped()) context_.emplace(options());
    }
    [[nodiscard]] ContractionPlan product(const char* expression, bool generated,
                                          Planning planning = Planning::heuristic) {
        PlanOptions options;
        options.generated_kernels = generated;
        options.planning = planning;
        std::vector<OperandLayout> operands;
        for (const Layout& layout : product_layouts()) {
            operands.push_back({DType::float64, layout});
        }
        return plan_contraction(*context_, expression, operands, options);
    }
    [[nodiscard]] Tensors tensors(const std::vector<Layout>& layouts) {
        return {device(), layouts, context_->stream()};
    }
    [[nodiscard]] RunOptions run_options(std::int64_t bytes) {
        RunOptions run;
        run.workspace = context_->workspace(bytes);
        return run;
    }

    std::optional<Context> context_;
};

TEST_F(GeneratedPlanGpu, AreChosenWhereAskedForAlone) {
    const char* expression = "D(i,j,k,e)=L(i,l)*R(l,j,k,e)";

    const ContractionPlan without = product(expression, false);
    const ContractionPlan with = product(expression, true);

    EXPECT_THAT(without.explain(), Not(HasSubstr("generated")));
    EXPECT_EQ(without.source(), "");
    EXPECT_THAT(with.explain(), HasSubstr("chosen: direct by generated:"));
    EXPECT_THAT(with.source(), HasSubstr("extern \"C\" __global__ void"));
}

TEST_F(GeneratedPlanGpu, ComputeTheSameWithAnyScalars) {
    for (const Planning planning : {Planning::heuristic, Planning::measure}) {
        const char* expression = "D(i,j,k,e)+=L(l,j)*R(i,l,k,e)";
        const ContractionPlan with = product(expression, true, planning);
        const ContractionPlan without = product(expression, false);
        const Tensors ours = tensors(product_layouts());
        const Tensors theirs = tensors(product_layouts());
        for (const double alpha : {1.0, -2.0, 0.0}) {
            RunOptions run = run_options(with.workspace_bytes() + without.workspace_bytes());
            run.alpha = alpha;
            run.beta = 0.5;
            with.run(ours[0], ours[1], ours[2], run);
            without.run(theirs[0], theirs[1], theirs[2], run);
            EXPECT_EQ(ours.fetch(0), theirs.fetch(0)) << with.explain();
        }
    }
}

TEST_F(GeneratedPlanGpu, RunInGraphs) {
    const ContractionPlan plan = product("D(i,j,k,e)=L(i,l)*R(l,j,k,e)", true);
    ASSERT_NE(plan.source(), "");
    const Tensors ours = tensors(product_layouts());
    plan.run(ours[0], ours[1], ours[2]);
    const std::vector<double> expected = ours.fetch(0);
    const Stream stream = context_->stream();

    const CapturedGraph graph(stream, cudaStreamCaptureModeGlobal, [&] {
        plan.run(ours[0], ours[1], ours[2]);
        plan.run(ours[0], ours[1], ours[2]);
    });

    cuda::fill_bytes(ours[0], 0xff, volume(product_layouts()[0]) * 8, stream);
    graph.launch(stream);
    EXPECT_EQ(ours.fetch(0), expected);
}

// Each run reads what the one before wrote: blocks of the second may start early, but not read.
TEST_F(GeneratedPlanGpu, WaitForTheRunBefore) {
    const ContractionPlan plan = product("D(i,j,k,e)=L(i,l)*R(l,j,k,e)", true);
    const ContractionPlan without = product("D(i,j,k,e)=L(i,l)*R(l,j,k,e)", false);
    const Tensors ours = tensors(product_layouts());
    const Tensors theirs = tensors(product_layouts());
    for (int turn = 0; turn < 6; ++turn) {
        const std::size_t to = turn % 2 == 0 ? 0 : 2;
        plan.run(ours[to], ours[1], ours[2 - to]);
        without.run(theirs[to], theirs[1], theirs[2 - to], run_options(without.workspace_bytes()));
    }
    EXPECT_EQ(ours.fetch(0), theirs.fetch(0));
}

TEST_F(GeneratedPlanGpu, RunOnSeveralThreads) {
    const ContractionPlan plan = product("D(i,j,k,e)=L(i,l)*R(l,j,k,e)", true);
    const Tensors ours = tensors(product_layouts());
    plan.run(ours[0], ours[1], ours[2]);
    const std::vector<double> expected = ours.fetch(0);
    std::vector<std::vector<double>> results(4);
    std::vector<std::thread> threads;
    for (std::vector<double>& result : results) {
        threads.emplace_back([&] {
            const cuda::OwnedStream stream(device());
            const Tensors own(device(), product_layouts(), stream.get());
            RunOptions run;
            run.stream = stream.get();
            for (int turn = 0; turn < 50; ++turn) plan.run(own[0], own[1], own[2], run);
            result = own.fetch(0);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<double>& result : results) EXPECT_EQ(result, expected);
}

TEST_F(GeneratedPlanGpu, EveryDeviceRunsItsOwn) {
    if (device_count() < 2) GTEST_SKIP() << "needs two CUDA devices";
    std::vector<std::vector<double>> results;
    for (int index = 0; index < device_count(); ++index) {
        ContextOptions there = options();
        there.device.index = index;
        context_.emplace(there);
        const ContractionPlan plan = product("D(i,j,k,e)=L(i,l)*R(l,j,k,e)", true);
        ASSERT_NE(plan.source(), "") << plan.explain();
        const Tensors own(index, product_layouts(), context_->stream());
        plan.run(own[0], own[1], own[2]);
        results.push_back(own.fetch(0));
        EXPECT_EQ(results.back(), results.front()) << "on cuda:" << index;
    }
}

class GeneratedProgramGpu : public GeneratedPlanGpu {
protected:
    struct Program {
        std::string text;
        std::vector<NamedOperand> operands;
        [[nodiscard]] std::vector<Layout> layouts() const {
            std::vector<Layout> result;
            for (const NamedOperand& operand : operands) result.push_back(operand.operand.layout);
            return result;
        }
    };
    static NamedOperand field(const char* name) {
        return {name, {DType::float64, packed({points, points, points, elements})}};
    }
    static NamedOperand matrix(const char* name) {
        return {name, {DType::float64, packed({points, points})}};
    }
    void expect_the_same(const Program& program) {
        PlanOptions options;
        const ProgramPlan without = plan_program(*context_, program.text, program.operands);
        options.generated_kernels = true;
        options.planning = Planning::measure;
        options.search_seconds = 0.2;
        const ProgramPlan with = plan_program(*context_, program.text, program.operands, options);
        ASSERT_NE(with.source(), "") << with.explain();
        EXPECT_THAT(with.explain(), HasSubstr("all steps by one kernel"));
        const Tensors ours = tensors(program.layouts());
        const Tensors theirs = tensors(program.layouts());
        with.run(ours.all(), run_options(with.workspace_bytes()));
        without.run(theirs.all(), run_options(without.workspace_bytes()));
        for (std::size_t i = 0; i < program.operands.size(); ++i) {
            EXPECT_EQ(ours.fetch(i), theirs.fetch(i)) << with.source();
        }
        const Report report = with.profile(ours.all(), run_options(with.workspace_bytes()));
        ASSERT_EQ(report.steps.size(), 1U);
        EXPECT_EQ(report.steps.front().kind, "generated");
        EXPECT_GT(report.total_ms, 0);
    }
};

TEST_F(GeneratedProgramGpu, ReadASharedInputOnce) {
    expect_the_same(
        {"ur(i,j,k,e)=D(i,l)*u(l,j,k,e); us(i,j,k,e)+=u(i,l,k,e)*D(j,l);"
         "ut(i,j,k,e)=-2*u(i,j,l,e)*D(k,l)",
         {field("u"), matrix("D"), field("ur"), field("us"), field("ut")}});
}

TEST_F(GeneratedProgramGpu, SumIntoOneOutput) {
    expect_the_same(
        {"u(i,j,k,e)=D(l,i)*ur(l,j,k,e); u(i,j,k,e)+=us(i,l,k,e)*D(l,j);"
         "u(i,j,k,e)-=ut(i,j,l,e)*D(l,k)",
         {field("u"), matrix("D"), field("ur"), field("us"), field("ut")}});
}

TEST_F(GeneratedProgramGpu, KeepIntermediatesInTheBlock) {
    expect_the_same({"V(i,j,k,e)=A(l,k)*B(m,j)*C(n,i)*U(l,m,n,e)",
                     {field("V"), matrix("A"), matrix("B"), matrix("C"), field("U")}});
}

// Runs with other scalars take the steps one by one.
TEST_F(GeneratedPlanGpu, NetworksTakeAnyAlpha) {
    const std::vector<Layout> layouts{packed({points, points, points}), packed({points, points}),
                                      packed({points, points}), packed({points, points}),
                                      packed({points, points, points})};
    std::vector<OperandLayout> operands;
    for (const Layout& layout : layouts) operands.push_back({DType::float64, layout});
    PlanOptions options;
    options.generated_kernels = true;
    const ContractionPlan plan =
        plan_contraction(*context_, "V(i,j,k)=A(l,k)*B(m,j)*C(n,i)*U(l,m,n)", operands, options);
    ASSERT_NE(plan.source(), "") << plan.explain();
    const Tensors ours = tensors(layouts);
    const std::vector<const void*> inputs{ours[1], ours[2], ours[3], ours[4]};
    RunOptions run = run_options(plan.workspace_bytes());
    plan.run(ours[0], inputs, run);
    std::vector<double> expected = ours.fetch(0);
    for (double& value : expected) value *= -2;

    run.alpha = -2;
    plan.run(ours[0], inputs, run);

    EXPECT_EQ(ours.fetch(0), expected);
}

}  // namespace
}  // namespace ttgt::test
