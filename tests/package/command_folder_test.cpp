// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/package/results_rows.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

using Options = std::vector<std::string>;

/// Benchmarks that write to one folder.
class CommandFolder : public testing::Test {
protected:
    [[nodiscard]] Options small(const Options& options = {}) const {
        return with({"bench", "sweep", "--max-rank", "3", "--volume", "1k", "--sample", "3",
                     "--repeats", "1"},
                    options);
    }
    /// Does not end by itself while a test waits.
    [[nodiscard]] Options long_one(const Options& options = {}) const {
        return with({"bench", "sweep", "--volume", "10k", "--repeats", "1000", "--quiet"}, options);
    }
    [[nodiscard]] std::string out(const std::string& name) const {
        return folder_.file("out/" + name);
    }
    [[nodiscard]] bool has_rows() const {
        const std::string table = read_file(out("results.tsv.partial"));
        return std::count(table.begin(), table.end(), '\n') >= 3;
    }

    TemporaryFolder folder_;

private:
    [[nodiscard]] Options with(Options words, const Options& options) const {
        words.insert(words.end(), {"--out", folder_.file("out")});
        words.insert(words.end(), options.begin(), options.end());
        return words;
    }
};

TEST_F(CommandFolder, SecondRunIsRefusedWhileTheFirstWrites) {
    CommandProcess first(long_one());
    ASSERT_TRUE(eventually([&] { return has_rows(); }));

    const CommandResult second = run_command(small({"--replace"}));
    first.send(SIGINT);
    const CommandResult ended = first.wait();

    EXPECT_EQ(second.exit_code, 1);
    EXPECT_THAT(second.err, AllOf(HasSubstr("out: is in use by process "),
                                  HasSubstr(": ttgt bench sweep --volume 10k")));
    EXPECT_EQ(ended.exit_code, 130) << ended.err;
    EXPECT_TRUE(read_file(out("results.tsv")).ends_with("\n# interrupted\n"));
    EXPECT_FALSE(fs::exists(out(".ttgt.lock")));
}

TEST_F(CommandFolder, RunThatWasKilledKeepsNoLock) {
    CommandProcess first(long_one());
    ASSERT_TRUE(eventually([&] { return has_rows(); }));
    first.send(SIGKILL);
    (void)first.wait();
    ASSERT_TRUE(fs::exists(out(".ttgt.lock")));

    const CommandResult second = run_command(small({"--replace"}));

    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_EQ(rows_of(read_file(out("results.tsv"))).size(), 3U);
    EXPECT_FALSE(fs::exists(out("results.tsv.partial")));
    EXPECT_FALSE(fs::exists(out(".ttgt.lock")));
}

TEST_F(CommandFolder, EarlierResultsAreRefusedByEveryBenchmark) {
    const std::string contraction = folder_.write("c.tsv", "x\tD(b,a)=L(a,b)\ta:2,b:3\n");
    const std::string transpose = folder_.write("t.tsv", "x\t8\t2,3\t1,0\n");
    const std::string to = folder_.file("out");
    for (const Options& kind :
         {Options{"contractions", contraction}, Options{"transposes", transpose},
          Options{"sweep", "--sample", "1", "--volume", "1k"}}) {
        fs::remove_all(to);
        Options words{"bench"};
        words.insert(words.end(), kind.begin(), kind.end());
        words.insert(words.end(), {"--out", to, "--repeats", "1"});
        ASSERT_EQ(run_command(words).exit_code, 0);
        const std::string before = read_file(out("results.tsv"));

        const CommandResult again = run_command(words);
        words.emplace_back("--resume");
        const CommandResult resumed = run_command(words);

        EXPECT_EQ(again.exit_code, 2);
        EXPECT_THAT(again.err, HasSubstr("out: holds the results.tsv of an earlier run: --resume"));
        EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
        EXPECT_EQ(read_file(out("results.tsv")), before);
    }
}

TEST_F(CommandFolder, ReplacingRemovesWhatWasDrawnOfTheOldTable) {
    ASSERT_EQ(run_command(small()).exit_code, 0);
    const std::string before = read_file(out("results.tsv"));
    for (const char* name :
         {"report.html", "of_gemm.svg", "overhead_by_intensity.png", "mine.png"}) {
        (void)folder_.write(fmt::format("out/{}", name), "drawn");
    }

    const CommandResult run = run_command(small({"--replace"}));

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(read_file(out("results.tsv")), before);
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.file("out"))) {
        names.push_back(entry.path().filename());
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre("results.tsv", "run.json", "mine.png"));
}

TEST_F(CommandFolder, WithoutAnEarlierRunNothingIsRemoved) {
    fs::create_directory(folder_.file("out"));
    (void)folder_.write("out/report.html", "of something else");

    EXPECT_EQ(run_command(small({"--replace"})).exit_code, 0);

    EXPECT_EQ(read_file(out("report.html")), "of something else");
}

TEST_F(CommandFolder, ResumeOfACaseFileThatChangedIsRefused) {
    const std::string path = folder_.write("c.tsv", "x\tD(b,a)=L(a,b)\ta:2,b:3\n");
    const Options words{"bench", "contractions", path, "--out", folder_.file("out"), "--resume"};
    ASSERT_EQ(run_command(words).exit_code, 0);
    (void)folder_.write("c.tsv", "x\tD(b,a)=L(a,b)\ta:2,b:4\n");

    const CommandResult run = run_command(words);

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr("--resume goes on with cases-checksum"));
}

TEST_F(CommandFolder, ResumeAndReplaceExcludeEachOther) {
    const CommandResult run = run_command(small({"--resume", "--replace"}));

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("--resume"), HasSubstr("--replace")));
}

}  // namespace
}  // namespace ttgt::test
