// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Formulas that one rank cannot evaluate are refused on every rank, in the same words, and nothing
// is written.
#include <ttgt/distributed_operators.h>
#include <ttgt/error.h>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/transport.h"
#include "tests/distributed/ranks.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// The arguments of evaluate() for D(a,b) = alpha*A(b,a) + B(a,b), over the rows of all ranks.
struct FormulaArguments {
    explicit FormulaArguments(int ranks, Context& context) {
        for (int tensor = 0; tensor < 3; ++tensor) {
            layouts.push_back(
                {DType::float64, {6, 6}, distribute("a,b", {ranks}, {{"a", {0}}}), {}});
            data.push_back(elements[static_cast<std::size_t>(tensor)].data());
        }
        options.scalars = {2.0};
        options.context = &context;
    }
    [[nodiscard]] DistributedView output() { return {layouts[0], data[0], output_space}; }
    [[nodiscard]] std::vector<ConstDistributedView> inputs() {
        std::vector<ConstDistributedView> views;
        for (std::size_t i = 1; i < layouts.size(); ++i) views.push_back({layouts[i], data[i]});
        return views;
    }

    std::string formula = "D(a,b) = alpha*A(b,a) + B(a,b)";
    std::vector<DistributedLayout> layouts;
    std::vector<std::vector<double>> elements =
        std::vector<std::vector<double>>(3, std::vector<double>(80, 7.0));
    std::vector<double*> data;
    MemorySpace output_space = MemorySpace::host;
    DistributedEvaluateOptions options;
};

/// Which ranks' arguments are spoilt.
enum class Spoilt { on_all, on_last };

/// Calls evaluate() after `spoil` has changed arguments; the refusal must be the same everywhere
/// and the output untouched.
template <class Refusal, class Spoil>
void expect_formula_refusal(const std::string& words, Spoilt where, Spoil&& spoil) {
    for (const int count : rank_counts()) {
        if (where == Spoilt::on_last && count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            FormulaArguments given(count, context);
            if (where == Spoilt::on_all || ranks.rank() == count - 1) spoil(given);

            const std::string refusal = refusal_of<Refusal>([&] {
                evaluate(ranks, given.formula, given.output(), given.inputs(), given.options);
            });

            EXPECT_THAT(refusal, HasSubstr(words));
            const std::vector<std::string> all = ranks.transport()->all_texts(refusal);
            for (const std::string& other : all) EXPECT_EQ(other, all.front());
            EXPECT_EQ(given.elements[0], std::vector<double>(80, 7.0));
        });
    }
}

TEST(DistributedFormulaRefusal, OfMalformedFormulas) {
    expect_formula_refusal<ExpressionError>("expected '*', '/'", Spoilt::on_all, [](auto& given) {
        given.formula = "D(a,b) = A(b,a) B(a,b)";
    });
    expect_formula_refusal<InvalidArgument>("label 'k' of A", Spoilt::on_all, [](auto& given) {
        given.formula = "D(a,b) = alpha*A(a,k) + B(a,b)";
    });
    expect_formula_refusal<OverlapError>(
        "reads other elements of the output", Spoilt::on_all,
        [](auto& given) { given.formula = "D(a,b) = alpha*A(a,b)*B(a,b)*D(b,a)"; });
}

TEST(DistributedFormulaRefusal, OfTensorsThatDoNotFit) {
    expect_formula_refusal<ExtentMismatch>("label 'b' has extent 6 in D but 5 in A", Spoilt::on_all,
                                           [](auto& given) { given.layouts[1].extents[0] = 5; });
    expect_formula_refusal<OperandCountMismatch>("names 3 tensors", Spoilt::on_all,
                                                 [](auto& given) { given.layouts.pop_back(); });
    expect_formula_refusal<RankMismatch>("A has 2 labels", Spoilt::on_all, [](auto& given) {
        given.layouts[1].extents.push_back(1);
        given.layouts[1].distribution.modes.emplace_back();
    });
    expect_formula_refusal<InvalidArgument>(
        "gives complex values", Spoilt::on_all,
        [](auto& given) { given.layouts[1].dtype = DType::complex64; });
    expect_formula_refusal<Unsupported>("has no arithmetic", Spoilt::on_all, [](auto& given) {
        given.layouts[1].dtype = DType::opaque8;
    });
    expect_formula_refusal<InvalidArgument>("but there are", Spoilt::on_all, [](auto& given) {
        given.layouts[2].distribution.grid = {64};
    });
    expect_formula_refusal<AliasedOutput>("D overlaps itself", Spoilt::on_all, [](auto& given) {
        given.layouts[0].strides = {1, 0};
    });
}

TEST(DistributedFormulaRefusal, OfArgumentsThatDiffer) {
    expect_formula_refusal<InvalidArgument>(
        "the formula must be the same on every rank", Spoilt::on_last,
        [](auto& given) { given.formula = "D(a,b) = alpha*A(a,b) + B(a,b)"; });
    expect_formula_refusal<InvalidArgument>(
        "input 2 must be the same on every rank", Spoilt::on_last,
        [](auto& given) { given.layouts[2].dtype = DType::float32; });
    expect_formula_refusal<InvalidArgument>(
        "the scalar alpha must be the same on every rank: its real part is 3", Spoilt::on_last,
        [](auto& given) { given.options.scalars = {3.0}; });
    expect_formula_refusal<InvalidArgument>(
        "the workspace limit must be the same", Spoilt::on_last,
        [](auto& given) { given.options.workspace_limit = 1 << 20; });
}

TEST(DistributedFormulaRefusal, OfOptions) {
    expect_formula_refusal<InvalidArgument>("rate", Spoilt::on_all, [](auto& given) {
        given.options.rates.emplace().link_bytes_per_second = 0;
    });
    expect_formula_refusal<InvalidArgument>("integer limit", Spoilt::on_all,
                                            [](auto& given) { given.options.int_limit = 0; });
}

TEST(DistributedFormulaRefusal, OfArgumentsOfARun) {
    expect_formula_refusal<InvalidArgument>("the data of B is null on rank 0", Spoilt::on_all,
                                            [](auto& given) { given.data[2] = nullptr; });
    expect_formula_refusal<OperandCountMismatch>(
        "has 1 scalars, but 0 were given", Spoilt::on_last,
        [](auto& given) { given.options.scalars.clear(); });
    expect_formula_refusal<InvalidArgument>(
        "alpha", Spoilt::on_all, [](auto& given) { given.options.scalars = {Scalar(0, 1)}; });
    expect_formula_refusal<InvalidArgument>(
        "the output lies in device memory", Spoilt::on_last,
        [](auto& given) { given.output_space = MemorySpace::device; });
}

TEST(DistributedFormulaRefusal, OfOverlap) {
    // The same elements, but A's labels stand in another order than the output's.
    expect_formula_refusal<OverlapError>("D overlaps A in memory on rank 0", Spoilt::on_all,
                                         [](auto& given) { given.data[1] = given.data[0]; });
    expect_formula_refusal<OverlapError>("D overlaps B in memory on rank 0", Spoilt::on_all,
                                         [](auto& given) { given.data[2] = given.data[0] + 1; });
}

TEST(DistributedFormulaRefusal, OfWhatARunLacks) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            FormulaArguments given(count, context);
            const DistributedEvaluationPlan plan =
                plan_evaluation(ranks, context, given.formula, given.layouts);
            const std::vector<const void*> inputs{given.data[1], given.data[2]};
            const std::vector<Scalar> scalars{2.0};
            const Workspace enough = context.workspace(plan.workspace_bytes() + 1);
            const auto run = [&](const auto& of, const Workspace& workspace, Stream stream) {
                plan.run(given.data[0], of, scalars, workspace, stream);
            };
            Workspace little = enough;
            if (ranks.rank() == 0) little.bytes = plan.workspace_bytes() - 1;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { run(inputs, little, {}); }),
                        HasSubstr("bytes of workspace"));
            Stream stream;
            if (ranks.rank() == 0) stream.handle = &stream;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { run(inputs, enough, stream); }),
                        HasSubstr("stream"));
            const std::vector<const void*> one{given.data[1]};
            EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { run(one, enough, {}); }),
                        HasSubstr("has 2 inputs, but 1 were given"));
            EXPECT_EQ(given.elements[0], std::vector<double>(80, 7.0));
        });
    }
}

TEST(DistributedFormulaRefusal, ComesFromEveryRankWhereOneHasNoMemory) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& rich) {
            ContextOptions options;
            options.threads = 1;
            options.allocator.allocate = [](std::int64_t) -> void* { return nullptr; };
            options.allocator.deallocate = [](void*, std::int64_t) {};
            Context poor(options);
            FormulaArguments given(count, ranks.rank() == 0 ? poor : rich);

            EXPECT_NE(refusal_of<OutOfMemory>([&] {
                          evaluate(ranks, given.formula, given.output(), given.inputs(),
                                   given.options);
                      }),
                      "");
        });
    }
}

}  // namespace
}  // namespace ttgt::test
