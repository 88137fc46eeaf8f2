// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What is not read, and what NaNs and infinities become.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// With a strategy.
class ValuesGpu : public ContractionGpu, public testing::WithParamInterface<const char*> {
protected:
    /// Calls check(problem, options) for every shape, dtypes in turn, with and without workspace.
    template <class Check>
    void for_each_problem(Check&& check) {
        const std::vector<DTypeMix> mixes = dtype_mixes();
        std::uint64_t seed = 0;
        for (int round = 0; round < 2; ++round) {
            for (const Shape& shape : contraction_shapes()) {
                const TestProblem problem = make_problem(shape, mixes[seed % mixes.size()], seed);
                const std::int64_t limit = seed % 4 == 0 ? 0 : unlimited;
                ++seed;
                check(problem, check_options(GetParam(), limit));
                if (HasFatalFailure()) return;
            }
        }
    }
    template <class Check>
    void for_each_unary_problem(Check&& check) {
        for (const TestProblem& problem : unary_problems()) {
            check(problem, check_options(GetParam()));
            if (HasFatalFailure()) return;
        }
    }
};

/// The inputs are full of NaNs, D too where beta is 0.
void check_alpha_zero(TestProblem problem, const CheckOptions& options) {
    problem.alpha = 0.0;
    for (const double beta : {0.0, 1.0, -2.5}) {
        problem.beta = beta;
        ASSERT_TRUE(check_contraction(problem, options));
    }
    if (!is_complex(problem.d.dtype)) return;
    problem.beta = Scalar{0.5, -2.0};
    ASSERT_TRUE(check_contraction(problem, options));
}

TEST_P(ValuesGpu, AlphaZeroReadsNoInput) {
    for_each_problem(check_alpha_zero);
    for_each_unary_problem(check_alpha_zero);
}

/// D is full of NaNs.
void check_beta_zero(TestProblem problem, const CheckOptions& options) {
    problem.beta = 0.0;
    problem.alpha = is_complex(problem.d.dtype) ? Scalar{0.5, -2.0} : 1.5;
    ASSERT_TRUE(check_contraction(problem, options));
}

TEST_P(ValuesGpu, BetaZeroDoesNotReadTheOutput) {
    for_each_problem(check_beta_zero);
    for_each_unary_problem(check_beta_zero);
}

/// `value` in one place of the array.
void plant(GuardedArray& array, double value, std::uint64_t seed) {
    std::vector<std::int64_t> offsets;
    array.for_each_offset([&](std::int64_t offset) { offsets.push_back(offset); });
    if (offsets.empty()) return;
    Random random(seed);
    array.set(random.pick(offsets), {value, 0.25});
}

/// The value in each of the tensors alone spreads to what depends on it, and nowhere else.
void check_spread(TestProblem problem, const CheckOptions& options, double value) {
    problem.beta = 1.0;
    const TestTensors tensors = make_tensors(problem, Fill::reals);
    for (std::size_t input = 0; input < tensors.inputs.size(); ++input) {
        TestTensors planted = tensors;
        plant(planted.inputs[input], value, problem.seed);
        ASSERT_TRUE(check_contraction(problem, planted, options)) << value << " in input " << input;
    }
    TestTensors planted = tensors;
    plant(planted.d, value, problem.seed);
    planted.before = planted.d;
    ASSERT_TRUE(check_contraction(problem, planted, options)) << value << " in D";
}

TEST_P(ValuesGpu, NaNsSpreadToWhatDependsOnThem) {
    const auto check = [](const TestProblem& problem, const CheckOptions& options) {
        check_spread(problem, options, nan_value);
    };
    for_each_problem(check);
    for_each_unary_problem(check);
}

TEST_P(ValuesGpu, InfinitiesSpreadToWhatDependsOnThem) {
    const auto check = [](const TestProblem& problem, const CheckOptions& options) {
        check_spread(problem, options, infinity);
        if (!testing::Test::HasFatalFailure()) check_spread(problem, options, -infinity);
    };
    for_each_problem(check);
    for_each_unary_problem(check);
}

INSTANTIATE_TEST_SUITE_P(Strategy, ValuesGpu, testing::Values("auto", "classic"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_F(ContractionGpu, InfinitiesOfEitherSignMakeANaN) {
    TestProblem problem = make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", 40}, {"b", 33}, {"k", 65}}},
                                       {DType::float64, DType::float64, DType::float64}, 0);
    for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
        TestTensors tensors = make_tensors(problem, Fill::reals);
        tensors.inputs[0].set(7 + 40 * 3, infinity);
        tensors.inputs[0].set(7 + 40 * 5, infinity);
        for (std::int64_t b = 0; b < 33; ++b) {
            tensors.inputs[1].set(3 + 65 * b, 1.0);
            tensors.inputs[1].set(5 + 65 * b, b == 9 ? 1.0 : -1.0);
        }
        CheckOptions options = check_options("auto", limit);

        ASSERT_TRUE(compute(problem, tensors, options));

        for (std::int64_t b = 0; b < 33; ++b) {
            const double element = tensors.d.get(7 + 40 * b).real();
            if (b == 9) {
                EXPECT_EQ(element, infinity);
            } else {
                EXPECT_NE(element, element) << "infinity minus infinity is " << element;
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::test
