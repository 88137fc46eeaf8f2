// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The commands with --blocks, end to end.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder with a file of one case: A has the blocks (0, 0), of 1 x 2, and (1, 1), of 2 x 1; B has
/// (0, 0), of 2 x 1, and (1, 0), of 1 x 1.
class CommandBlocks : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("cases.txt",
                      "case two\nnote by hand\ndtype float64\nA a k\nB k b\nD b a\n"
                      "mode a 1 2\nmode k 2 1\nmode b 1\nblocks A 2 00 11\nblocks B 2 00 10\n"
                      "pairs 2\ndblocks 2\nflops 8\nend\n");
        npy("a.npy", "(4,)", {1, 2, 3, 4});
        npy("b.npy", "(3,)", {5, 6, 7});
    }
    void npy(const std::string& name, const std::string& shape,
             const std::vector<double>& elements) const {
        folder_.write(
            name, npy_header_bytes(npy_dict_text("<f8", false, shape)) + element_bytes(elements));
    }
    [[nodiscard]] CommandResult run(std::vector<std::string> arguments,
                                    const std::vector<std::string>& more = {}) const {
        arguments.insert(arguments.end(), {"--blocks", folder_.file("cases.txt")});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(arguments);
    }
    [[nodiscard]] CommandResult contract(const std::vector<std::string>& more = {},
                                         const std::string& name = "two") const {
        return run({"contract", name, "--in", "A=" + folder_.file("a.npy"), "--in",
                    "B=" + folder_.file("b.npy"), "--out", folder_.file("d.npy")},
                   more);
    }

    TemporaryFolder folder_;
};

TEST_F(CommandBlocks, ContractWritesAllBlocksOneAfterTheOther) {
    const CommandResult result = contract({"--alpha", "2", "--report", folder_.file("r.json")});

    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(folder_.file("d.npy"))),
                ElementsAre(2 * (5 + 12), 2 * 21, 2 * 28));
    EXPECT_THAT(result.out, HasSubstr("2 blocks"));
    EXPECT_THAT(read_file(folder_.file("r.json")), HasSubstr("\"flops\""));
}

TEST_F(CommandBlocks, ExplainPrintsThePlanOfACase) {
    const CommandResult result = run({"explain", "two"});

    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("2 pairs"));
}

/// D, which has the block (1, 1) alone, gets A * A and twice B; blocks that it lacks are left out.
constexpr const char* sum_of_products =
    "case sum\ndtype float64\nexpression D(a,b)+=A(a,c)*A(c,b)+2*X(a,b)\nA a b\ntensor X a b\n"
    "D a b\nmode a 1 2\nmode b 1 2\nblocks A 2 00 11\nblocks X 1 11\nblocks D 1 11\n"
    "leaves_out_missing\nend\n";

TEST_F(CommandBlocks, ContractTakesSeveralFactorsAndTerms) {
    folder_.write("cases.txt", sum_of_products);
    npy("a.npy", "(5,)", {9, 1, 2, 3, 4});
    npy("x.npy", "(4,)", {1, 1, 1, 1});
    npy("old.npy", "(4,)", {100, 200, 300, 400});
    const std::vector<std::string> inputs{"contract", "sum",
                                          "--in",     "1=" + folder_.file("a.npy"),
                                          "--in",     "2=" + folder_.file("a.npy"),
                                          "--in",     "X=" + folder_.file("x.npy"),
                                          "--out",    folder_.file("d.npy")};

    const CommandResult adds = run(inputs, {"--in", "D=" + folder_.file("old.npy")});

    ASSERT_EQ(adds.exit_code, 0) << adds.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(folder_.file("d.npy"))),
                ElementsAre(100 + 7 + 2, 200 + 10 + 2, 300 + 15 + 2, 400 + 22 + 2));
    const CommandResult overwrites = run(inputs, {"--beta", "0"});
    ASSERT_EQ(overwrites.exit_code, 0) << overwrites.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(folder_.file("d.npy"))),
                ElementsAre(9, 12, 17, 24));
    const CommandResult refused = run(inputs);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("'D' is read: give --in D=FILE, or --beta 0"));
}

TEST_F(CommandBlocks, ExplainAndBenchTakeSeveralFactorsAndTerms) {
    folder_.write("cases.txt", sum_of_products);

    const CommandResult explained = run({"explain", "sum"});

    EXPECT_EQ(explained.exit_code, 0) << explained.err;
    EXPECT_THAT(explained.out, HasSubstr("step 2"));
    const CommandResult timed =
        run_command({"bench", "contractions", folder_.file("cases.txt"), "--blocks", "--repeats",
                     "1", "--out", folder_.file("results")});
    ASSERT_EQ(timed.exit_code, 0) << timed.err;
    EXPECT_THAT(read_file(folder_.file("results") + "/results.tsv"), HasSubstr("sum\t"));
}

/// The temporary W has the two blocks of A * A and one more of X; D has blocks at these places.
constexpr const char* program_case =
    "case steps\ndtype float64\nexpression W(a,b)=A(a,c)*A(c,b)\nexpression W(a,b)+=2*X(a,b)\n"
    "expression D(a,b)+=W(a,c)*A(c,b)\nA a b\ntensor X a b\nD a b\nmode a 1 1\nmode b 1 1\n"
    "blocks A 2 00 11\nblocks X 1 01\nblocks D 3 00 01 11\nend\n";

TEST_F(CommandBlocks, ContractAndExplainTakePrograms) {
    folder_.write("cases.txt", program_case);
    npy("a.npy", "(2,)", {1, 2});
    npy("x.npy", "(1,)", {1});
    npy("old.npy", "(3,)", {1, 2, 3});
    const std::vector<std::string> inputs{"contract", "steps",
                                          "--in",     "A=" + folder_.file("a.npy"),
                                          "--in",     "X=" + folder_.file("x.npy"),
                                          "--out",    folder_.file("d.npy")};
    const std::vector<std::string> old{"--in", "D=" + folder_.file("old.npy")};

    const CommandResult result = run(inputs, old);

    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(folder_.file("d.npy"))),
                ElementsAre(1 + 1, 2 + 2 * 2, 3 + 4 * 2));
    EXPECT_THAT(result.out, HasSubstr("statement 3: "));
    EXPECT_THAT(run({"explain", "steps"}).out, HasSubstr("3 statements"));
    const CommandResult without = run(inputs);
    EXPECT_EQ(without.exit_code, 2);
    EXPECT_THAT(without.err, HasSubstr("'D' is read: give --in D=FILE\n"));
    const CommandResult scaled = run(inputs, {"--in", old[1], "--alpha", "2"});
    EXPECT_EQ(scaled.exit_code, 2);
    EXPECT_THAT(scaled.err, HasSubstr("takes neither --alpha nor --beta"));
    const CommandResult timed = run_command({"bench", "contractions", folder_.file("cases.txt"),
                                             "--blocks", "--out", folder_.file("results")});
    EXPECT_EQ(timed.exit_code, 2);
    EXPECT_THAT(timed.err, HasSubstr("'steps' is a program, which is not timed"));
}

TEST_F(CommandBlocks, BenchWritesARowForEachCase) {
    const CommandResult result =
        run_command({"bench", "contractions", folder_.file("cases.txt"), "--blocks", "--repeats",
                     "1", "--out", folder_.file("results")});

    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(read_file(folder_.file("results") + "/results.tsv"),
                HasSubstr("two\tD(b,a)=A(a,k)*B(k,b)\tfloat64\tcpu\tauto\t2\t2\t8\t"));
}

TEST_F(CommandBlocks, WhatDoesNotFitIsNamed) {
    const auto expect_refused = [](const CommandResult& result, const char* message) {
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_THAT(result.err, HasSubstr(message));
    };
    expect_refused(contract({}, "three"), "has 1 case(s), but none called 'three'");
    expect_refused(contract({"--beta", "1"}), "'D' is read: give --in D=FILE");
    expect_refused(contract({"--check"}), "--check");
    expect_refused(run({"explain", "two", "a=3"}), "--blocks takes those of its case");
    npy("b.npy", "(4,)", {5, 6, 7, 8});
    expect_refused(contract(),
                   "is no array of one axis of 3 elements, as the 2 blocks of 'B' have");
    folder_.write("cases.txt", "case two\nmode a x\nend\n");
    expect_refused(contract(), "cases.txt:2");
    EXPECT_FALSE(std::filesystem::exists(folder_.file("d.npy")));
}

}  // namespace
}  // namespace ttgt::test
