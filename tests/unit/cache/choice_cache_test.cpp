// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/choice_cache.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr int schema = ChoiceCache::current_schema;

/// Chooses one of the ways that are there, in a folder of the test's own. What is measured is
/// `fastest`, of which a run takes `measured_us` microseconds.
class ChoiceCacheTest : public testing::Test {
protected:
    ChoiceTask task(double seconds, const std::string& problem) {
        return {problem, seconds,
                [this](const MeasuredChoice& kept) {
                    if (std::ranges::find(ways, kept.key) == ways.end()) return false;
                    result = kept.key;
                    return true;
                },
                [this, seconds](const std::string& key) {
                    ++measurements;
                    first = key;
                    result = fastest;
                    return MeasuredChoice{fastest, measured_us, seconds};
                }};
    }
    ChoiceOutcome choose(double seconds = 0, int schema_number = schema,
                         const std::string& problem = "problem") {
        return ChoiceCache(files, schema_number).take_or_measure(task(seconds, problem));
    }
    ChoiceOutcome take(int schema_number = schema) {
        return ChoiceCache(files, schema_number).take_kept(task(9, "problem"));
    }

    TemporaryFolder folder;
    DiskCache files{folder.path()};
    std::vector<std::string> ways{"way 1", "way 2"};
    std::string fastest = "way 2";
    double measured_us = 4;
    int measurements = 0;
    std::string first;
    std::string result;
};

TEST_F(ChoiceCacheTest, MeasuresOnce) {
    const ChoiceOutcome measured = choose();
    fastest = "way 1";
    const ChoiceOutcome kept = choose();

    EXPECT_EQ(measurements, 1);
    EXPECT_EQ(result, "way 2");
    EXPECT_FALSE(measured.is_kept);
    EXPECT_EQ(measured.note, "");
    EXPECT_TRUE(kept.is_kept);
    EXPECT_EQ(kept.note, "from the cache, measured 4 us");
}

TEST_F(ChoiceCacheTest, MeasuresEachProblem) {
    (void)choose();
    (void)choose(0, schema, "another problem");

    EXPECT_EQ(measurements, 2);
}

TEST_F(ChoiceCacheTest, LongerSearchMeasuresAgainTheKeptWayFirst) {
    (void)choose(1);
    EXPECT_EQ(first, "");
    (void)choose(2);
    EXPECT_EQ(first, "way 2");
    (void)choose(1);

    EXPECT_EQ(measurements, 2);
}

TEST_F(ChoiceCacheTest, RecordOfAnotherSchemaIsANoteAndMeasuredAgain) {
    (void)choose(0, schema);

    EXPECT_EQ(take(schema + 1).note, "the cache's choice has schema " + std::to_string(schema) +
                                         ", not " + std::to_string(schema + 1));
    const ChoiceOutcome measured = choose(0, schema + 1);

    EXPECT_EQ(measurements, 2);
    EXPECT_EQ(first, "") << "a key of another schema means nothing";
    EXPECT_FALSE(measured.is_kept);
    EXPECT_THAT(measured.note, HasSubstr("has schema"));
    EXPECT_TRUE(choose(0, schema + 1).is_kept) << "the new record took the place of the old one";
}

TEST_F(ChoiceCacheTest, RecordWithoutASchemaIsANoteAndMeasuredAgain) {
    ASSERT_EQ(files.store("problem", "way 2\n4\n0\n"), "");

    EXPECT_EQ(choose().note, "the cache holds no choice");
    EXPECT_EQ(measurements, 1);
    EXPECT_TRUE(choose().is_kept);
}

TEST_F(ChoiceCacheTest, WayThatThereIsNotIsANoteAndMeasuredAgain) {
    (void)choose();
    ways = {"way 1"};
    fastest = "way 1";

    EXPECT_EQ(take().note, "the cache's choice is none of those there are");
    EXPECT_EQ(choose().note, "the cache's choice is none of those there are");
    EXPECT_EQ(measurements, 2);
    EXPECT_TRUE(choose().is_kept);
}

TEST_F(ChoiceCacheTest, TakingMeasuresNothing) {
    EXPECT_FALSE(take().is_kept);
    (void)choose(1);
    EXPECT_TRUE(take().is_kept) << "however short the search was";

    EXPECT_EQ(measurements, 1);
}

TEST_F(ChoiceCacheTest, WhatWasNotMeasuredIsNotKept) {
    measured_us = 0;
    (void)choose();

    EXPECT_TRUE(files.list().empty());
}

TEST_F(ChoiceCacheTest, WithoutAFolderMeasuresAndSaysSo) {
    files = DiskCache("");

    EXPECT_EQ(choose().note, "there is no folder for it");
    EXPECT_EQ(choose().note, "there is no folder for it");
    EXPECT_EQ(measurements, 2);
}

TEST_F(ChoiceCacheTest, NotesOfTroubleHaveATitle) {
    EXPECT_EQ(titled_note({false, ""}), "");
    EXPECT_EQ(titled_note({false, "no folder"}), "cache: no folder");
    EXPECT_EQ(titled_note({true, "from the cache"}), "from the cache");
}

}  // namespace
}  // namespace ttgt::test
