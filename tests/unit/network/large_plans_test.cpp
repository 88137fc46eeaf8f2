// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans whose counts leave 64 bits on the way: of steps that lose, and of plans without workspace.
#include <ttgt/ttgt.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::Not;

using ExtentsByLabel = std::map<char, std::int64_t>;

OperandLayout einsum_operand(const std::string& labels, const ExtentsByLabel& extents) {
    std::vector<std::int64_t> own;
    for (const char label : labels) own.push_back(extents.at(label));
    return {DType::float64, packed(own)};
}

/// Of an einsum string, output first.
std::vector<OperandLayout> operands_of(const std::string& einsum, const ExtentsByLabel& extents) {
    const std::size_t arrow = einsum.find("->");
    std::vector<OperandLayout> operands{einsum_operand(einsum.substr(arrow + 2), extents)};
    std::stringstream inputs(einsum.substr(0, arrow));
    for (std::string input; std::getline(inputs, input, ',');) {
        operands.push_back(einsum_operand(input, extents));
    }
    return operands;
}

Context context_of(int threads) {
    ContextOptions settings;
    settings.threads = threads;
    settings.calibration = built_in_calibration();  // whatever this machine is
    return Context(settings);
}

struct LargeCase {
    const char* name;
    std::string einsum;
    ExtentsByLabel extents;
};

/// The same extent for every label of an einsum string.
ExtentsByLabel all(const std::string& einsum, std::int64_t extent) {
    ExtentsByLabel extents;
    for (const char letter : einsum) {
        if (letter >= 'a' && letter <= 'z') extents[letter] = extent;
    }
    return extents;
}

std::vector<LargeCase> large_cases() {
    const std::string chain = "ab,bc,cd,de,ef,fg->ag";
    const std::string trace = "ab,bc,cd,de,ef,fg,gh,hi,ia->";
    const std::string states = "fa,fgb,ghc,hid,ie,ja,jkb,klc,lmd,me->";
    ExtentsByLabel of_states = all(states, 256);
    for (const char physical : {'a', 'b', 'c', 'd', 'e'}) of_states[physical] = 2;
    ExtentsByLabel of_pairs = all("iajb", 256);
    for (const char point : {'P', 'Q', 'R', 'S'}) of_pairs[point] = 1024;
    return {{"Chain", chain, all(chain, 2048)},
            {"Trace", trace, all(trace, 256)},
            {"MatrixProductStates", states, of_states},
            {"Thc", "iP,aP,PQ,jQ,bQ,iR,aR,RS,jS,bS->", of_pairs},
            {"Vectors", "i,j,k->", all("ijk", std::int64_t{1} << 31U)},
            // Of opt_einsum's rand_equation(15, 3, 2).
            {"Fifteen",
             "afh,pwxd,vfkeu,q,tnc,gjw,olcnkr,g,tosqd,pix,svi,bm,leh,ru,mj->ba",
             {{'a', 2}, {'b', 9}, {'c', 7}, {'d', 2}, {'e', 8}, {'f', 5}, {'g', 4}, {'h', 5},
              {'i', 2}, {'j', 9}, {'k', 4}, {'l', 3}, {'m', 9}, {'n', 5}, {'o', 7}, {'p', 9},
              {'q', 9}, {'r', 9}, {'s', 4}, {'t', 6}, {'u', 6}, {'v', 6}, {'w', 7}, {'x', 9}}},
            {"Thirteen",
             "q,n,j,dgp,bikm,bcjkm,iq,eg,fn,ce,j,p,f->d",
             {{'b', 3},
              {'c', 5},
              {'d', 8},
              {'e', 5},
              {'f', 5},
              {'g', 3},
              {'i', 10},
              {'j', 10},
              {'k', 7},
              {'m', 2},
              {'n', 5},
              {'p', 2},
              {'q', 5}}}};
}

class LargePlans : public testing::TestWithParam<LargeCase> {};

TEST_P(LargePlans, ArePlannedForAnyNumberOfThreads) {
    const LargeCase& large = GetParam();
    for (const int threads : {1, 2, 64}) {
        Context context = context_of(threads);
        const ContractionPlan plan =
            plan_contraction(context, large.einsum, operands_of(large.einsum, large.extents));
        EXPECT_GT(plan.prediction().flops, 0) << threads;
    }
}

INSTANTIATE_TEST_SUITE_P(Networks, LargePlans, testing::ValuesIn(large_cases()),
                         [](const auto& named) { return std::string(named.param.name); });

TEST(LargePlan, OfTemporariesThatNobodyCountsIsATypedError) {
    const std::string pairs = "ab,ac,ad,bc,bd,cd->";  // any product has three labels
    Context context = context_of(2);

    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)plan_contraction(context, pairs,
                                           operands_of(pairs, all(pairs, std::int64_t{1} << 29U)));
                }),
                HasSubstr("does not fit"));
}

// Whose slices would take hours to find one element after the other.
TEST(LargePlan, OfALongExtentIsCutDownAtOnce) {
    const std::string factors = "ab,cb,db->acd";
    ExtentsByLabel extents = all(factors, 2);
    extents['b'] = std::int64_t{1} << 40U;
    Context context = context_of(2);
    PlanOptions options;
    options.workspace_limit = 256;

    const ContractionPlan plan =
        plan_contraction(context, factors, operands_of(factors, extents), options);

    EXPECT_LE(plan.workspace_bytes(), 256);
}

TEST(LargePlan, SaysWhatAWorkspaceLimitCosts) {
    const std::string chain = "ab,bc,cd,de->ae";
    const std::vector<OperandLayout> operands = operands_of(chain, all(chain, 100));
    Context context = context_of(2);
    PlanOptions none;
    none.workspace_limit = 0;

    const ContractionPlan limited = plan_contraction(context, chain, operands, none);
    const ContractionPlan unlimited_plan = plan_contraction(context, chain, operands);

    // A loop over five labels that reads four factors, instead of three products.
    const char* const note =
        "the workspace limit of 0 bytes makes 6667 times as many operations: 4e+10 instead of "
        "6e+06";
    EXPECT_THAT(limited.explain(), HasSubstr(note));
    EXPECT_EQ(limited.prediction().steps.back().kind, "note");
    EXPECT_THAT(to_text(limited.prediction()), HasSubstr(note));
    EXPECT_THAT(unlimited_plan.explain(), Not(HasSubstr("workspace limit")));
    EXPECT_NE(unlimited_plan.prediction().steps.back().kind, "note");
}

}  // namespace
}  // namespace ttgt
