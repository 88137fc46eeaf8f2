// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The benchmarks' case files as correctness tests: every row at reduced, mostly odd extents in
// every dtype, under every workspace limit, on one thread and on two; tccg_small also whole.
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "tests/support/check_contraction.h"
#include "tests/support/problems/case_problem.h"
#include "tests/support/refusal.h"
#include "tests/support/sanitizer.h"

namespace ttgt {
namespace {

using test::CheckOptions;
using test::refusal_of;
using test::TestProblem;
using testing::HasSubstr;

constexpr std::int64_t tiny_limit = 4096;
constexpr std::int64_t limits[] = {0, tiny_limit, unlimited};
constexpr DType dtypes[] = {DType::float32, DType::float64, DType::complex64, DType::complex128};

/// All limits, one and two threads.
void check_everywhere(TestProblem problem, std::uint64_t seed, const std::string& id) {
    problem.seed = seed;
    for (const std::int64_t limit : limits) {
        if (limit == 0 && problem.inputs.size() > 2) continue;  // products need a temporary
        for (const int threads : {1, 2}) {
            CheckOptions options;
            options.workspace_limit = limit;
            options.threads = threads;
            EXPECT_TRUE(test::check_contraction(problem, options)) << id;
        }
    }
}

struct CaseSet {
    std::string name;
    int rows;
    std::int64_t limit;  // multiply-adds of a reduced row
};

std::string set_name(const testing::TestParamInfo<CaseSet>& set) { return set.param.name; }

class ReducedContractions : public testing::TestWithParam<CaseSet> {};

TEST_P(ReducedContractions, AgreeWithTheReference) {
    int rows = 0;
    for (const tool::ContractionCase& given : test::read_contraction_cases(GetParam().name)) {
        ++rows;
        const test::LabelExtents extents = test::reduced_extents(given, GetParam().limit);
        for (const DType dtype : dtypes) {
            check_everywhere(test::problem_of(given.expression, extents, dtype), given.line,
                             given.id);
        }
    }

    EXPECT_EQ(rows, GetParam().rows);
}

// The anchor repeats the other sets' shapes, so it gets smaller extents.
INSTANTIATE_TEST_SUITE_P(
    CaseSets, ReducedContractions,
    testing::Values(CaseSet{"tccg_small", 48, 20000}, CaseSet{"tccg_double", 48, 8000},
                    CaseSet{"tccg_single", 48, 8000}, CaseSet{"nwchem_triples", 54, 20000},
                    CaseSet{"nekbone", 64, 6000}, CaseSet{"contractions_anchor", 291, 3000}),
    set_name);

class ReducedTransposes : public testing::TestWithParam<CaseSet> {};

TEST_P(ReducedTransposes, AgreeWithTheReference) {
    int rows = 0;
    for (const tool::TransposeCase& given : test::read_transpose_cases(GetParam().name)) {
        ++rows;
        const DType dtype = size_bytes(given.dtype) == 4 ? DType::float32 : DType::float64;
        check_everywhere(test::problem_of(given, GetParam().limit, dtype), given.line, given.id);
    }

    EXPECT_EQ(rows, GetParam().rows);
}

INSTANTIATE_TEST_SUITE_P(CaseSets, ReducedTransposes,
                         testing::Values(CaseSet{"ttc57", 57, 5000},
                                         CaseSet{"transposes_anchor", 394, 5000}),
                         set_name);

// Each row under each limit; dtypes and thread counts take turns. Under a sanitizer every fourth
// row, with the limits in turn.
TEST(TccgSmall, AgreesWithTheReferenceAtItsOwnExtents) {
    std::size_t row = 0;
    std::size_t turn = 0;
    for (const tool::ContractionCase& given : test::read_contraction_cases("tccg_small")) {
        const bool whole = !test::is_sanitized;
        for (std::size_t limit = 0; limit < std::size(limits); ++limit, ++turn) {
            if (!whole && (row % 4 != 0 || row / 4 % std::size(limits) != limit)) continue;
            TestProblem problem = test::problem_of(given.expression, test::full_extents(given),
                                                   dtypes[turn % std::size(dtypes)]);
            problem.seed = turn + 1;
            CheckOptions options;
            options.workspace_limit = limits[limit];
            options.threads = turn / std::size(dtypes) % 2 == 0 ? 1 : 2;
            EXPECT_TRUE(test::check_contraction(problem, options)) << given.id;
        }
        ++row;
    }

    EXPECT_EQ(row, 48U);
}

}  // namespace
}  // namespace ttgt
