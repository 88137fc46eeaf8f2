// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/transpose_sets.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tools/bench/cases/case_list.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::Contains;
using testing::HasSubstr;

double elements(const TransposeCase& entry) {
    double product = 1;
    for (const std::int64_t extent : entry.extents) product *= static_cast<double>(extent);
    return product;
}

bool is_identity(const TransposeCase& entry) {
    return std::is_sorted(entry.perm.begin(), entry.perm.end());
}

std::string text_of(std::string_view name, const TransposeSetOptions& options = {}) {
    return to_case_file(transpose_set(name, options));
}

TEST(TransposeSets, AllAreCaseFilesThatDependOnTheSeedAlone) {
    for (const std::string& name : transpose_set_names()) {
        const TransposeSetOptions options{8, 0, 1};
        const std::string text = text_of(name, options);
        const std::vector<TransposeCase> read = parse_transpose_cases(text, name);
        EXPECT_EQ(to_case_file(read), text);
        EXPECT_EQ(text_of(name, options), text);
        std::set<std::string> ids;
        for (const TransposeCase& entry : read) ids.insert(entry.id);
        EXPECT_EQ(ids.size(), read.size());
        if (name != "squares" && name != "sizes") {
            EXPECT_NE(text_of(name, {8, 0, 2}), text) << name;
        }
    }
}

TEST(TransposeSets, RatiosAreThoseOfThePaper) {
    const std::vector<TransposeCase> cases = transpose_set("ratios", {});

    EXPECT_EQ(cases.size(), 9000U);
    double sum = 0;
    double squares = 0;
    for (const TransposeCase& entry : cases) {
        EXPECT_FALSE(is_identity(entry)) << entry.id;
        const double volume = elements(entry) / 200e6;
        sum += volume;
        squares += volume * volume;
    }
    const double mean = sum / 9000;
    EXPECT_NEAR(mean, 1, 0.03);
    EXPECT_NEAR(std::sqrt(squares / 9000 - mean * mean), 0.2, 0.02);
    for (const TransposeCase& entry : cases) {
        const auto [least, most] = std::minmax_element(entry.extents.begin(), entry.extents.end());
        const double spread = static_cast<double>(*most) / static_cast<double>(*least);
        const double wanted = std::stod(entry.id.substr(5));
        EXPECT_GT(spread, 0.65 * wanted) << entry.id;
        EXPECT_LT(spread, 1.5 * wanted) << entry.id;
    }
}

TEST(TransposeSets, RanksHaveReversedTrivialAndRandomPermutations) {
    const std::vector<TransposeCase> cases = transpose_set("ranks", {});

    EXPECT_EQ(cases.size(), 2U * 502);
    EXPECT_EQ(cases[0].perm, (std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_TRUE(is_identity(cases[1]));
    EXPECT_EQ(cases[502].extents.size(), 12U);
    std::map<std::size_t, std::set<double>> volumes;
    for (const TransposeCase& entry : cases) volumes[entry.extents.size()].insert(elements(entry));
    EXPECT_EQ(volumes,
              (std::map<std::size_t, std::set<double>>{{8, {205'128'000}}, {12, {328'458'240}}}));
}

TEST(TransposeSets, SquaresAndSizes) {
    const std::vector<TransposeCase> squares = transpose_set("squares", {4, 0, 1});
    EXPECT_EQ(squares.size(), 17U);
    EXPECT_EQ(squares.front().extents, (std::vector<std::int64_t>{13952, 13952}));
    EXPECT_EQ(squares.back().extents, (std::vector<std::int64_t>{13968, 13968}));
    EXPECT_EQ(size_bytes(squares.front().dtype), 4);

    const std::vector<TransposeCase> sizes = transpose_set("sizes", {});
    EXPECT_EQ(sizes.size(), 45U);
    EXPECT_NEAR(8 * elements(sizes.front()), 1e3, 300);
    EXPECT_NEAR(8 * elements(sizes.back()), 1e10, 1e9);
}

TEST(TransposeSets, BlocksAreSmallerThanTheirArrays) {
    for (const TransposeCase& entry : transpose_set("blocks", {})) {
        ASSERT_EQ(entry.array.size(), entry.extents.size());
        for (std::size_t mode = 0; mode < entry.array.size(); ++mode) {
            EXPECT_GT(entry.array[mode], entry.extents[mode]);
        }
        EXPECT_NEAR(elements(entry), 50e6, 5e6);
    }
}

TEST(TransposeSets, OddExtentsAreOddAndMinorModesShort) {
    for (const TransposeCase& entry : transpose_set("odd", {})) {
        for (const std::int64_t extent : entry.extents) EXPECT_EQ(extent % 2, 1) << entry.id;
        EXPECT_NEAR(elements(entry), 50e6, 20e6) << entry.id;
    }
    for (const TransposeCase& entry : transpose_set("minor", {})) {
        const std::int64_t shortest = entry.id[5] - '0';
        const auto fastest_out = static_cast<std::size_t>(entry.perm.front());
        EXPECT_NE(fastest_out, 0U);
        const bool in = entry.id.find("-out-") == std::string::npos;
        const bool out = entry.id.find("-in-") == std::string::npos;
        EXPECT_EQ(entry.extents.front() == shortest, in) << entry.id;
        EXPECT_EQ(entry.extents[fastest_out] == shortest, out) << entry.id;
    }
}

TEST(TransposeSets, VolumeIsAsked) {
    for (const TransposeCase& entry : transpose_set("blocks", {8, 100'000, 1})) {
        EXPECT_NEAR(elements(entry), 100'000, 30'000) << entry.id;
    }
}

TEST(TransposeSets, UnknownOnesAndElementsAreRefused) {
    EXPECT_THAT(refusal_of<InvalidArgument>([] { (void)transpose_set("even", {}); }),
                HasSubstr("--set: 'even' is none of ratios, ranks"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)transpose_set("odd", {3, 0, 1});
                }),
                HasSubstr("--element-bytes: 3 is none of 1, 2, 4, 8, 16"));
    EXPECT_THAT(transpose_set_names(), Contains("minor"));
}

}  // namespace
}  // namespace ttgt::tool
