// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// What the model says that moving operands takes.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/plan/candidate.h"
#include "distributed/plan/distributed_problem.h"

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

}  // namespace
}  // namespace ttgt::test
