// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/case_list.h"

#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tools/bench/cases/sweep_cases.h"
#include "tools/io/errors.h"
#include "tools/operands/portable_random.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::HasSubstr;

std::vector<ContractionCase> cases_up_to(int max_rank) {
    SweepOptions options;
    options.max_rank = max_rank;
    return sweep_cases(options);
}

TEST(CaseList, PartsHoldEveryCaseOnce) {
    const std::vector<ContractionCase> cases = cases_up_to(5);
    std::multiset<std::string> ids;

    for (std::size_t number = 1; number <= 7; ++number) {
        const std::vector<ContractionCase> part = part_of(cases, {number, 7});
        EXPECT_GE(part.size(), cases.size() / 7);
        EXPECT_LE(part.size(), cases.size() / 7 + 1);
        for (const ContractionCase& entry : part) ids.insert(entry.id);
    }

    const std::vector<std::string> all = ids_of(cases);
    EXPECT_EQ(ids, std::multiset<std::string>(all.begin(), all.end()));
    EXPECT_EQ(part_of(cases, {}).size(), cases.size());
}

TEST(CaseList, SampleIsASubsetInOrder) {
    const std::vector<std::string> all = ids_of(cases_up_to(6));
    const std::vector<std::string> sample = ids_of(sample_of(cases_up_to(6), 100, 5));

    EXPECT_EQ(sample.size(), 100U);
    std::size_t position = 0;
    for (const std::string& id : sample) {
        while (position < all.size() && all[position] != id) ++position;
        ASSERT_LT(position, all.size()) << id;
        ++position;
    }
    EXPECT_EQ(sample, ids_of(sample_of(cases_up_to(6), 100, 5)));
    EXPECT_NE(sample, ids_of(sample_of(cases_up_to(6), 100, 6)));
    EXPECT_EQ(ids_of(sample_of(cases_up_to(6), 1'000'000, 5)), all);
}

TEST(CaseList, CaseFileIsReadBack) {
    const std::vector<ContractionCase> cases = sample_of(cases_up_to(8), 300, 1);

    const std::vector<ContractionCase> read =
        parse_contraction_cases(to_case_file(cases, DType::float32), "sweep.tsv");

    ASSERT_EQ(read.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(read[i].id, cases[i].id);
        EXPECT_EQ(read[i].expression, cases[i].expression);
        EXPECT_EQ(read[i].extents, cases[i].extents);
        EXPECT_EQ(read[i].dtype, DType::float32);
    }
}

TEST(PortableRandom, NumbersAreThoseOfSplitmix64) {
    PortableRandom random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317U);
    EXPECT_EQ(random.next(), 3203168211198807973U);
}

TEST(PortableRandom, DrawsAreEven) {
    PortableRandom random(1);
    int counts[3] = {0, 0, 0};
    for (int i = 0; i < 3000; ++i) ++counts[random.below(3)];

    for (const int count : counts) EXPECT_NEAR(count, 1000, 130);  // five standard deviations
}

TEST(CaseList, PartIsANumberOfACount) {
    EXPECT_EQ(parse_part("3/8", "--part").number, 3U);
    EXPECT_EQ(parse_part("3/8", "--part").count, 8U);
    struct Refusal {
        const char* text;
        const char* message;
    };
    for (const Refusal& refused : {Refusal{"", "--part: '' is not a part such as 2/8"},
                                   {"3", "--part: '3' is not a part such as 2/8"},
                                   {"0/2", "--part: 0 is below 1"},
                                   {"3/2", "--part: there is no part 3 of 2"},
                                   {"1/0", "--part: 0 is below 1"},
                                   {"a/b", "--part: 'a' is not an integer of 64 bits"},
                                   {"1/2/3", "--part: '1/2/3' is not a part such as 2/8"},
                                   {"-1/2", "--part: -1 is below 1"}}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_part(refused.text, "--part"); }),
                    HasSubstr(refused.message))
            << refused.text;
    }
}

}  // namespace
}  // namespace ttgt::tool
