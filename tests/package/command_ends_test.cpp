// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Runs that end before their time leave the files that were there, and no other.
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// Writes l.npy, an array of `rows` x `columns` doubles in Fortran order.
void write_halves(const TemporaryFolder& folder, std::size_t rows, std::size_t columns) {
    const std::string shape = fmt::format("({}, {})", rows, columns);
    folder.write("l.npy", npy_header_bytes(npy_dict_text("<f8", true, shape)) +
                              element_bytes(std::vector<double>(rows * columns, 0.5)));
}

/// Files that this process and its children write may have this many bytes, until the end of the
/// scope.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
};

TEST(CommandFailure, WriteThatFailsLeavesNothingBehind) {
    const TemporaryFolder folder;
    write_halves(folder, 100, 1);
    const FileSizeLimit limit(16384);  // the result has 80000 bytes

    const CommandResult run = run_command(
        {"contract", "D(i,j)=A(i,k)*B(j,k)", "--in", fmt::format("A={}", folder.file("l.npy")),
         "--in", fmt::format("B={}", folder.file("l.npy")), "--out", folder.file("d.npy")});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("d.npy: cannot be written: File too large"));
    EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy"));
}

TEST(CommandFailure, EachFileThatCannotBeWrittenTakesTheOtherWithIt) {
    const TemporaryFolder folder;
    write_halves(folder, 2, 3);
    const auto contract = [&](const std::string& out, const std::string& report) {
        return run_command(
            {"contract", "D(i,j)=A(i,k)*B(j,k)", "--in", fmt::format("A={}", folder.file("l.npy")),
             "--in", fmt::format("B={}", folder.file("l.npy")), "--out", out, "--report", report});
    };

    const CommandResult no_report = contract(folder.file("d.npy"), "/proc/none/r.json");
    const CommandResult no_output = contract("/proc/none/d.npy", folder.file("r.json"));
    const FileSizeLimit limit(200);  // the result has 160 bytes, the report more than 200
    const CommandResult large_report = contract(folder.file("d.npy"), folder.file("r.json"));

    EXPECT_EQ(no_report.exit_code, 2);
    EXPECT_THAT(no_report.err, HasSubstr("/proc/none/r.json: cannot be written"));
    EXPECT_EQ(no_output.exit_code, 2);
    EXPECT_THAT(no_output.err, HasSubstr("/proc/none/d.npy: cannot be written"));
    EXPECT_EQ(large_report.exit_code, 1);
    EXPECT_THAT(large_report.err, HasSubstr("r.json: cannot be written: File too large"));
    EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy"));
}

constexpr int killed = -1;  ///< by the signal: no exit code

/// A signal, and what the command ends with then.
struct Ending {
    int signal_number;
    int exit_code;
};

class CommandSignal : public testing::TestWithParam<Ending> {};

TEST_P(CommandSignal, ContractLeavesNothingBehind) {
    constexpr int size = 1500;
    const TemporaryFolder folder;
    write_halves(folder, size, size);
    CommandProcess process(
        {"contract", "D(i,j)=A(i,k)*B(k,j)", "--in", fmt::format("A={}", folder.file("l.npy")),
         "--in", fmt::format("B={}", folder.file("l.npy")), "--out", folder.file("d.npy"),
         "--workspace-limit", "0", "--threads", "1", "--check"});

    const bool began =
        eventually([&] { return process.has_open(folder.path() + "/", folder.file("l.npy")); });
    process.send(GetParam().signal_number);
    const CommandResult run = process.wait();

    EXPECT_TRUE(began);
    EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.err;
    EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy"));
}

INSTANTIATE_TEST_SUITE_P(Interrupts, CommandSignal,
                         testing::Values(Ending{SIGINT, 130}, Ending{SIGTERM, 130},
                                         Ending{SIGHUP, 130}),
                         [](const auto& test) {
                             return fmt::format("{}", test.param.signal_number);
                         });
// Sanitizers keep those of crashes for themselves.
INSTANTIATE_TEST_SUITE_P(Ends, CommandSignal,
                         testing::Values(Ending{SIGQUIT, killed}, Ending{SIGPIPE, killed},
                                         Ending{SIGXCPU, killed}),
                         [](const auto& test) {
                             return fmt::format("{}", test.param.signal_number);
                         });

TEST(CommandInterrupt, BenchKeepsWholeRows) {
    const TemporaryFolder folder;
    std::string cases;
    for (int i = 0; i < 5000; ++i) {
        cases +=
            fmt::format("case{}\tD(a,b,i)+=L(a,c,i,k)*R(k,b,c)\ta:16,b:16,c:16,i:16,k:16\n", i);
    }
    folder.write("cases.tsv", cases);
    CommandProcess process({"bench", "contractions", folder.file("cases.tsv"), "--out",
                            folder.file("out"), "--repeats", "50", "--quiet"});
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };

    const bool began =
        eventually([&] { return lines(read_file(folder.file("out/results.tsv.partial"))) >= 3; });
    process.send(SIGINT);
    const CommandResult run = process.wait();

    EXPECT_TRUE(began);
    EXPECT_EQ(run.exit_code, 130) << run.err;
    const std::string table = read_file(folder.file("out/results.tsv"));
    ASSERT_TRUE(table.ends_with("\n# interrupted\n")) << table;
    EXPECT_GE(lines(table), 4);
    const std::string columns = table.substr(0, table.find('\n'));
    const auto tabs_per_line = std::count(columns.begin(), columns.end(), '\t');
    EXPECT_EQ(std::count(table.begin(), table.end(), '\t'), tabs_per_line * (lines(table) - 1));
    EXPECT_THAT(read_file(folder.file("out/run.json")), HasSubstr("\"interrupted\": true"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("out/results.tsv.partial")));
}

}  // namespace
}  // namespace ttgt::test
