// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/sanitizer.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

/// An array of `rows` x `columns` doubles, written in pieces: this process must stay small, as a
/// child's peak starts at its parent's.
void write_matrix(const TemporaryFolder& folder, const std::string& name, bool fortran, int rows,
                  int columns) {
    std::ofstream file(folder.file(name), std::ios::binary);
    const std::string shape = fmt::format("({}, {})", rows, columns);
    file << npy_header_bytes(npy_dict_text("<f8", fortran, shape));
    const std::string row =
        element_bytes(std::vector<double>(static_cast<std::size_t>(columns), 0.5));
    for (int i = 0; i < rows; ++i) file << row;
}

std::int64_t number_after(const std::string& text, const std::string& key) {
    return std::atoll(text.c_str() + text.find(key) + key.size());
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

class CommandMemory : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(CommandMemory, PeakIsOperandsAndWorkspaceAnd64Mebibytes) {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
    constexpr int size = 4096;
    constexpr int inner = 1024;
    const TemporaryFolder folder;
    write_matrix(folder, "l.npy", true, size, inner);
    write_matrix(folder, "r.npy", false, inner, size);
    write_matrix(folder, "d.npy", false, size, size);
    std::vector<std::string> arguments = GetParam();
    for (std::string& word : arguments) {
        const std::size_t place = word.find("{}");
        if (place != std::string::npos) word.replace(place, 2, folder.path());
    }

    const CommandResult run = run_command(arguments);

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::int64_t operands = std::int64_t{8} * (2 * size * inner + size * size);
    const std::int64_t workspace =
        number_after(read_file(folder.file("report.json")), "\"workspace_bytes\": ");
    EXPECT_LE(run.peak_bytes, operands + workspace + 64 * mebibyte)
        << "operands " << operands << ", workspace " << workspace;
}

INSTANTIATE_TEST_SUITE_P(
    Orders, CommandMemory,
    testing::Values(std::vector<std::string>{"contract", "D(i,j)=L(i,k)*R(k,j)", "--in",
                                             "L={}/l.npy", "--in", "R={}/r.npy", "--out",
                                             "{}/out.npy", "--report", "{}/report.json"},
                    // The output is read in C order and kept in Fortran order.
                    std::vector<std::string>{"contract", "D(i,j)+=L(i,k)*R(k,j)", "--in",
                                             "L={}/l.npy", "--in", "R={}/r.npy", "--in",
                                             "D={}/d.npy", "--out", "{}/out.npy", "--report",
                                             "{}/report.json"}));

TEST(CommandFailure, WriteThatFailsLeavesNothingBehind) {
    const TemporaryFolder folder;
    write_matrix(folder, "l.npy", true, 100, 1);
    const FileSizeLimit limit(16384);  // the result has 80000 bytes

    const CommandResult run = run_command(
        {"contract", "D(i,j)=A(i,k)*B(j,k)", "--in", fmt::format("A={}", folder.file("l.npy")),
         "--in", fmt::format("B={}", folder.file("l.npy")), "--out", folder.file("d.npy")});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("d.npy: cannot be written: File too large"));
    EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy"));
}

TEST(CommandInterrupt, ContractLeavesNothingBehind) {
    constexpr int size = 1500;
    const TemporaryFolder folder;
    write_matrix(folder, "l.npy", true, size, size);
    CommandProcess process(
        {"contract", "D(i,j)=A(i,k)*B(k,j)", "--in", fmt::format("A={}", folder.file("l.npy")),
         "--in", fmt::format("B={}", folder.file("l.npy")), "--out", folder.file("d.npy"),
         "--workspace-limit", "0", "--threads", "1", "--check"});

    const bool began = eventually([&] { return folder.names().size() > 1; });
    process.send(SIGINT);
    const CommandResult run = process.wait();

    EXPECT_TRUE(began);
    EXPECT_EQ(run.exit_code, 130) << run.err;
    EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy"));
}

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
