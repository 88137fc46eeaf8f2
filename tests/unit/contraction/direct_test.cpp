// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Direct on CPUs against the reference, forced where a strategy would choose something else: every
// kind of label, dtype, stride and special shape, any number of threads, every instruction set.
#include <hwy/targets.h>
#include <ttgt/tensor.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/cpu/direct/product/direct_kernel.h"
#include "contraction/execute/execute.h"
#include "tests/support/direct_run.h"
#include "tests/support/problems/case_problem.h"
#include "tests/support/problems/contraction_shapes.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/sanitizer.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

using testing::AssertionResult;

/// Whether Direct agrees with the reference on any of these numbers of threads, with a workspace
/// and without one. A result of the same bytes as one that agreed is not compared again.
AssertionResult check(const TestProblem& problem, std::initializer_list<int> threads = {1}) {
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    std::vector<GuardedArray> right;
    for (const int count : threads) {
        for (const bool has_workspace : {true, false}) {
            GuardedArray d = run_direct(problem, tensors, count, has_workspace);
            if (std::any_of(right.begin(), right.end(), [&](const GuardedArray& other) {
                    return other.bytes() == d.bytes();
                })) {
                continue;
            }
            AssertionResult result = check_result(problem, tensors, d);
            if (!result) return result << ", threads " << count;
            right.push_back(std::move(d));
        }
    }
    return testing::AssertionSuccess();
}

void check_shapes() {
    std::uint64_t seed = 1;
    for (const Shape& shape : contraction_shapes()) {
        for (const DTypeMix& types : dtype_mixes()) {
            TestProblem problem = make_problem(shape, types, seed++);
            problem.alpha = is_complex(types.d) && seed % 3 != 0 ? Scalar{0.5, -2.0} : 1.5;
            ASSERT_TRUE(check(problem));
            problem.beta = is_complex(types.d) && seed % 5 != 0 ? Scalar{-1.0, 0.75} : -0.5;
            ASSERT_TRUE(check(problem));
        }
    }
}

TEST(Direct, AgreesWithTheReferenceOnEveryShapeAndDType) { check_shapes(); }

TEST(Direct, AgreesForEveryConjugationAndScalar) {
    const Shape shape{"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 13}, {"b", 9}, {"k", 11}, {"x", 2}}};
    for (const DTypeMix& types : dtype_mixes()) {
        for (std::uint64_t conjugations = 0; conjugations < 4; ++conjugations) {
            for (const Scalar alpha : {Scalar{1}, Scalar{-2}, Scalar{0, 1}}) {
                for (const Scalar beta : {Scalar{0}, Scalar{1}, Scalar{0.5, 3}}) {
                    TestProblem problem = make_problem(shape, types, conjugations);
                    const bool complex = is_complex(types.d);
                    problem.alpha = complex ? alpha : alpha.real() + alpha.imag();
                    problem.beta = complex ? beta : beta.real();
                    ASSERT_TRUE(check(problem));
                }
            }
        }
    }
}

TEST(Direct, AgreesOnExtentsAroundTheTiles) {
    for (const DTypeMix& types : dtype_mixes()) {
        std::uint64_t seed = 4;
        for (const std::int64_t a : {1, 2, 8, 17, 24, 25, 47, 48, 97}) {
            for (const std::int64_t b : {1, 3, 4, 8, 9, 21}) {
                for (const std::int64_t k : {1, 2, 16, 65, 129}) {
                    const std::string text =
                        seed % 3 == 0 ? "D(a,b)=L(k,a)*R(b,k)" : "D(a,b)=L(a,k)*R(k,b)";
                    const Shape shape{text, {{"a", a}, {"b", b}, {"k", k}}};
                    ASSERT_TRUE(check(make_problem(shape, types, seed++)));
                }
            }
        }
    }
}

/// alpha is not 0: what takes D alone never gets to Direct.
TestProblem draw_direct(std::uint64_t seed, std::int64_t max_multiply_adds) {
    DrawOptions draw;
    draw.inputs = 2;
    draw.max_multiply_adds = max_multiply_adds;
    TestProblem problem = draw_problem(seed, draw);
    if (problem.alpha == Scalar{}) problem.alpha = 2.0;
    return problem;
}

TEST(Direct, AgreesOnRandomLabelsAndStrides) {
    for (const std::uint64_t seed : seeds(1, 1500)) {
        ASSERT_TRUE(check(draw_direct(seed, 1 << 14)));
    }
    for (const std::uint64_t seed : seeds(5001, 150)) {
        ASSERT_TRUE(check(draw_direct(seed, 1 << 19)));
    }
}

// Steps of programs: 16-bit inputs of a float32 output.
TEST(Direct, KeepsSumsOfSixteenBitElements) {
    std::uint64_t seed = 1;
    for (const Shape& shape : contraction_shapes()) {
        for (const DTypeMix& types : converting_mixes()) {
            TestProblem problem = make_problem(shape, types, seed++);
            problem.alpha = 1.5;
            if (seed % 2 == 0) problem.beta = -0.5;
            ASSERT_TRUE(check(problem));
        }
    }
}

TEST(Direct, GivesTheSameBitsForAnyNumberOfThreads) {
    const std::vector<Shape> large = {
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 151}, {"b", 119}, {"k", 301}}},
        {"D(a,b)=L(k,a)*R(k,b)", {{"a", 5}, {"b", 3}, {"k", 40001}}},
        {"D(b,a,x)=L(k,b,x,j)*R(j,x,k,a)", {{"a", 13}, {"b", 9}, {"j", 61}, {"k", 67}, {"x", 3}}},
        {"D(a,c,b)=L(c,a,k)*R(k,b)", {{"a", 121}, {"b", 25}, {"c", 19}, {"k", 27}}},
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 9000}}},
        {"D(x,a,b)=L(x,a,k)*R(x,k,b)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 2901}}},
        {"D(a)=L(a,k)*R(k)", {{"a", 1001}, {"k", 777}}},
        {"D(a)=L(k,a)*R(k)", {{"a", 777}, {"k", 1001}}},
        {"D()=L(k)*R(k)", {{"k", 300001}}},
        {"D(a,b)=L(a,b)*R(b,a)", {{"a", 601}, {"b", 333}}},
        {"D(a,b)=L(a)*R(b)", {{"a", 601}, {"b", 533}}},
        {"D(a)=L(a)*R(a)", {{"a", 2200001}}},
    };
    std::uint64_t seed = 1;
    for (const Shape& shape : large) {
        for (const DTypeMix& types : dtype_mixes()) {
            TestProblem problem = make_problem(shape, types, seed++);
            if (seed % 2 == 0) problem.beta = -0.5;
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            for (const bool has_workspace : {true, false}) {
                const GuardedArray alone = run_direct(problem, tensors, 1, has_workspace);
                EXPECT_TRUE(alone.intact());
                const int most_threads = has_workspace ? 5 : 3;
                const int step = is_sanitized ? 3 : 1;
                for (int threads = 2; threads <= most_threads; threads += step) {
                    ASSERT_TRUE(run_direct(problem, tensors, threads, has_workspace).bytes() ==
                                alone.bytes())
                        << describe(problem) << ", threads " << threads;
                }
            }
        }
    }
}

// Sums of this length are cut into some that are added up in the end.
TEST(Direct, AgreesOnLongSumsOfFewOutputs) {
    const std::vector<Shape> shapes = {
        {"D(a,b)=L(k,a)*R(k,b)", {{"a", 7}, {"b", 9}, {"k", 9001}}},
        {"D(b,a)=L(a,k)*R(b,k)", {{"a", 70}, {"b", 33}, {"k", 2100}}},
        {"D(a,b,c)=L(c,a,k)*R(k,b)", {{"a", 24}, {"b", 3}, {"c", 17}, {"k", 2060}}},
        {"D(b,a,x)=L(k,b,x,j)*R(j,x,k,a)", {{"a", 13}, {"b", 9}, {"j", 61}, {"k", 67}, {"x", 3}}},
        {"D(a,b)=L(a,p,k)*R(k,b)", {{"a", 11}, {"b", 5}, {"k", 2600}, {"p", 2}}},
    };
    std::uint64_t seed = 1;
    for (const Shape& shape : shapes) {
        for (const DTypeMix& types : dtype_mixes()) {
            TestProblem problem = make_problem(shape, types, seed++);
            problem.alpha = is_complex(types.d) ? Scalar{0.5, -2.0} : 1.5;
            if (seed % 2 == 0) problem.beta = -0.5;
            ASSERT_TRUE(check(problem, {1, 2, 3}));
        }
    }
}

// D of 16 MiB and more is written by non-temporal stores.
TEST(Direct, AgreesOnLargeOutputs) {
    for (const DTypeMix& types : dtype_mixes()) {
        const std::int64_t columns = (std::int64_t{17} << 20) / size_bytes(types.d) / 1023;
        ASSERT_TRUE(check(
            make_problem({"D(a,b)=L(a)*R(b)", {{"a", 1023}, {"b", columns}}}, types, 7), {2}));
    }
}

TEST(Direct, MayOverwriteAnInputWhereNothingIsSummed) {
    const Shape shape{"D(a,b)=L(a,b)*R(b)", {{"a", 103}, {"b", 7}}};
    for (const DType dtype : {DType::float32, DType::complex128}) {
        const TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 4);
        TestTensors tensors = make_tensors(problem, Fill::reals);
        const GuardedArray expected = run_direct(problem, tensors, 1, true);
        Execution execution;
        execution.bases = {static_cast<char*>(tensors.inputs[0].data()),
                           static_cast<char*>(tensors.inputs[0].data()),
                           static_cast<char*>(tensors.inputs[1].data()), nullptr};
        execute(direct_plan(problem), cpu::backend(), execution);

        EXPECT_EQ(tensors.inputs[0].bytes(), expected.bytes());
    }
}

TEST(Direct, AgreesForEveryInstructionSet) {
    if (HWY_TARGETS == HWY_STATIC_TARGET) GTEST_SKIP() << "one instruction set is compiled";
    const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
    std::set<std::string> names;
    for (std::int64_t rest = supported; rest != 0; rest &= rest - 1) {
        hwy::SetSupportedTargetsForTest(rest & -rest);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        const std::string name = cpu::product_kernels<double>().instruction_set;
        if (!names.insert(name).second) continue;
        SCOPED_TRACE(name);
        check_shapes();
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();

    RecordProperty("instruction_sets", testing::PrintToString(names));
    EXPECT_GT(names.size(), 1U) << "nothing was forced";
}

}  // namespace
}  // namespace ttgt::test
