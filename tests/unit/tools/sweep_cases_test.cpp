// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/sweep_cases.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/expression/expression.h"
#include "tools/bench/cases/case_list.h"

namespace ttgt::tool {
namespace {

using Labels = std::vector<std::string>;

/// A case taken apart again, without the generator's help.
struct Parts {
    explicit Parts(const ContractionCase& entry) {
        const Expression expression = parse_expression(entry.expression);
        d = expression.output.labels;
        l = expression.terms.at(0).factors.at(0).labels;
        r = expression.terms.at(0).factors.at(1).labels;
        for (const LabelExtent& label : entry.extents) extents[label.label] = label.extent;
    }
    /// The product of the extents, the large ones replaced.
    [[nodiscard]] std::int64_t volume(const Labels& labels, std::int64_t large) const {
        std::int64_t product = 1;
        for (const std::string& label : labels) product *= is_large(label) ? large : 8;
        return product;
    }
    [[nodiscard]] std::int64_t largest_volume(std::int64_t large) const {
        return std::max({volume(d, large), volume(l, large), volume(r, large)});
    }
    /// By its place, which must agree with its place in the other tensors.
    [[nodiscard]] bool is_large(const std::string& label) const {
        const auto in_l = std::find(l.begin(), l.end(), label);
        if (in_l != l.end()) return in_l - l.begin() < 4;
        return std::find(r.begin(), r.end(), label) - r.begin() < 4;
    }
    /// What of L, then of R, is free and of that size.
    [[nodiscard]] Labels free(bool large) const {
        Labels labels;
        const auto take = [&](const Labels& from, const Labels& other) {
            for (const std::string& label : from) {
                const bool contracted = std::count(other.begin(), other.end(), label) > 0;
                if (!contracted && is_large(label) == large) labels.push_back(label);
            }
        };
        take(l, r);
        take(r, l);
        return labels;
    }

    Labels d;
    Labels l;
    Labels r;
    std::map<std::string, std::int64_t> extents;
};

SweepOptions options_of(int max_rank, std::int64_t volume = 150'000'000, std::uint64_t seed = 1) {
    return {max_rank, volume, seed};
}

TEST(SweepCases, CountsByRank) {
    EXPECT_EQ(sweep_cases(options_of(1)).size(), 0U);
    EXPECT_EQ(sweep_cases(options_of(2)).size(), 7U);
    EXPECT_EQ(sweep_cases(options_of(3)).size(), 69U);
    EXPECT_EQ(sweep_cases(options_of(4)).size(), 491U);
    EXPECT_EQ(sweep_cases(options_of(5)).size(), 1235U);
    EXPECT_EQ(sweep_cases(options_of(6)).size(), 2835U);
    EXPECT_EQ(sweep_cases(options_of(7)).size(), 5263U);
    EXPECT_EQ(sweep_cases(options_of(8)).size(), 9295U);
}

TEST(SweepCases, FirstOnesAreTheSameEverywhere) {
    const std::vector<ContractionCase> cases = sweep_cases(options_of(8));

    const auto line = [&](std::size_t i) {
        return cases[i].id + " " + cases[i].expression + " " + to_string(cases[i].extents);
    };
    EXPECT_EQ(line(0), "L1R1k0.0-01 D(b,a)+=L(a)*R(b) a:12247,b:12247");
    EXPECT_EQ(line(1), "L1R2k0.0-01 D(c,b,a)+=L(a)*R(b,c) a:531,b:531,c:531");
    EXPECT_EQ(line(2), "L1R2k0.0-02 D(b,c,a)+=L(a)*R(b,c) a:531,b:531,c:531");
    EXPECT_EQ(line(9000),
              "L8R8k3.4-26 D(i,a)+=L(a,b,c,d,e,f,g,h)*R(d,i,c,b,g,f,e,h) "
              "a:13,b:13,c:13,d:13,e:8,f:8,g:8,h:8,i:13");
    EXPECT_EQ(line(9294),
              "L8R8k4.3-64 D(i,h)+=L(a,b,c,d,e,f,g,h)*R(b,a,d,c,i,e,g,f) "
              "a:13,b:13,c:13,d:13,e:8,f:8,g:8,h:8,i:8");
}

TEST(SweepCases, SeedDecidesTheDrawsAndNothingElse) {
    const auto expressions = [](const std::vector<ContractionCase>& cases) {
        std::vector<std::string> texts;
        for (const ContractionCase& entry : cases) texts.push_back(entry.expression);
        return texts;
    };
    const std::vector<ContractionCase> cases = sweep_cases(options_of(8));
    const std::vector<ContractionCase> other = sweep_cases(options_of(8, 150'000'000, 2));

    EXPECT_EQ(expressions(cases), expressions(sweep_cases(options_of(8))));
    EXPECT_EQ(expressions(cases), expressions(sweep_cases(options_of(8, 300'000'000))));
    EXPECT_EQ(ids_of(cases), ids_of(other));
    EXPECT_NE(expressions(cases), expressions(other));
}

TEST(SweepCases, LargeExtentIsTheGreatestThatFits) {
    for (const std::int64_t volume : {std::int64_t{20'000'000}, std::int64_t{150'000'000}}) {
        for (const ContractionCase& entry : sweep_cases(options_of(8, volume))) {
            const Parts parts(entry);
            ASSERT_EQ(parts.extents.size(),
                      parts.d.size() + (parts.l.size() + parts.r.size() - parts.d.size()) / 2);
            std::int64_t large = 0;
            for (const auto& [label, extent] : parts.extents) {
                if (parts.is_large(label)) large = extent;
            }
            for (const auto& [label, extent] : parts.extents) {
                ASSERT_EQ(extent, parts.is_large(label) ? large : 8) << entry.id;
            }
            ASSERT_GE(large, 2) << entry.id;
            ASSERT_LE(parts.largest_volume(large), volume) << entry.id;
            ASSERT_GT(parts.largest_volume(large + 1), volume) << entry.id;
        }
    }
}

TEST(SweepCases, LargeModesPairWithLargeOnes) {
    for (const ContractionCase& entry : sweep_cases(options_of(8))) {
        const Parts parts(entry);
        std::int64_t contracted[2] = {0, 0};
        for (std::size_t i = 0; i < parts.r.size(); ++i) {
            const auto in_l = std::find(parts.l.begin(), parts.l.end(), parts.r[i]);
            if (in_l == parts.l.end()) continue;
            ASSERT_EQ(in_l - parts.l.begin() < 4, i < 4) << entry.id;
            ++contracted[i < 4 ? 0 : 1];
        }
        const std::string shape =
            "L" + std::to_string(parts.l.size()) + "R" + std::to_string(parts.r.size()) + "k" +
            std::to_string(contracted[0]) + "." + std::to_string(contracted[1]) + "-";
        ASSERT_EQ(entry.id.substr(0, shape.size()), shape);
        ASSERT_EQ(entry.id.size(), shape.size() + 2);
    }
}

TEST(SweepCases, OutputHoldsWhatIsFreeInNoTrivialOrder) {
    for (const ContractionCase& entry : sweep_cases(options_of(8))) {
        const Parts parts(entry);
        auto next = parts.d.begin();
        for (const bool large : {true, false}) {
            const Labels free = parts.free(large);
            const Labels order(next, next + static_cast<std::ptrdiff_t>(free.size()));
            next += static_cast<std::ptrdiff_t>(free.size());
            ASSERT_TRUE(std::is_permutation(order.begin(), order.end(), free.begin(), free.end()))
                << entry.expression;
            ASSERT_TRUE(free.size() < 2 || order != free) << entry.expression;
        }
        ASSERT_EQ(next, parts.d.end()) << entry.expression;
        ASSERT_GE(parts.d.size(), 1U);
        ASSERT_LE(parts.d.size(), 8U);
        ASSERT_LE(parts.l.size(), parts.r.size());
    }
}

/// The expression with its labels renamed by their first appearance in L, then R.
std::string renamed(const Parts& parts) {
    std::map<std::string, char> names;
    std::string text;
    for (const Labels& labels : {parts.l, parts.r, parts.d}) {
        for (const std::string& label : labels) {
            text += names.emplace(label, static_cast<char>('a' + names.size())).first->second;
        }
        text += ' ';
    }
    return text;
}

TEST(SweepCases, NoPatternOccursTwiceAndNoCombinationHasMoreThan64) {
    std::set<std::string> patterns;
    std::map<std::string, int> draws;
    std::set<std::string> ids;
    for (const ContractionCase& entry : sweep_cases(options_of(8))) {
        ASSERT_TRUE(patterns.insert(renamed(Parts(entry))).second) << entry.expression;
        ASSERT_TRUE(ids.insert(entry.id).second) << entry.id;
        ++draws[entry.id.substr(0, entry.id.find('-'))];
    }

    EXPECT_EQ(draws.size(), 162U);
    for (const auto& [shape, count] : draws) EXPECT_LE(count, 64) << shape;
    EXPECT_EQ(draws["L1R2k1.0"], 2);
    EXPECT_EQ(draws["L1R1k0.0"], 1);
    EXPECT_EQ(draws["L4R4k2.0"], 64);
}

TEST(SweepCases, CombinationsTooLargeForTheVolumeAreLeftOut) {
    const std::vector<ContractionCase> cases = sweep_cases(options_of(8, 1'000'000));

    EXPECT_LT(cases.size(), 9295U);
    EXPECT_GT(cases.size(), 8000U);
    EXPECT_TRUE(sweep_cases(options_of(8, 1)).empty());
}

}  // namespace
}  // namespace ttgt::tool
