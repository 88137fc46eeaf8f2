// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// In what precision: TF32 where it is asked for and nowhere else; 16-bit elements in float32.
#include <ttgt/ttgt.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/reference/reference.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/problems/contraction_shapes.h"
#include "tests/support/refusal.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

const Shape& matrices() {
    static const Shape shape{"D(a,b)=L(a,k)*R(k,b)", {{"a", 384}, {"b", 256}, {"k", 1024}}};
    return shape;
}

class ComputeGpu : public ContractionGpu {
protected:
    /// D of a contraction of these tensors.
    [[nodiscard]] GuardedArray result(const TestProblem& problem, const TestTensors& tensors,
                                      ComputeType compute, std::int64_t limit = unlimited) {
        const auto upload = [&](const GuardedArray& array) {
            return std::make_unique<DeviceTensor>(array, device(), context(limit).stream(), 0);
        };
        const auto d = upload(tensors.before);
        const auto l = upload(tensors.inputs[0]);
        const auto r = upload(tensors.inputs[1]);
        ContractOptions options;
        options.alpha = problem.alpha;
        options.beta = problem.beta;
        options.compute = compute;
        options.context = &context(limit);
        contract(expression(problem), d->view(), l->view(), r->view(), options);
        cuda::synchronize(context(limit).stream());
        return d->fetch();
    }

    static reference::Comparison compare(const TestProblem& problem, const TestTensors& tensors,
                                         const GuardedArray& d, ComputeType compute) {
        reference::Problem expected = reference_problem(problem, tensors.inputs);
        expected.compute = compute;
        const ConstTensorView before = tensors.before.view();
        return reference::compare(expected, &before, d.view());
    }
};

TEST_F(ComputeGpu, Tf32IsUsedWhereItIsAskedForAndNowhereElse) {
    const std::int64_t hits = context().plan_cache_statistics().hits;
    for (const DType dtype : {DType::float32, DType::complex64}) {
        const TestProblem problem = make_problem(matrices(), {dtype, dtype, dtype}, 0);
        const TestTensors tensors = make_tensors(problem, Fill::reals);

        const GuardedArray full = result(problem, tensors, ComputeType::full);
        const GuardedArray tf32 = result(problem, tensors, ComputeType::tf32);

        EXPECT_EQ(compare(problem, tensors, full, ComputeType::full).outcome,
                  reference::Outcome::ok);
        EXPECT_EQ(compare(problem, tensors, tf32, ComputeType::tf32).outcome,
                  reference::Outcome::ok);
        EXPECT_FALSE(full.bytes() == tf32.bytes()) << name(dtype);
    }
    EXPECT_EQ(context().plan_cache_statistics().hits, hits) << "compute types have their own plans";
}

// Long sums, whose terms have one sign: what the tensor cores cut off would add up.
TEST_F(ComputeGpu, ThreeProductsOfTf32AreNearlyAsExactAsFloat32) {
    const Shape shape{"D(a,b)=L(k,a)*R(b,k)", {{"a", 64}, {"b", 96}, {"k", 60000}}};
    for (const DType dtype : {DType::float32, DType::complex64}) {
        const TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 0);
        const TestTensors tensors = make_tensors(problem, Fill::reals);
        const auto error = [&](ComputeType compute) {
            return compare(problem, tensors, result(problem, tensors, compute), ComputeType::full)
                .error_over_bound;
        };
        const double full = error(ComputeType::full);

        EXPECT_LT(error(ComputeType::tf32x3), 2 * full + 0.01) << name(dtype);
        EXPECT_GT(error(ComputeType::tf32), 10 * full) << name(dtype);
    }
}

TEST_F(ComputeGpu, PlansSayTf32) {
    const OperandLayout matrix{DType::float32, packed({512, 512})};

    const ContractionPlan plan =
        plan_contraction(context(), "D(a,b)=L(a,k)*R(k,b)", {matrix, matrix, matrix},
                         {.compute = ComputeType::tf32});

    EXPECT_NE(plan.explain().find("float32 in tf32"), std::string::npos) << plan.explain();
    EXPECT_EQ(plan.prediction().compute, ComputeType::tf32);
}

TEST_F(ComputeGpu, Tf32IsRefusedForOtherDTypes) {
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float64, DType::complex128}) {
        const OperandLayout matrix{dtype, packed({4, 4})};
        EXPECT_THAT(
            refusal_of<Unsupported>([&] {
                (void)plan_contraction(context(), "D(a,b)=L(a,k)*R(k,b)", {matrix, matrix, matrix},
                                       {.compute = ComputeType::tf32});
            }),
            HasSubstr("D is " + std::string(name(dtype)) + "; tf32 is for float32 and complex64"));
    }
}

// Each term is too small to change a sum of 16 bits: the product by GEMM, by Direct, the sums of
// splits. The result is what float32 gives, rounded.
TEST_F(ComputeGpu, SumsOf16BitElementsAreFloat32) {
    const std::vector<Shape> shapes{{"D(a,b)=L(a,k)*R(k,b)", {{"a", 64}, {"b", 48}, {"k", 4097}}},
                                    {"D(b,a)=L(k,a)*R(k,b)", {{"a", 64}, {"b", 48}, {"k", 4097}}},
                                    {"D()=L(k)*R(k)", {{"k", 30001}}}};
    for (const DType dtype : {DType::float16, DType::bfloat16}) {
        for (const Shape& shape : shapes) {
            for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
                const TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 0);
                TestTensors tensors = make_tensors(problem, Fill::integers);
                fill(tensors.inputs[0], 1.0);
                fill(tensors.inputs[1], 1.0);

                const GuardedArray d = result(problem, tensors, ComputeType::full, limit);

                GuardedArray expected = d;
                fill(expected, static_cast<double>(shape.extents.at("k")));
                EXPECT_TRUE(d.bytes() == expected.bytes())
                    << name(dtype) << " " << shape.text << " limit " << limit;
            }
        }
    }
}

// alpha * sum and beta * D cancel to what either, rounded, would have lost.
TEST_F(ComputeGpu, AlphaAndBetaOf16BitElementsAreAppliedBeforeTheOneRounding) {
    const std::vector<Shape> shapes{
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 64}, {"b", 48}, {"k", 32}}},
        {"D(b,a)=L(k,a)*R(b,k)", {{"a", 64}, {"b", 48}, {"k", 32}}},
        {"D(x,a,b)=L(a,k,x)*R(k,x,b)", {{"a", 64}, {"b", 48}, {"x", 5}, {"k", 32}}}};
    constexpr double tiny = 0x1p-7;
    for (const DType dtype : {DType::float16, DType::bfloat16}) {
        for (const Shape& shape : shapes) {
            for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
                TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 0);
                problem.alpha = 3.0;
                problem.beta = -96.0;
                TestTensors tensors = make_tensors(problem, Fill::integers);
                fill(tensors.inputs[0], 1 + tiny);
                fill(tensors.inputs[1], 1 + tiny);
                fill(tensors.before, 1.0);

                const GuardedArray d = result(problem, tensors, ComputeType::full, limit);

                GuardedArray expected = d;
                fill(expected, 96 * (2 * tiny + tiny * tiny));
                EXPECT_TRUE(d.bytes() == expected.bytes())
                    << name(dtype) << " " << shape.text << " limit " << limit;
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::test
