// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
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

TEST_P(CommandOutput, that_cannot_be_written_ends_with_1) {
    const CommandResult run = run_command(GetParam(), full);

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

TEST(CommandOutputOfBench, full_device_costs_no_row) {
    const TemporaryFolder folder;
    const Words words{"bench", "transposes", "--set", "minor", "--volume",        "3k", "--sample",
                      "3",     "--repeats",  "1",     "--out", folder.file("out")};

    const CommandResult run = run_command(words, full);

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("standard output cannot be written"));
    EXPECT_EQ(rows_of(read_file(folder.file("out/results.tsv"))).size(), 3U);
}

}  // namespace
}  // namespace ttgt::test
