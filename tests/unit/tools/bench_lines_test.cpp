// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/bench_lines.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::tool {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> columns{"id",       "strategy",          "time_ms", "gflops", "m",
                                       "overhead", "roofline_fraction", "check",   "message"};

Row row_of(const std::string& id, const std::string& strategy, const std::string& gflops) {
    return {{"id", id},
            {"strategy", strategy},
            {"time_ms", "0.123456"},
            {"gflops", gflops},
            {"m", "7"},
            {"overhead", "0.25"},
            {"check", "ok"},
            {"roofline_fraction", "0.012345"}};
}

TEST(BenchLines, NumbersAreRoundedBelowTheirHeadings) {
    const BenchLines lines(columns, false);
    const std::string heading = lines.heading();
    const std::string line = lines.line(row_of("x", "auto", "12345.678"));

    EXPECT_EQ(heading,
              "case                             ms   GFLOP/s  overhead  of roofline  check\n");
    EXPECT_EQ(line, "x                            0.1235     12346     0.250        0.012  ok\n");
}

TEST(BenchLines, WhatIsNoNumberIsADashAndAFailureSaysWhy) {
    const BenchLines lines(columns, true);
    Row nan = row_of("x", "auto", "nan");
    Row failed{{"id", "y"}, {"strategy", "classic"}, {"message", "out of memory"}};

    EXPECT_THAT(lines.line(nan), HasSubstr(" -     0.250"));
    EXPECT_THAT(lines.line(nan), Not(HasSubstr("nan")));
    EXPECT_EQ(lines.line(failed), "y                        classic   failed: out of memory\n");
}

TEST(BenchLines, SummaryHasTheMediansOfEveryStrategyAndWhatChecksFound) {
    const BenchLines lines(columns, true);
    Row wrong = row_of("b", "auto", "30");
    wrong["check"] = "fail";
    const Row failed{{"id", "d"}, {"strategy", "auto"}, {"message", "m"}, {"check", "skipped"}};

    const std::string summary =
        lines.summary({row_of("a", "auto", "10"), row_of("a", "classic", "5"), wrong,
                       row_of("c", "auto", "20"), failed});

    EXPECT_EQ(summary,
              "median of 3              auto          0.1235        20     0.250        0.012\n"
              "median of 1              classic       0.1235         5     0.250        0.012\n"
              "checks: 3 ok, 1 fail, 1 failed\n");
}

TEST(BenchLines, OfCandidatesTheChosenOnesAreSummedUp) {
    const BenchLines lines({"id", "method", "parameters", "gb_s", "chosen", "check"}, false);
    const Row chosen{{"id", "a"},       {"method", "tiled"}, {"parameters", "8x8"},
                     {"gb_s", "100.0"}, {"chosen", "yes"},   {"check", "ok"}};
    Row other = chosen;
    other["chosen"] = "no";
    other["gb_s"] = "10";

    EXPECT_THAT(lines.line(chosen), HasSubstr("tiled 8x8\n"));
    EXPECT_THAT(lines.summary({other, other, chosen}), HasSubstr("median of 1 "));
    EXPECT_THAT(lines.summary({other, other, chosen}), HasSubstr(" 100\n"));
}

}  // namespace
}  // namespace ttgt::tool
