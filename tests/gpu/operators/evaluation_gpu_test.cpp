// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Formulas on a CUDA device against the reference.
#include <ttgt/error.h>
#include <ttgt/operators.h>

#include <cuda_runtime_api.h>

#include <complex>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/error.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/random_formula.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::DeviceTensor;
using test::FormulaCase;
using test::GuardedArray;
using test::Random;
using test::refusal_of;
using testing::HasSubstr;

class EvaluationGpu : public test::GpuTest {
protected:
    [[nodiscard]] std::vector<DeviceTensor> upload(const FormulaCase& formula,
                                                   Stream stream) const {
        std::vector<DeviceTensor> tensors;
        for (const GuardedArray& array : formula.arrays) {
            tensors.emplace_back(array, device(), stream);
        }
        return tensors;
    }
    [[nodiscard]] static std::vector<const void*> inputs_of(
        const std::vector<DeviceTensor>& tensors) {
        std::vector<const void*> inputs;
        for (std::size_t i = 1; i < tensors.size(); ++i) inputs.push_back(tensors[i].data());
        return inputs;
    }
};

TEST_F(EvaluationGpu, DrawnFormulasAgreeWithTheReference) {
    Context context(options());
    for (const std::uint64_t seed : test::seeds(1, 120)) {
        Random random(seed);
        const FormulaCase formula = test::draw_formula(random, 60000);
        const EvaluationPlan plan = plan_evaluation(context, formula.text, formula.operands());
        const std::vector<DeviceTensor> tensors = upload(formula, context.stream());
        plan.run(tensors[0].data(), inputs_of(tensors), formula.scalars);
        ASSERT_EQ(test::difference(formula, tensors[0].fetch()), "")
            << "TTGT_TEST_SEED=" << seed << "\n"
            << plan.explain();
    }
}

TEST_F(EvaluationGpu, SmallTensorsMayHaveWiderElements) {
    Context context(options());
    const OperandLayout halves{DType::float16, packed({64, 512})};
    const OperandLayout weights{DType::float32, packed({64})};
    GuardedArray x(halves.dtype, halves.layout);
    GuardedArray w(weights.dtype, weights.layout);
    x.set_each([] { return Scalar(0.5); });
    w.set_each([] { return Scalar(4.0); });
    const DeviceTensor to(x, device(), context.stream());
    const DeviceTensor on_x(x, device(), context.stream());
    const DeviceTensor on_w(w, device(), context.stream());
    const std::vector<const void*> inputs{on_x.data(), on_w.data()};
    plan_evaluation(context, "D(a,b) = x(a,b)*w(a)", {halves, halves, weights})
        .run(to.data(), inputs);
    const GuardedArray found = to.fetch();
    for (std::int64_t i = 0; i < 64 * 512; ++i) ASSERT_EQ(found.get(i), Scalar(2.0)) << i;
}

TEST_F(EvaluationGpu, PermutationsNeedNoCompiler) {
    Context context(options());
    const OperandLayout wide{DType::complex64, packed({30, 700})};
    const OperandLayout tall{DType::complex64, packed({700, 30})};
    GuardedArray x(wide.dtype, wide.layout);
    GuardedArray d(tall.dtype, tall.layout);
    Random random(1);
    x.set_each([&] { return Scalar(static_cast<double>(random.below(9)), 2.0); });
    d.set_each([] { return Scalar(5.0, 7.0); });
    const DeviceTensor from(x, device(), context.stream());
    const DeviceTensor to(d, device(), context.stream());
    const EvaluationPlan plan = plan_evaluation(context, "D(a,b) -= conj(x(b,a))", {tall, wide});
    EXPECT_EQ(plan.source(), "");
    const std::vector<const void*> inputs{from.data()};
    plan.run(to.data(), inputs);
    const GuardedArray found = to.fetch();
    for (std::int64_t i = 0; i < 700 * 30; ++i) {
        const Scalar expected = Scalar(5.0, 7.0) - std::conj(x.get(i / 700 + i % 700 * 30));
        ASSERT_EQ(found.get(i), expected) << i;
    }
    EXPECT_GT(plan.time_ms(to.data(), inputs), 0);
}

TEST_F(EvaluationGpu, RunsAreEqualBitForBit) {
    Context context(options());
    GuardedArray x(DType::float32, packed({1000003}));
    Random random(1);
    x.set_each([&] { return Scalar(random.real()); });
    const GuardedArray d(DType::float32, packed({}));
    const EvaluationPlan plan =
        plan_evaluation(context, "D() = sum(x(a))",
                        {{DType::float32, packed({})}, {DType::float32, packed({1000003})}});
    const DeviceTensor from(x, device(), context.stream());
    std::vector<std::vector<std::byte>> results;
    for (int run = 0; run < 3; ++run) {
        const DeviceTensor to(d, device(), context.stream());
        const std::vector<const void*> inputs{from.data()};
        plan.run(to.data(), inputs);
        results.push_back(to.fetch().bytes());
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST_F(EvaluationGpu, ReductionsAreEqualBitForBitAtAnyAddress) {
    Context context(options());
    const OperandLayout vector{DType::float64, packed({1000000})};
    const OperandLayout scalar{DType::float64, packed({})};
    GuardedArray x(vector.dtype, vector.layout);
    Random random(1);
    x.set_each([&] { return Scalar(random.real()); });
    const GuardedArray d(scalar.dtype, scalar.layout);
    const EvaluationPlan plan = plan_evaluation(context, "D() = sum(x(a))", {scalar, vector});
    std::vector<std::vector<std::byte>> results;
    for (const std::int64_t offset : {0, 8}) {
        const DeviceTensor from(x, device(), context.stream(), offset);
        const DeviceTensor to(d, device(), context.stream());
        const std::vector<const void*> inputs{from.data()};
        plan.run(to.data(), inputs);
        results.push_back(to.fetch().bytes());
    }
    EXPECT_EQ(results[0], results[1]);
}

TEST_F(EvaluationGpu, AGraphCapturesARun) {
    Context context(options());
    const GuardedArray ones = [] {
        GuardedArray array(DType::float64, packed({300000}));
        array.set_each([] { return Scalar(1.0); });
        return array;
    }();
    const GuardedArray zero(DType::float64, packed({}));
    const DeviceTensor x(ones, device(), context.stream());
    const DeviceTensor d(zero, device(), context.stream());
    const EvaluationPlan plan =
        plan_evaluation(context, "D() = 2*sum(x(a))",
                        {{DType::float64, packed({})}, {DType::float64, packed({300000})}});
    const std::vector<const void*> inputs{x.data()};
    auto* const stream = static_cast<cudaStream_t>(context.stream().handle);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t run = nullptr;
    TTGT_CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    plan.run(d.data(), inputs);
    TTGT_CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    TTGT_CUDA_CHECK(cudaGraphInstantiate(&run, graph, 0));
    TTGT_CUDA_CHECK(cudaGraphLaunch(run, stream));
    EXPECT_EQ(d.fetch().get(0), 600000.0);
    TTGT_CUDA_CHECK(cudaGraphExecDestroy(run));
    TTGT_CUDA_CHECK(cudaGraphDestroy(graph));
}

TEST_F(EvaluationGpu, ComplexFunctionsAgreeWithTheReference) {
    Context context(options());
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    GuardedArray x(DType::complex128, packed({4}));
    const std::vector<Scalar> elements{{0.5, -2}, {-3, 0.25}, {-1e200, 1e200}, {2, 0}};
    for (std::int64_t i = 0; i < 4; ++i) x.set(i, elements[static_cast<std::size_t>(i)]);
    const DeviceTensor from(x, device(), context.stream());
    for (const std::string name : {"identity", "sqrt", "conj", "rcp", "log", "abs", "neg", "exp"}) {
        const DeviceTensor to(x, device(), context.stream());
        const OperandLayout operand{DType::complex128, packed({4})};
        const std::vector<const void*> inputs{from.data()};
        plan_evaluation(context, "D(a) = " + name + "(x(a))", {operand, operand})
            .run(to.data(), inputs);
        const GuardedArray found = to.fetch();
        for (std::int64_t i = 0; i < 4; ++i) {
            const reference::Bounded expected = reference::apply(name, {x.get(i), 0}, epsilon);
            EXPECT_LE(std::abs(found.get(i) - expected.value), expected.error + 1e-300)
                << name << " of " << x.get(i) << " is " << found.get(i);
        }
    }
}

TEST_F(EvaluationGpu, ANewThreadPlansAndRuns) {
    Context context(options());
    Random random(7);
    const FormulaCase formula = test::draw_formula(random, 2000);
    const std::vector<DeviceTensor> tensors = upload(formula, context.stream());
    const auto work = [&] {
        const EvaluationPlan plan = plan_evaluation(context, formula.text, formula.operands());
        plan.run(tensors[0].data(), inputs_of(tensors), formula.scalars);
    };
    std::async(std::launch::async, work).get();
    EXPECT_EQ(test::difference(formula, tensors[0].fetch()), "");
}

TEST_F(EvaluationGpu, RefusesMisalignedPointers) {
    Context context(options());
    const GuardedArray array(DType::float64, packed({2}));
    const DeviceTensor x(array, device(), context.stream());
    const DeviceTensor d(array, device(), context.stream(), 4);
    const OperandLayout operand{DType::float64, packed({2})};
    const EvaluationPlan plan = plan_evaluation(context, "D(a) = x(a)", {operand, operand});
    const std::vector<const void*> inputs{x.data()};
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(d.data(), inputs); }),
                HasSubstr("which is not aligned to an element of 8 bytes"));
}

}  // namespace
}  // namespace ttgt
