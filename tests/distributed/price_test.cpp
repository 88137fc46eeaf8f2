// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// What the model says that moving operands takes.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "distributed/plan/candidate.h"
#include "distributed/plan/distributed_problem.h"
#include "distributed/program/program_prices.h"
#include "distributed/run/plan_product.h"
#include "tests/distributed/spread_case.h"

namespace ttgt::test {
namespace {

constexpr int rank_count = 4;
constexpr std::int64_t edge = 8;
constexpr double whole_bytes = 8.0 * edge * edge * edge * edge;

DistributedLayout spread(const char* labels, const char* label) {
    return {DType::float64,
            std::vector<std::int64_t>(4, edge),
            distribute(labels, {rank_count}, {{label, {0}}}),
            {}};
}

/// Milliseconds for L and for R of D(a,b,c,d) = L(a,e,b,f)*R(d,f,c,e), D by d and multiplied by d:
/// every rank needs all of L and a quarter of R.
std::pair<double, double> moves(const char* label_of_l, const char* label_of_r,
                                const RankRates& rates) {
    const DistributedProblem problem = bind_distributed(
        "D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)",
        {spread("a,b,c,d", "d"), spread("a,e,b,f", label_of_l), spread("d,f,c,e", label_of_r)},
        true, 0, rank_count);
    for (DistributedCandidate& candidate : enumerate(problem, DistributedOptions(), false)) {
        if (to_string(problem, candidate) != "local on d:4") continue;
        price(problem, rates, candidate);
        return {candidate.move_ms[operand_l], candidate.move_ms[operand_r]};
    }
    ADD_FAILURE() << "nothing is multiplied by d";
    return {};
}

/// Links and messages that take no time: copies alone, a byte read or written in a millisecond.
RankRates copies_alone() {
    RankRates rates;
    rates.link_bytes_per_second = 1e300;
    rates.message_seconds = 0;
    rates.memory_bytes_per_second = 1e3;
    return rates;
}

TEST(Price, CopiesOnlyWhatDoesNotLieAsItIsSent) {
    // f is slowest in L: a quarter is sent from where it lies to where it is read.
    EXPECT_DOUBLE_EQ(moves("f", "d", copies_alone()).first, 2 * whole_bytes / 4);
    // b is not: the quarters of three ranks are unpacked.
    EXPECT_DOUBLE_EQ(moves("b", "d", copies_alone()).first, 2 * whole_bytes);
    // Of R each rank sends its part of d, which is packed and, e being slowest, arrives in place.
    EXPECT_DOUBLE_EQ(moves("f", "e", copies_alone()).second, 2 * whole_bytes / 4);
    // With c, both: three quarters of what a rank needs, packed and unpacked, and what it keeps.
    EXPECT_DOUBLE_EQ(moves("f", "c", copies_alone()).second, 2 * whole_bytes / 16 * (3 + 3 + 1));
}

TEST(Price, LinksTakeWhatARankLacks) {
    RankRates rates;
    rates.memory_bytes_per_second = 1e300;
    rates.link_bytes_per_second = 1e3;
    rates.message_seconds = 1;

    const auto [l, r] = moves("f", "e", rates);

    EXPECT_DOUBLE_EQ(l, whole_bytes * 3 / 4 + 1e3 * (rank_count - 1));
    EXPECT_DOUBLE_EQ(r, whole_bytes / 4 * 3 / 4 + 1e3 * (rank_count - 1));
}

/// Milliseconds of the product D(a,b) = L(a,k)*R(k,b), of 48 x 80 x 200, by a ScaLAPACK candidate.
double matrix_product_ms(const std::string& candidate, const RankRates& rates) {
    const auto layout = [](const char* labels, const char* label, std::int64_t rows,
                           std::int64_t columns) {
        return DistributedLayout{
            DType::float64, {rows, columns}, distribute(labels, {rank_count}, {{label, {0}}}), {}};
    };
    const DistributedProblem problem = bind_distributed(
        "D(a,b)=L(a,k)*R(k,b)",
        {layout("a,b", "a", 48, 80), layout("a,k", "k", 48, 200), layout("k,b", "k", 200, 80)},
        true, 0, rank_count);
    for (DistributedCandidate& of : enumerate(problem, DistributedOptions(), true)) {
        if (to_string(problem, of) != candidate) continue;
        price(problem, rates, of);
        return of.product_ms;
    }
    ADD_FAILURE() << "no candidate is " << candidate;
    return 0;
}

/// Rates with which nothing takes any time.
RankRates no_time() {
    RankRates rates;
    rates.flops_per_second = rates.link_bytes_per_second = rates.memory_bytes_per_second = 1e300;
    rates.message_seconds = 0;
    return rates;
}

TEST(Price, OfMatricesHasAMessageForEachPanelAndHop) {
    RankRates rates = no_time();
    rates.message_seconds = 1e-3;

    // 7 panels of at most 32 of 200 inner indices; with two layers, 4 of 100.
    EXPECT_DOUBLE_EQ(
        matrix_product_ms("scalapack on rows a:2 columns b:2, k in blocks of 100", rates),
        2 * 7 * 2);
    EXPECT_DOUBLE_EQ(matrix_product_ms("scalapack on rows a:4, k in blocks of 50", rates),
                     2 * 7 * 3);
    EXPECT_DOUBLE_EQ(
        matrix_product_ms("scalapack on rows a:2 layers k:2, k in blocks of 50", rates), 2 * 4);
    EXPECT_LT(matrix_product_ms("scalapack on layers k:4, k in blocks of 50", rates), 1e-200);
}

TEST(Price, OfMatricesHasTheCopiesAndUpdatesOfPanels) {
    RankRates rates = no_time();
    rates.memory_bytes_per_second = 1e3;
    // Each rank reads its parts of L and R and writes that of D, at least.
    const double operands = 8 * (24 * 100 + 100 * 40 + 24 * 40);

    // Panels of R are packed, and D is read and written for each of 7 panels.
    EXPECT_DOUBLE_EQ(
        matrix_product_ms("scalapack on rows a:2 columns b:2, k in blocks of 100", rates),
        operands + 2 * 8 * (200 * 40 + 7 * 24 * 40));
}

TEST(Price, OfMatricesHasTheBytesThatAreReceived) {
    RankRates rates = no_time();
    rates.link_bytes_per_second = 1e3;

    EXPECT_DOUBLE_EQ(
        matrix_product_ms("scalapack on rows a:2 columns b:2, k in blocks of 100", rates),
        8 * (24 * 200 * 0.5 + 200 * 40 * 0.5));
    EXPECT_DOUBLE_EQ(matrix_product_ms("scalapack on rows a:4, k in blocks of 50", rates),
                     8 * 200 * 80 * 0.75);
}

/// What identifies a candidate among those of one problem, with its price.
std::string in_words(const DistributedProblem& problem, const DistributedCandidate& candidate) {
    std::string words = to_string(problem, candidate);
    for (const bool moves : candidate.moves) words += moves ? " moves" : " stays";
    return fmt::format("{} {} ms {} bytes", words, candidate.total_ms(), candidate.least_bytes);
}

TEST(Price, OfTheCheapestIsThatOfAll) {
    for (const std::uint64_t seed : seeds(1, 200)) {
        Random random(seed);
        const int ranks = static_cast<int>(random.between(1, 12));
        const SpreadCase drawn = draw_case(seed, ranks);
        const RankRates rates = drawn.options.rates.value_or(RankRates());
        const DistributedProblem problem =
            bind_distributed(drawn.expression, drawn.operands, true, 0, ranks);
        const auto most = static_cast<std::size_t>(random.between(1, 6));

        const std::vector<DistributedCandidate> all =
            priced_candidates(problem, drawn.options, rates, true);
        const std::vector<DistributedCandidate> cheapest =
            cheapest_candidates(problem, drawn.options, rates, true, most);

        ASSERT_EQ(cheapest.size(), std::min(most, all.size())) << describe(drawn, seed);
        for (std::size_t i = 0; i < cheapest.size(); ++i) {
            EXPECT_EQ(in_words(problem, cheapest[i]), in_words(problem, all[i]))
                << describe(drawn, seed);
        }
    }
}

/// The price of the only step of a program of two factors, by a ProgramPrices of its own.
StepPrice price_of(const std::string& statement, const std::vector<DistributedLayout>& layouts,
                   const RankRates& rates, ProgramPrices& prices) {
    const RankProgram steps =
        in_steps(rank_program(statement, {"D", "L", "R"}, layouts, rank_count), rates, rank_count,
                 Minimize::time);
    return prices.of(steps, steps.program.sums.front());
}

TEST(ProgramPrices, KnowStepsByWhatTheyCostAlone) {
    const RankRates rates;
    const DistributedOptions options;
    ProgramPrices prices(options, rates, rank_count, true);
    const std::vector<DistributedLayout> layouts{spread("a,b,c,d", "d"), spread("a,e,b,f", "f"),
                                                 spread("d,f,c,e", "d")};
    std::vector<DistributedLayout> others = layouts;
    others[operand_l] = spread("a,e,b,f", "a");
    const char* const text = "D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)";

    const StepPrice first = price_of(text, layouts, rates, prices);
    const StepPrice renamed = price_of("D(w,x,y,z)=L(w,p,x,q)*R(z,q,y,p)", layouts, rates, prices);
    const std::size_t known = prices.size();
    const StepPrice moved = price_of(text, others, rates, prices);

    EXPECT_EQ(known, 1U);
    EXPECT_EQ(prices.size(), 2U);
    EXPECT_EQ(first.least_ms, renamed.least_ms);
    EXPECT_EQ(first.cheapest.size(), ProgramPrices::most_cheapest);
    EXPECT_NE(first.least_ms, moved.least_ms);
    ProgramPrices fresh(options, rates, rank_count, true);
    EXPECT_EQ(price_of(text, others, rates, fresh).least_ms, moved.least_ms);
}

}  // namespace
}  // namespace ttgt::test
