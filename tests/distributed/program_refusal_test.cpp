// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// What products of many tensors and programs over ranks refuse, on every rank alike.
#include <ttgt/distributed_program.h>
#include <ttgt/error.h>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/transport.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/row_matrices.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// Calls `run` on all ranks with options and inputs that `spoil` has changed on the last rank; the
/// same refusal must come from every rank, and D stay as it was.
template <class Refusal, class Spoil>
void expect_refused_run(const std::string& words, Spoil&& spoil) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Chain chain(ranks, 12);  // every rank has rows
            const DistributedPlan plan =
                plan_contraction(ranks, context, Chain::text, chain.layouts());
            std::vector<const void*> inputs = chain.inputs();
            RunOptions options;
            options.workspace = context.workspace(plan.workspace_bytes());
            if (ranks.rank() == count - 1) spoil(chain, inputs, options);

            const std::string refusal =
                refusal_of<Refusal>([&] { plan.run(chain.tensors[0].data(), inputs, options); });

            EXPECT_THAT(refusal, HasSubstr(words));
            for (const std::string& other : ranks.transport()->all_texts(refusal)) {
                EXPECT_EQ(other, refusal);
            }
            expect_values(ranks, chain.tensors[0], [](auto, auto) { return 1.0; });
        });
    }
}

TEST(DistributedProgramRefusal, RefusesOnEveryRankWhatOneCannotDo) {
    expect_refused_run<InvalidArgument>("the data of operand 2 'B' is null",
                                        [](Chain&, auto& inputs, auto&) { inputs[1] = nullptr; });
    expect_refused_run<OverlapError>(
        "the output 'D' overlaps operand 3 'C'",
        [](Chain& chain, auto& inputs, auto&) { inputs[2] = chain.tensors[0].data(); });
    expect_refused_run<OperandCountMismatch>(
        "has 4 operands, but 3 were given", [](Chain&, auto& inputs, auto&) { inputs.pop_back(); });
    expect_refused_run<InvalidArgument>(
        "workspace", [](Chain&, auto&, RunOptions& options) { options.workspace = {}; });
    expect_refused_run<InvalidArgument>(
        "beta", [](Chain&, auto&, RunOptions& options) { options.beta = 1.0; });
    expect_refused_run<Unsupported>(
        "unchanged", [](Chain&, auto&, RunOptions& options) { options.unchanged = {0}; });
}

TEST(DistributedProgramRefusal, RefusesFactorsThatDifferBetweenRanks) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Chain chain(ranks, 8);
            DistributedContractOptions options;
            options.context = &context;
            options.alpha = ranks.rank() == 0 ? 1.0 : 2.0;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                            contract(ranks, Chain::text, chain.tensors[0],
                                     {chain.tensors[1], chain.tensors[2], chain.tensors[3]},
                                     options);
                        }),
                        HasSubstr("alpha must be the same on every rank"));
        });
    }
}

TEST(DistributedProgramRefusal, RefusesWhatCannotBePlanned) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const auto plan = [&](const std::string& text, DType dtype, std::int64_t last) {
                std::vector<DistributedLayout> layouts(
                    4, {dtype, {4, 4}, replicated(ranks.ranks(), 2), {}});
                layouts.back().extents[0] = last;
                (void)plan_contraction(ranks, context, text, layouts);
            };
            EXPECT_THAT(refusal_of<ExtentMismatch>([&] { plan(Chain::text, DType::float64, 5); }),
                        HasSubstr("label 'l' has extent 4 in factor 2 'B' but 5 in factor 3 'C'"));
            EXPECT_THAT(refusal_of<Unsupported>([&] { plan(Chain::text, DType::float16, 4); }),
                        HasSubstr("'D' is float16"));
            EXPECT_THAT(refusal_of<InvalidArgument>(
                            [&] { plan("D(i,x)=A(i,k)*B(k,l)*C(l,j)", DType::float64, 4); }),
                        HasSubstr("label 'x'"));
        });
    }
}

TEST(DistributedProgramRefusal, OfStatementsRefusesWhatDoesNotFit) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const DistributedLayout matrix{
                DType::float64, {4, 4}, replicated(ranks.ranks(), 2), {}};
            const auto plan = [&](const std::string& text, const std::string& last,
                                  const DistributedOptions& options = {}) {
                return plan_program(ranks, context, text, {{"A", matrix}, {last, matrix}}, options);
            };
            EXPECT_NE(refusal_of<InvalidArgument>([&] { (void)plan("D(i,j)=A(i,k)*B(k,j)", "D"); }),
                      "");
            EXPECT_NE(refusal_of<ExpressionError>([&] { (void)plan("D(i,j=A(i,j)", "D"); }), "");
            DistributedOptions zero;
            zero.beta_is_zero = true;
            EXPECT_THAT(
                refusal_of<InvalidArgument>([&] { (void)plan("D(i,j)=A(j,i)", "D", zero); }),
                HasSubstr("takes no beta"));
            if (count > 1) {
                EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                                (void)plan("D(i,j)=A(j,i)", ranks.rank() == 0 ? "D" : "E");
                            }),
                            HasSubstr("the names of the operands must be the same on every rank"));
            }
            const DistributedProgramPlan transpose = plan("D(i,j)=A(j,i)", "D");
            std::vector<double> a(16), d(16);
            RunOptions options;
            options.alpha = 2.0;
            const std::vector<void*> operands{a.data(), d.data()};
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { transpose.run(operands, options); }),
                        HasSubstr("neither alpha nor beta"));
            EXPECT_NE(refusal_of<OperandCountMismatch>([&] { transpose.run({}); }), "");
        });
    }
}

}  // namespace
}  // namespace ttgt::test
