// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Every shape in every mix of dtypes, with conjugation and scalars, by both strategies.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/problems/contraction_shapes.h"

namespace ttgt::test {
namespace {

/// With a strategy.
class DTypesGpu : public ContractionGpu, public testing::WithParamInterface<const char*> {
protected:
    void check_shapes(const std::vector<Shape>& shapes) {
        const CheckOptions options = check_options(GetParam());
        std::uint64_t seed = 1;
        for (const Shape& shape : shapes) {
            for (const DTypeMix& mix : dtype_mixes()) {
                const bool complex = is_complex(mix.d);
                TestProblem problem = make_problem(shape, mix, seed++);
                problem.alpha = complex && seed % 3 != 0 ? Scalar{0.5, -2.0} : 1.5;
                ASSERT_TRUE(check_contraction(problem, options));
                problem.beta = complex && seed % 5 != 0 ? Scalar{-1.0, 0.75} : -0.5;
                ASSERT_TRUE(check_contraction(problem, options));
            }
        }
    }
};

TEST_P(DTypesGpu, EveryShapeAgrees) { check_shapes(contraction_shapes()); }

TEST_P(DTypesGpu, ZeroExtentsScalarsDiagonalsAndHighRanksAgree) { check_shapes(border_shapes()); }

TEST_P(DTypesGpu, OneInputAgrees) {
    const CheckOptions options = check_options(GetParam());
    for (TestProblem problem : unary_problems()) {
        ASSERT_TRUE(check_contraction(problem, options));
        problem.alpha = is_complex(problem.d.dtype) ? Scalar{0.5, -2.0} : -1.5;
        ASSERT_TRUE(check_contraction(problem, options));
        problem.beta = is_complex(problem.d.dtype) ? Scalar{-1.0, 0.75} : -0.5;
        ASSERT_TRUE(check_contraction(problem, options));
    }
}

TEST_P(DTypesGpu, EveryConjugationAndScalarAgrees) {
    const CheckOptions options = check_options(GetParam());
    for (const Shape& shape :
         {Shape{"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 13}, {"b", 9}, {"k", 11}, {"x", 2}}},
          Shape{"D(b,a)=L(a,k)*R(k,b)", {{"a", 40}, {"b", 36}, {"k", 52}}},
          Shape{"D(a,b)=L(k,a)*R(b,k)", {{"a", 40}, {"b", 36}, {"k", 52}}}}) {
        for (const DTypeMix& mix : dtype_mixes()) {
            for (std::uint64_t conjugations = 0; conjugations < 4; ++conjugations) {
                for (const Scalar alpha : {Scalar{1}, Scalar{-2}, Scalar{0, 1}}) {
                    for (const Scalar beta : {Scalar{0}, Scalar{1}, Scalar{0.5, 3}}) {
                        TestProblem problem = make_problem(shape, mix, conjugations);
                        const bool complex = is_complex(mix.d);
                        problem.alpha = complex ? alpha : alpha.real() + alpha.imag();
                        problem.beta = complex ? beta : beta.real();
                        ASSERT_TRUE(check_contraction(problem, options));
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategy, DTypesGpu, testing::Values("auto", "classic"),
                         [](const auto& tested) { return std::string(tested.param); });

class ExtentsGpu : public ContractionGpu, public testing::WithParamInterface<std::int64_t> {};

// Without workspace Direct does all of it, else GEMM most.
TEST_P(ExtentsGpu, AroundTheTilesAgree) {
    const CheckOptions options = check_options("auto", GetParam());
    std::uint64_t seed = 4;
    for (const DTypeMix& mix : dtype_mixes()) {
        for (const std::int64_t a : {1, 2, 8, 17, 31, 32, 33, 63, 64, 65, 128, 129}) {
            for (const std::int64_t b : {1, 4, 15, 16, 33, 64, 65}) {
                for (const std::int64_t k : {1, 2, 16, 33, 129}) {
                    const char* const text =
                        seed % 3 == 0 ? "D(b,a)=L(k,a)*R(b,k)" : "D(a,b)=L(a,k)*R(k,b)";
                    const Shape shape{text, {{"a", a}, {"b", b}, {"k", k}}};
                    ASSERT_TRUE(check_contraction(make_problem(shape, mix, seed++), options));
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(WorkspaceLimit, ExtentsGpu, testing::Values(std::int64_t{0}, unlimited));

}  // namespace
}  // namespace ttgt::test
