// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The benchmarks' case files: every row at reduced, mostly odd extents, dtypes and limits in turn;
// tccg_small also whole.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/problems/case_problem.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t limits[] = {0, 4096, unlimited};
constexpr DType dtypes[] = {DType::float32, DType::float64, DType::complex64, DType::complex128};

class CaseSetsGpu : public ContractionGpu {
protected:
    /// Checks with the strategy, dtype and limit whose turn it is.
    void check_in_turn(const tool::ContractionCase& given, const LabelExtents& extents) {
        TestProblem problem =
            problem_of(given.expression, extents, dtypes[turn_ % std::size(dtypes)]);
        if (problem.inputs.size() > 2) return;  // planning refuses them
        problem.seed = turn_ + 1;
        const char* const strategy = turn_ / 4 % 2 == 0 ? "auto" : "classic";
        const std::int64_t limit = limits[turn_ % std::size(limits)];
        EXPECT_TRUE(check_contraction(problem, check_options(strategy, limit))) << given.id;
        ++turn_;
    }
    [[nodiscard]] std::size_t turns() const { return turn_; }

private:
    std::size_t turn_ = 0;
};

TEST_F(CaseSetsGpu, ReducedContractionsAgreeWithTheReference) {
    for (const char* const set : {"tccg_small", "tccg_double", "nwchem_triples", "nekbone"}) {
        for (const tool::ContractionCase& given : read_contraction_cases(set)) {
            const LabelExtents extents = reduced_extents(given, 20'000);
            for (int turn = 0; turn < 3; ++turn) check_in_turn(given, extents);
        }
    }
    EXPECT_GT(turns(), 500U);
}

TEST_F(CaseSetsGpu, ReducedTransposesAgreeWithTheReference) {
    for (const char* const set : {"ttc57", "transposes_anchor"}) {
        for (const tool::TransposeCase& given : read_transpose_cases(set)) {
            const DType dtype = size_bytes(given.dtype) == 4 ? DType::float32 : DType::float64;
            EXPECT_TRUE(check_contraction(problem_of(given, 20'000, dtype), check_options()))
                << given.id;
        }
    }
}

TEST_F(CaseSetsGpu, TccgSmallAgreesAtItsOwnExtents) {
    for (const tool::ContractionCase& given : read_contraction_cases("tccg_small")) {
        check_in_turn(given, full_extents(given));
    }
    EXPECT_EQ(turns(), 48U);
}

}  // namespace
}  // namespace ttgt::test
