// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/package/results_rows.h"
#include "tests/support/temporary_folder.h"
#include "tools/bench/cases/case_file.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

using Options = std::vector<std::string>;

/// Where `options` do not say otherwise, small enough that measuring the machine takes longer than
/// the cases.
CommandResult sweep(const Options& options) {
    Options arguments{"bench", "sweep"};
    const std::vector<std::pair<std::string, std::string>> defaults{
        {"--max-rank", "5"}, {"--volume", "3k"}, {"--sample", "12"}, {"--repeats", "2"}};
    for (const auto& [name, value] : defaults) {
        const bool given = std::find(options.begin(), options.end(), name) != options.end();
        if (!given) arguments.insert(arguments.end(), {name, value});
    }
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
}

/// The cases that --list prints, read as every case file is.
std::vector<tool::ContractionCase> listed(const Options& options) {
    Options with_list = options;
    with_list.emplace_back("--list");
    const CommandResult run = sweep(with_list);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return tool::parse_contraction_cases(run.out, "list.tsv");
}

TEST(CommandSweep, EveryCaseIsTimedAndChecked) {
    const TemporaryFolder folder;

    const CommandResult run = sweep({"--out", folder.file("out"), "--against", "gemm"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<tool::ContractionCase> cases = listed({});
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(cases.size(), 12U);
    ASSERT_EQ(rows.size(), 12U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].at("id"), cases[i].id);
        EXPECT_EQ(rows[i].at("expression"), cases[i].expression);
        EXPECT_EQ(rows[i].at("strategy"), "auto");
        EXPECT_EQ(rows[i].at("check"), "ok");
        EXPECT_GT(number(rows[i], "time_ms"), 0);
        EXPECT_GT(number(rows[i], "of_gemm"), 0);
    }
    EXPECT_THAT(run.out, AllOf(HasSubstr("checks: 12 ok"), HasSubstr("12 of 12 cases")));
    EXPECT_THAT(read_file(folder.file("out/run.json")),
                AllOf(HasSubstr("\"seed\": \"1\""), HasSubstr("\"volume\": \"3000\"")));
}

TEST(CommandSweep, MeasuredPlansAreASweepOfTheirOwn) {
    const TemporaryFolder folder;
    const Options options{"--out", folder.file("out"), "--quiet", "--sample", "2", "--resume"};
    Options measuring = options;
    measuring.emplace_back("--measure");

    ASSERT_EQ(sweep(measuring).exit_code, 0);

    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    EXPECT_EQ(rows.size(), 2U);
    for (const Row& row : rows) {
        EXPECT_EQ(row.at("check"), "ok") << row.at("id");
    }
    EXPECT_THAT(read_file(folder.file("out/run.json")), HasSubstr("\"measure\": \"yes\""));
    EXPECT_THAT(sweep(options).err, HasSubstr("with measure 'yes', not 'no'"));
}

TEST(CommandSweep, ListIsACaseFileThatContractionsRun) {
    const TemporaryFolder folder;
    const CommandResult list = sweep({"--list", "--dtype", "float32", "--sample", "2"});

    const CommandResult run =
        run_command({"bench", "contractions", folder.write("cases.tsv", list.out), "--out",
                     folder.file("out"), "--check", "--quiet", "--repeats", "1"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), 2U);
    for (const Row& row : rows) {
        EXPECT_EQ(row.at("dtype"), "float32");
        EXPECT_EQ(row.at("check"), "ok");
    }
}

TEST(CommandSweep, PartsShareNothingAndSeedVolumeAndRankAreHeard) {
    std::multiset<std::string> parts;
    for (const char* part : {"1/3", "2/3", "3/3"}) {
        for (const auto& entry : listed({"--part", part})) parts.insert(entry.id);
    }
    std::multiset<std::string> all;
    for (const auto& entry : listed({})) all.insert(entry.id);

    EXPECT_EQ(parts, all);
    EXPECT_NE(tool::ids_of(listed({"--seed", "2"})), tool::ids_of(listed({})));
    EXPECT_NE(listed({"--volume", "1M"}).at(0).extents, listed({}).at(0).extents);
    EXPECT_EQ(listed({"--max-rank", "2"}).size(), 7U);
}

/// Cuts the table in the middle of its last but one line and leaves it as a killed run does.
void cut(const TemporaryFolder& folder) {
    std::string table = read_file(folder.file("out/results.tsv"));
    std::filesystem::remove(folder.file("out/results.tsv"));
    table.resize(table.rfind('\n', table.size() - 2) - 30);
    (void)folder.write("out/results.tsv.partial", table);
}

TEST(CommandSweep, ResumedSweepKeepsWholeRows) {
    const TemporaryFolder folder;
    const Options options{"--out", folder.file("out"), "--quiet", "--resume"};
    ASSERT_EQ(sweep(options).exit_code, 0);  // nothing to resume yet
    const std::vector<Row> first = rows_of(read_file(folder.file("out/results.tsv")));
    cut(folder);

    const CommandResult run = sweep(options);

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder.file("out/results.tsv.partial")));
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), first.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i + 2 < rows.size()) {
            EXPECT_EQ(rows[i], first[i]);
        } else {
            EXPECT_EQ(rows[i].at("id"), first[i].at("id"));
            EXPECT_NE(rows[i], first[i]);
        }
    }
    EXPECT_THAT(read_file(folder.file("out/run.json")), HasSubstr("\"rows\": 12"));
}

TEST(CommandSweep, StoppedSweepKeepsWholeRowsAndGoesOn) {
    const TemporaryFolder folder;
    const Options going_on{"--out", folder.file("out"), "--resume"};
    Options stopping = going_on;
    stopping.insert(stopping.end(), {"--stop-after", "0.001"});  // measuring the machine takes more
    ASSERT_EQ(sweep(going_on).exit_code, 0);
    cut(folder);

    const CommandResult stopped = sweep(stopping);

    ASSERT_EQ(stopped.exit_code, 0) << stopped.err;
    EXPECT_THAT(stopped.out, AllOf(HasSubstr("10 of 12 cases"),
                                   HasSubstr("stopped before the end; --resume goes on")));
    const std::string table = read_file(folder.file("out/results.tsv"));
    EXPECT_TRUE(table.ends_with("# stopped before the end; --resume goes on\n")) << table;
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 10 + 1);
    EXPECT_THAT(read_file(folder.file("out/run.json")), HasSubstr("\"interrupted\": true"));
    const CommandResult run = sweep(going_on);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("12 of 12 cases"));
    EXPECT_EQ(rows_of(read_file(folder.file("out/results.tsv"))).size(), 12U);
    EXPECT_THAT(read_file(folder.file("out/run.json")), HasSubstr("\"interrupted\": false"));
}

TEST(CommandSweep, ResumeRefusesAnotherSweep) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    ASSERT_EQ(sweep({"--out", out, "--quiet", "--sample", "1"}).exit_code, 0);
    const std::string table = read_file(folder.file("out/results.tsv"));
    const auto refusal = [&](Options options) {
        options.insert(options.end(), {"--out", out, "--resume"});
        const CommandResult run = sweep(options);
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_THAT(run.err, StartsWith("ttgt: " + out));
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        return run.err;
    };

    EXPECT_THAT(refusal({"--sample", "1", "--seed", "7"}), HasSubstr("with seed '1', not '7'"));
    EXPECT_THAT(refusal({}), HasSubstr("sample"));
    EXPECT_THAT(refusal({"--sample", "1", "--dtype", "float32"}), HasSubstr("dtype"));
    EXPECT_THAT(refusal({"--sample", "1", "--no-check"}), HasSubstr("check"));
    (void)folder.write("out/run.json", "{\"settings\": 3}");
    EXPECT_THAT(refusal({"--sample", "1"}), HasSubstr("is not the run.json"));
    std::filesystem::remove(folder.file("out/run.json"));
    EXPECT_THAT(refusal({"--sample", "1"}), HasSubstr("cannot be read"));
    EXPECT_EQ(read_file(folder.file("out/results.tsv")), table);
}

}  // namespace
}  // namespace ttgt::test
