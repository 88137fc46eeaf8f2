// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/package/results_rows.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// Every write to it fails, as on a full disk.
constexpr const char* full = "/dev/full";

class CommandOutput : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(CommandOutput, ThatCannotBeWrittenEndsWith1) {
    const CommandResult run = run_command(GetParam(), {.out = full});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.err, "ttgt: standard output cannot be written: No space left on device\n");
}

using Words = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(
    Commands, CommandOutput,
    testing::Values(Words{"--version"}, Words{"--help"}, Words{"devices"},
                    // Longer than a buffer: the end alone would fit.
                    Words{"bench", "sweep", "--list"},
                    Words{"bench", "transposes", "--set", "minor", "--list"},
                    Words{"explain", "D(b,a)=L(a,b)", "--extent", "a=2", "--extent", "b=3"},
                    Words{"transpose", "--extents", "2,3", "--perm", "1,0", "--repeats", "1"}));

TEST(CommandOutputOfBench, FullDeviceCostsNoRow) {
    const TemporaryFolder folder;
    const Words words{"bench", "transposes", "--set", "minor", "--volume",        "3k", "--sample",
                      "3",     "--repeats",  "1",     "--out", folder.file("out")};

    const CommandResult run = run_command(words, {.out = full});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("standard output cannot be written"));
    EXPECT_EQ(rows_of(read_file(folder.file("out/results.tsv"))).size(), 3U);
}

/// What a command writes to a terminal that is its standard error.
std::string on_terminal(const Words& words) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return "no terminal";
    CommandProcess process(words, {.err = ptsname(terminal)});
    std::string text;
    std::array<char, 1000> chunk{};
    for (ssize_t got = 0; (got = read(terminal, chunk.data(), chunk.size())) > 0;) {
        text.append(chunk.data(), static_cast<std::size_t>(got));
    }
    EXPECT_EQ(process.wait().exit_code, 0) << text;
    close(terminal);
    return text;
}

TEST(CommandProgress, BarOfABenchmarkEndsAt100AndSaysWhatRuns) {
    const TemporaryFolder folder;

    const std::string text =
        on_terminal({"bench", "transposes", "--set", "minor", "--volume", "3k", "--sample", "3",
                     "--repeats", "1", "--check", "--out", folder.file("out")});

    EXPECT_THAT(text, HasSubstr("measuring what the machine reaches"));
    for (const char* phase : {"planning", "filling the tensors", "checking", "timing"}) {
        EXPECT_THAT(text, HasSubstr(phase));
    }
    EXPECT_THAT(text, HasSubstr("[........................]   0% 1/3 "));
    EXPECT_THAT(text, HasSubstr("[########################] 100% 3/3 "));
    EXPECT_TRUE(text.ends_with("\r\033[K")) << text;
}

TEST(CommandProgress, MeasuringAndTransposingSayWhatRuns) {
    EXPECT_THAT(on_terminal({"explain", "D(b,a)=L(a,b)", "a=20", "b=30", "--measure"}),
                HasSubstr("running the likeliest plans"));
    EXPECT_THAT(on_terminal({"transpose", "--extents", "20,30", "--perm", "1,0"}),
                HasSubstr("timing"));
}

}  // namespace
}  // namespace ttgt::test
