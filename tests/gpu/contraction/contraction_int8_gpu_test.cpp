// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products of INT8 on a device, against native ones and the reference.
#include <cuda_runtime_api.h>
#include <ttgt/ttgt.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/emulated/run_emulated.h"
#include "src/context/cuda/architecture.h"
#include "src/core/rounding.h"
#include "src/reference/reference.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

const std::vector<DType> int8_gpu_dtypes{DType::float32, DType::float64, DType::complex64,
                                         DType::complex128};

DirectStep step_by_int8(const TestProblem& problem) {
    const Plan plan = direct_plan(problem);
    DirectStep step = std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action);
    step.compute = ComputeType::int8;
    return step;
}

class Int8Gpu : public ContractionGpu {
protected:
    /// Runs the problem by INT8 products, whatever their price; then again as a graph, which has to
    /// give the same bits.
    [[nodiscard]] GuardedArray product(const TestProblem& problem, const TestTensors& tensors,
                                       std::int64_t limit = unlimited) {
        const cuda::DeviceScope scope(device());
        const Stream stream = context().stream();
        cuda::Architecture gpu = cuda::sm_90();
        const auto plan = cuda::plan_emulated(step_by_int8(problem), gpu, limit);
        EXPECT_TRUE(plan.has_value());
        chunks_ = divide_up(plan->padded_columns, plan->chunk);
        const cuda::DeviceBuffer scratch(plan->scratch.bytes, device(), stream, "scratch");
        const DeviceTensor l(tensors.inputs[0], device(), stream, 0);
        const DeviceTensor r(tensors.inputs[1], device(), stream, 0);
        DeviceTensor d(tensors.before, device(), stream, 0);
        const Scalars scalars{problem.alpha * problem.literal, problem.beta.value_or(0.0)};
        const auto run = [&] {
            run_emulated(*plan, scalars, l.data(), r.data(), d.data(), device(),
                         {0, stream, scratch.data()});
        };
        run();
        std::vector<GuardedArray> results{d.fetch()};
        const CapturedGraph graph(stream, cudaStreamCaptureModeGlobal, run);
        d.upload(tensors.before);
        graph.launch(stream);
        results.push_back(d.fetch());
        EXPECT_TRUE(results[0].bytes() == results[1].bytes());
        return results[0];
    }

    std::int64_t chunks_ = 0;
};

TEST_F(Int8Gpu, AgreesOnAwkwardExtentsAndStrides) {
    const std::vector<std::string> texts = {"D(a,b)=L(a,k)*R(k,b)",
                                            "D(b,a)=L(a,k)*R(b,k)",
                                            "D(a,b)=L(k,a)*conj(R(k,b))",
                                            "D(c,a,b)=conj(L(k,c,a))*R(b,k)",
                                            "D(a,x,b)=L(x,a,k)*R(k,b,x)",
                                            "D(a,b,c,d)=L(b,k,a,m)*R(m,d,k,c)",
                                            "D(d,a,c,b)=L(k,b,m,a)*R(c,k,m,d)"};
    Random random(7);
    for (const std::string& text : texts) {
        for (const DType dtype : int8_gpu_dtypes) {
            LabelExtents extents;
            for (const char label : {'a', 'b', 'c', 'd', 'k', 'm', 'x'}) {
                if (text.find(label) == std::string::npos) continue;
                const bool is_small = text.find(",c") != std::string::npos || label == 'x';
                extents[std::string(1, label)] = random.between(2, is_small ? 9 : 150);
            }
            TestProblem problem = make_problem({text, extents}, {dtype, dtype, dtype}, 3);
            problem.beta = -0.5;
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            ASSERT_TRUE(check_result(problem, tensors, product(problem, tensors)))
                << text << ' ' << name(dtype);
        }
    }
}

TEST_F(Int8Gpu, AgreesAtEveryExtentFrom1To33) {
    for (std::int64_t extent = 1; extent <= 33; ++extent) {
        const DType dtype = int8_gpu_dtypes[static_cast<std::size_t>(extent) % 4];
        for (const LabelExtents& extents : {LabelExtents{{"a", extent}, {"b", 3}, {"k", 5}},
                                            LabelExtents{{"a", 2}, {"b", extent}, {"k", 4}},
                                            LabelExtents{{"a", 4}, {"b", 5}, {"k", extent}}}) {
            const TestProblem problem =
                direct_problem({"D(a,b)=L(k,a)*R(b,k)", extents}, {dtype, dtype, dtype}, 17);
            if (!cuda::plan_emulated(step_by_int8(problem), cuda::sm_90(), unlimited)) continue;
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            ASSERT_TRUE(check_result(problem, tensors, product(problem, tensors)))
                << extent << ' ' << name(dtype);
        }
    }
}

TEST_F(Int8Gpu, AgreesBatchByBatch) {
    const Shape shape{"D(x,a,b,y)=L(y,a,x,k)*R(k,b,x,y)",
                      {{"a", 70}, {"b", 130}, {"k", 150}, {"x", 3}, {"y", 5}}};
    for (const DType dtype : int8_gpu_dtypes) {
        TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 3);
        problem.beta = 0.5;
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const auto whole = cuda::plan_emulated(step_by_int8(problem), cuda::sm_90(), unlimited);
        ASSERT_EQ(whole->items_together, 15);
        ASSERT_TRUE(check_result(problem, tensors, product(problem, tensors))) << name(dtype);
        const GuardedArray in_parts = product(problem, tensors, whole->scratch.bytes / 3);
        ASSERT_TRUE(check_result(problem, tensors, in_parts)) << name(dtype);
    }
}

TEST_F(Int8Gpu, ZerosTinyAndHugeElementsAgree) {
    for (const DType dtype : int8_gpu_dtypes) {
        const bool is_double = dtype == DType::float64 || dtype == DType::complex128;
        for (const double size : {0.0, is_double ? 0x1p-1060 : 0x1p-140,
                                  is_double ? 0x1p-900 : 0x1p-70, is_double ? 0x1p900 : 0x1p50}) {
            const TestProblem problem =
                make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 90}, {"b", 70}, {"k", 133}}},
                             {dtype, dtype, dtype}, 4);
            TestTensors tensors = make_tensors(problem, Fill::reals);
            GuardedArray& l = tensors.inputs[0];
            l.for_each_offset([&](std::int64_t offset) { l.set(offset, size * l.get(offset)); });
            ASSERT_TRUE(check_result(problem, tensors, product(problem, tensors)))
                << name(dtype) << ' ' << size;
        }
    }
}

TEST_F(Int8Gpu, AgreesForOneInnerPositionAndForVeryManyOfThem) {
    for (const DType dtype : {DType::float32, DType::complex128}) {
        for (const std::int64_t inner : {std::int64_t{1}, std::int64_t{140001}}) {
            const TestProblem problem =
                make_problem({"D(a,b)=L(k,a)*R(k,b)", {{"a", 40}, {"b", 30}, {"k", inner}}},
                             {dtype, dtype, dtype}, 4);
            if (!cuda::plan_emulated(step_by_int8(problem), cuda::sm_90(), unlimited)) continue;
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            ASSERT_TRUE(check_result(problem, tensors, product(problem, tensors)))
                << name(dtype) << ' ' << inner;
        }
    }
}

// Inputs whose planes are kept are not read: here they have other values by then.
TEST_F(Int8Gpu, KeptPlanesGiveTheSameBits) {
    const cuda::DeviceScope scope(device());
    const Stream stream = context().stream();
    for (const DType dtype : int8_gpu_dtypes) {
        const TestProblem problem = make_problem(
            {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 200}, {"b", 150}, {"k", 170}, {"x", 2}}},
            {dtype, dtype, dtype}, 4);
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        auto plan = cuda::plan_emulated(step_by_int8(problem), cuda::sm_90(), unlimited);
        const cuda::DeviceBuffer scratch(plan->scratch.bytes, device(), stream, "scratch");
        DeviceTensor l(tensors.inputs[0], device(), stream, 0);
        DeviceTensor r(tensors.inputs[1], device(), stream, 0);
        DeviceTensor d(tensors.before, device(), stream, 0);
        const auto run = [&] {
            run_emulated(*plan, {1.0, 0.0}, l.data(), r.data(), d.data(), device(),
                         {0, stream, scratch.data()});
            return d.fetch();
        };
        const GuardedArray first = run();
        TestTensors other = tensors;
        for (GuardedArray& input : other.inputs) input.set_each([] { return Scalar(7.0); });
        l.upload(other.inputs[0]);
        plan->exponents.kept[plan->swapped ? 1 : 0] = 1;
        EXPECT_TRUE(run().bytes() == first.bytes()) << name(dtype);
        r.upload(other.inputs[1]);
        plan->exponents.kept[plan->swapped ? 0 : 1] = 1;
        EXPECT_TRUE(run().bytes() == first.bytes()) << name(dtype);
    }
}

// As a user asks for it; the plan is large enough for products of INT8.
TEST_F(Int8Gpu, RunsTakePlanesOfUnchangedInputs) {
    if (cuda::architecture_of(cuda::device_properties(device())).int8_ops_per_us == 0) {
        GTEST_SKIP() << "none there";
    }
    const Shape shape{"D(a,b)=L(k,a)*R(b,k)", {{"a", 2048}, {"b", 2048}, {"k", 2048}}};
    const TestProblem problem =
        make_problem(shape, {DType::complex64, DType::complex64, DType::complex64}, 1);
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    const OperandLayout matrix{DType::complex64, packed({2048, 2048})};
    PlanOptions asked;
    asked.compute = ComputeType::int8;
    const ContractionPlan plan =
        plan_contraction(context(), shape.text, {matrix, matrix, matrix}, asked);
    ASSERT_THAT(plan.explain(0), HasSubstr("direct by int8:"));
    DeviceTensor l(tensors.inputs[0], device(), context().stream(), 0);
    const DeviceTensor r(tensors.inputs[1], device(), context().stream(), 0);
    DeviceTensor d(tensors.before, device(), context().stream(), 0);
    RunOptions options;
    options.workspace = context().workspace(plan.workspace_bytes());

    plan.run(d.data(), l.data(), r.data(), options);
    const GuardedArray first = d.fetch();
    l.upload(tensors.inputs[1]);  // not read
    options.unchanged = {0};
    plan.run(d.data(), l.data(), r.data(), options);

    EXPECT_TRUE(d.fetch().bytes() == first.bytes());
}

TEST_F(Int8Gpu, AgreesOnLongSumsAndChunks) {
    for (const DType dtype : int8_gpu_dtypes) {
        TestProblem problem =
            make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 300}, {"b", 600}, {"k", 70001}}},
                         {dtype, dtype, dtype}, 2);
        problem.beta = 2.0;
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const auto whole = cuda::plan_emulated(step_by_int8(problem), cuda::sm_90(), unlimited);
        const GuardedArray by_chunks = product(problem, tensors, whole->scratch.bytes - 1);
        EXPECT_GT(chunks_, 1);

        ASSERT_TRUE(check_result(problem, tensors, by_chunks)) << name(dtype);
        EXPECT_TRUE(by_chunks.bytes() == product(problem, tensors).bytes());
    }
}

// A product of integers of few digits is rounded nowhere.
TEST_F(Int8Gpu, IntegersStayExact) {
    for (const DType dtype : int8_gpu_dtypes) {
        const TestProblem problem =
            make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 130}, {"b", 140}, {"k", 300}}},
                         {dtype, dtype, dtype}, 5);
        const TestTensors tensors = make_tensors(problem, Fill::integers);

        const GuardedArray d = product(problem, tensors);

        d.for_each_offset([&](std::int64_t offset) {
            const Scalar value = d.get(offset);
            ASSERT_EQ(value.real(), std::round(value.real())) << name(dtype);
            ASSERT_EQ(value.imag(), std::round(value.imag())) << name(dtype);
        });
        ASSERT_TRUE(check_result(problem, tensors, d)) << name(dtype);
    }
}

TEST_F(Int8Gpu, InfinitiesAndNaNsStayInTheirRowsAndColumns) {
    for (const DType dtype : int8_gpu_dtypes) {
        const TestProblem problem = make_problem(
            {"D(a,b)=L(a,k)*R(k,b)", {{"a", 50}, {"b", 40}, {"k", 130}}}, {dtype, dtype, dtype}, 8);
        TestTensors tensors = make_tensors(problem, Fill::reals);
        tensors.inputs[0].set(3 + 5 * 50, std::numeric_limits<double>::infinity());
        tensors.inputs[1].set(7 + 9 * 130, std::nan(""));

        const GuardedArray d = product(problem, tensors);

        d.for_each_offset([&](std::int64_t offset) {
            const bool is_marked = offset % 50 == 3 || offset / 50 == 9;
            const Scalar value = d.get(offset);
            ASSERT_EQ(std::isfinite(value.real()) && std::isfinite(value.imag()), !is_marked)
                << offset;
        });
    }
}

// Planned as callers plan: where predicted faster, at errors below native products'.
TEST_F(Int8Gpu, LargeProductsTakeItAndAreMoreExactThanNativeOnes) {
    if (cuda::architecture_of(cuda::device_properties(device())).int8_ops_per_us == 0)
        GTEST_SKIP() << "none there";
    const Shape shape{"D(a,b)=L(k,a)*R(b,k)", {{"a", 4096}, {"b", 4096}, {"k", 2048}}};
    const TestProblem problem =
        make_problem(shape, {DType::complex64, DType::complex64, DType::complex64}, 1);
    PlanOptions asked;
    asked.compute = ComputeType::int8;
    const OperandLayout d{DType::complex64, packed({4096, 4096})};
    const OperandLayout l{DType::complex64, packed({2048, 4096})};
    const OperandLayout r{DType::complex64, packed({4096, 2048})};

    const ContractionPlan plan = plan_contraction(context(), shape.text, {d, l, r}, asked);
    EXPECT_THAT(plan.explain(), HasSubstr("direct by int8: 6 to 9 moduli")) << plan.explain();
    asked.workspace_limit = 0;
    const ContractionPlan native = plan_contraction(context(), shape.text, {d, l, r}, asked);
    EXPECT_THAT(native.explain(), testing::Not(HasSubstr("by int8:")));
    EXPECT_THAT(native.explain(), HasSubstr("int8: not possible")) << native.explain();
    const OperandLayout small{DType::complex64, packed({64, 64})};
    asked.workspace_limit.reset();
    EXPECT_THAT(plan_contraction(context(), shape.text, {small, small, small}, asked).explain(),
                HasSubstr("int8: not chosen"));
}

TEST_F(Int8Gpu, IsRefusedFor16BitElements) {
    const OperandLayout matrix{DType::float16, packed({4, 4})};
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_contraction(context(), "D(a,b)=L(a,k)*R(k,b)",
                                           {matrix, matrix, matrix},
                                           {.compute = ComputeType::int8});
                }),
                HasSubstr("int8 is for float32, float64, complex64 and complex128"));
}

}  // namespace
}  // namespace ttgt::test
