// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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

/// A product and a permutation on several threads, each checked: whose stacks hold nothing but what
/// a BLAS keeps there, were they as small as the process's.
TEST(CommandStack, SmallStacksAreEnough) {
    if (is_sanitized) GTEST_SKIP() << "a sanitizer takes stack of its own";
    const TemporaryFolder folder;
    write_matrix(folder, "l.npy", true, 400, 300);
    write_matrix(folder, "r.npy", false, 300, 500);
    for (const char* arguments : {"'D(a,b)=L(a,k)*R(k,b)' --in L=l.npy --in R=r.npy",
                                  "'D(b,a)=L(a,b)' --in L=l.npy", "'D(a)=L(a,b)' --in L=l.npy"}) {
        const std::string line = fmt::format(
            "cd '{}' && ulimit -s 64 && exec '{}' contract {} --out d.npy --check --quiet "
            "--threads 4 > out 2> err",
            folder.path(), command_path(), arguments);

        EXPECT_EQ(std::system(line.c_str()), 0) << arguments << read_file(folder.file("err"));

        EXPECT_THAT(read_file(folder.file("out")), HasSubstr("check: ok"));
        EXPECT_THAT(folder.names(), UnorderedElementsAre("l.npy", "r.npy", "d.npy", "out", "err"));
    }
}

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

}  // namespace
}  // namespace ttgt::test
