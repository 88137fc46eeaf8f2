// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Drawn formulas over ranks: every candidate agrees with the reference of the whole tensors, and
// writes nothing beside what a rank holds.
#include <ttgt/distributed_operators.h>
#include <ttgt/operators.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/formula/formula_candidates.h"
#include "distributed/formula/planned_formula.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/spread_case.h"
#include "tests/support/problems/random_formula.h"

namespace ttgt::test {
namespace {

/// A drawn formula whose tensors are spread.
struct SpreadFormulaCase {
    FormulaCase whole;
    std::vector<DistributedLayout> layouts;
    bool has_gaps = false;
    RankRates rates;
};

SpreadFormulaCase draw_spread_formula(std::uint64_t seed, int ranks) {
    Random random(seed);
    SpreadFormulaCase drawn{draw_formula(random, 2000), {}, random.chance(30), {}};
    for (const GuardedArray& array : drawn.whole.arrays) {
        const std::vector<std::int64_t>& extents = array.layout().extents;
        drawn.layouts.push_back(
            {array.dtype(),
             extents,
             draw_distribution(random, extents.size(), draw_grid(random, ranks)),
             {}});
    }
    return drawn;
}

std::int64_t offset_in(const Layout& layout, const std::vector<std::int64_t>& indices) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < indices.size(); ++mode) {
        offset += indices[mode] * layout.strides[mode];
    }
    return offset;
}

/// This rank's part of a tensor, with known bytes around each of its elements if it has gaps.
GuardedArray part_of(const DistributedLayout& layout, const GuardedArray& whole, int rank,
                     bool has_gaps) {
    Layout part = local_layout(layout, rank);
    for (std::int64_t& stride : part.strides) stride *= has_gaps ? 2 + rank % 2 : 1;
    GuardedArray result(layout.dtype, part);
    for_each_held(layout, rank, [&](const auto& local, const auto& there) {
        result.set(offset_in(part, local), whole.get(offset_in(whole.layout(), there)));
    });
    return result;
}

/// The parts of all tensors on one rank, and their layouts.
struct HeldParts {
    HeldParts(const SpreadFormulaCase& drawn, int rank) : layouts(drawn.layouts) {
        for (std::size_t i = 0; i < layouts.size(); ++i) {
            arrays.push_back(part_of(layouts[i], drawn.whole.arrays[i], rank, drawn.has_gaps));
            layouts[i].strides = arrays.back().layout().strides;
        }
        for (std::size_t i = 1; i < arrays.size(); ++i) inputs.push_back(arrays[i].data());
    }
    std::vector<DistributedLayout> layouts;
    std::vector<GuardedArray> arrays;
    std::vector<const void*> inputs;
};

/// The formula on one device.
GuardedArray result_of_one(const FormulaCase& formula, Context& context) {
    GuardedArray output = formula.arrays[0];
    std::vector<const void*> inputs;
    for (std::size_t i = 1; i < formula.arrays.size(); ++i) {
        inputs.push_back(formula.arrays[i].data());
    }
    plan_evaluation(context, formula.text, formula.operands())
        .run(output.data(), inputs, formula.scalars);
    return output;
}

/// Expects that a rank's part of the output agrees with the reference: it is put into the result of
/// one device.
void expect_part(const SpreadFormulaCase& drawn, GuardedArray whole, const GuardedArray& part,
                 int rank, const std::string& plan) {
    EXPECT_TRUE(part.intact()) << "on rank " << rank << "\n" << plan;
    for_each_held(drawn.layouts[0], rank, [&](const auto& local, const auto& there) {
        whole.set(offset_in(whole.layout(), there), part.get(offset_in(part.layout(), local)));
    });
    EXPECT_EQ(difference(drawn.whole, whole), "") << "on rank " << rank << "\n" << plan;
}

PlannedFormula plan_of(const FormulaCandidate& candidate, const SpreadFormula& problem,
                       Communicator& ranks, Context& context) {
    PlannedFormula::Parts parts;
    parts.transport = ranks.transport();
    parts.int_limit = 100;
    parts.problem = problem;
    parts.plan = lower_formula(problem, candidate, context);
    plan_stages(problem, context, parts.plan);
    return PlannedFormula(std::move(parts));
}

TEST(DistributedFormula, EveryCandidateAgreesWithTheReference) {
    // Of the candidates that rank 0 ran; other processes count none.
    std::atomic<int> on_first = 0;
    std::atomic<int> split = 0;
    std::atomic<int> returned = 0;
    for (const int count : rank_counts()) {
        const int draws = has_processes() ? 40 : 60;
        for (const std::uint64_t seed :
             seeds(70000 + 1000 * static_cast<std::uint64_t>(count), draws)) {
            const SpreadFormulaCase drawn = draw_spread_formula(seed, count);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                const int rank = ranks.rank();
                const HeldParts before(drawn, rank);
                const GuardedArray whole = result_of_one(drawn.whole, context);
                const SpreadFormula problem = bind_spread_formula(
                    parse_formula(drawn.whole.text), before.layouts, rank, ranks.ranks());
                for (const FormulaCandidate& candidate : formula_candidates(problem, drawn.rates)) {
                    HeldParts held(drawn, rank);
                    const PlannedFormula plan = plan_of(candidate, problem, ranks, context);

                    plan.run(held.arrays[0].data(), held.inputs, drawn.whole.scalars,
                             context.workspace(plan.parts().plan.workspace_bytes), {});

                    expect_part(drawn, whole, held.arrays[0], rank,
                                "TTGT_TEST_SEED=" + std::to_string(seed) + " " + plan.explain(0));
                    if (rank > 0) continue;
                    ++on_first;
                    split += candidate.finish ? 1 : 0;
                    returned += plan.parts().plan.stages.back().tensors[0].ranks_return ? 1 : 0;
                }
            });
            if (testing::Test::HasFailure()) return;
        }
    }
    if (rank_counts().back() == 1 || on_first == 0) return;
    EXPECT_GT(split, 10);
    EXPECT_GT(returned, 10);
}

TEST(DistributedFormula, TheChosenPlanAgreesWithTheReference) {
    for (const int count : rank_counts()) {
        for (const std::uint64_t seed :
             seeds(80000 + 1000 * static_cast<std::uint64_t>(count), 40)) {
            const SpreadFormulaCase drawn = draw_spread_formula(seed, count);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                HeldParts held(drawn, ranks.rank());
                DistributedView output{held.layouts[0], held.arrays[0].data()};
                std::vector<ConstDistributedView> inputs;
                for (std::size_t i = 1; i < held.arrays.size(); ++i) {
                    inputs.push_back({held.layouts[i], held.arrays[i].data()});
                }
                DistributedEvaluateOptions options;
                options.scalars = drawn.whole.scalars;
                options.context = &context;

                evaluate(ranks, drawn.whole.text, output, inputs, options);

                expect_part(drawn, result_of_one(drawn.whole, context), held.arrays[0],
                            ranks.rank(), "TTGT_TEST_SEED=" + std::to_string(seed));
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace ttgt::test
