// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/block_case_file.h"

#include <ttgt/blocks.h>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/files/text_file.h"
#include "tests/support/refusal.h"
#include "tests/support/source_folder.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& text) {
    return test::refusal_of<FileError>([&] { (void)parse_block_cases(text, "b.txt"); });
}

/// A case of one label with this line instead of the one that begins with `kind`.
std::string with_line(const std::string& kind, const std::string& line) {
    std::string text = "case c\n";
    const std::vector<std::string> lines{"A k",           "B k",          "D",
                                         "mode k 1 2",    "blocks A 1 0", "blocks B 1 rule",
                                         "charges k 0 1", "signs B 1",    "mod 0"};
    for (const std::string& its : lines) {
        text += (its.starts_with(kind) ? line : its) + "\n";
    }
    return text + "end\n";
}

TEST(BlockCases, ListsAndRulesAreBlocks) {
    const std::string text =
        read_text_file(TTGT_SOURCE_DIR "/tests/fuzz/corpus/block_case_file/seed.txt");

    const std::vector<BlockCase> cases = parse_block_cases(text, "seed.txt");

    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].line, 2U);
    EXPECT_EQ(cases[0].name, "listed");
    EXPECT_EQ(cases[0].dtype, DType::complex64);
    EXPECT_EQ(cases[0].expression, "D(a,c)=A(a,k)*B(k,c)");
    EXPECT_EQ(cases[0].inputs[0].layout(1), packed({2, 4}));
    EXPECT_EQ(cases[0].flops, 120);
    EXPECT_EQ(operands_of(cases[0])[0].layout.blocks(), cases[0].output_blocks);
    EXPECT_EQ(to_string(cases[1].inputs[0].coordinates(1)), "(1, 1)");
    EXPECT_EQ(cases[1].inputs[1].blocks(), 0);
}

TEST(BlockCases, ExpressionsHaveAnyTensorsAndTerms) {
    const std::vector<BlockCase> cases = parse_block_cases(
        "case sum\nexpression E(i,j) += A(i,k) * conj(X(j,k)) - 2*A(i,j)\nA i k\ntensor X i k\n"
        "tensor E i k\nmode i 1 2\nmode k 1 2\nblocks A 2 00 11\nblocks X 1 11\n"
        "blocks E 1 11\nleaves_out_missing\nend\n",
        "sum.txt");

    ASSERT_EQ(cases.size(), 1U);
    EXPECT_EQ(cases[0].expression, " E(i,j) += A(i,k) * conj(X(j,k)) - 2*A(i,j)");
    EXPECT_THAT(cases[0].names, ElementsAre("A", "X", "A"));
    EXPECT_TRUE(cases[0].leaves_out_missing);
    const std::vector<BlockOperand> operands = operands_of(cases[0]);
    ASSERT_EQ(operands.size(), 4U);
    EXPECT_EQ(operands[0].layout.blocks(), 1);
    EXPECT_EQ(operands[2].layout.blocks(), 1);
    EXPECT_EQ(operands[3].layout.blocks(), 2);
}

constexpr const char* program_of_blocks =
    "case program\nexpression W(i,j)=A(i,k)*A(k,j)\nexpression W(i,j)+=2*X(i,j)\n"
    "expression E(i,j)+=W(i,k)*A(k,j)-X(i,j)\nA i k\ntensor X i k\ntensor E i k\n"
    "mode i 1 2\nmode k 1 2\nblocks A 2 00 11\nblocks X 1 01\nblocks E 3 00 01 11\n";

TEST(BlockCases, SeveralExpressionsAreAProgram) {
    const std::vector<BlockCase> cases =
        parse_block_cases(std::string(program_of_blocks) + "end\n", "p.txt");

    ASSERT_EQ(cases.size(), 1U);
    EXPECT_TRUE(cases[0].is_program);
    EXPECT_TRUE(cases[0].adds_to_output);
    EXPECT_EQ(cases[0].output_name, "E");
    EXPECT_THAT(cases[0].names, ElementsAre("A", "X"));
    const std::vector<BlockOperand> operands = operands_of(cases[0]);
    ASSERT_EQ(operands.size(), 3U);
    EXPECT_EQ(operands[0].layout.blocks(), 3);
    EXPECT_EQ(operands[2].layout.blocks(), 1);
}

TEST(BlockCases, RefusalsOfPrograms) {
    const std::string text = program_of_blocks;
    EXPECT_THAT(refusal(text + "tensor W i k\nblocks W 1 00\nend\n"),
                HasSubstr("'W' is not what the last statement writes"));
    EXPECT_THAT(refusal(text + "expression Y(i,j)=A(i,j)\nend\n"),
                HasSubstr("'Y' has no line `tensor`"));
    EXPECT_THAT(refusal(text + "expression E(i,j)+=Z(i,j)\nend\n"),
                HasSubstr("'Z' has no line `tensor`"));
    EXPECT_THAT(refusal("case d\nexpression W(i)=A(i)\nexpression D(i)=W(i)\nA i\nD i\nmode i 1\n"
                        "blocks A 1 0\nend\n"),
                HasSubstr("D has no line `blocks`"));
    EXPECT_THAT(refusal("case d\nexpression W(i)=A(i)\nexpression D(i=W(i)\nend\n"),
                HasSubstr("line 2, column 5"));
}

TEST(BlockCases, RefusalsOfExpressions) {
    EXPECT_THAT(refusal(with_line("none", "") + "case d\nexpression D(i=A(i)\nend\n"),
                HasSubstr("b.txt:14: column 5"));
    EXPECT_THAT(refusal("case d\nexpression D(i)=X(i)\nend\n"),
                HasSubstr("'X' has no line `tensor`"));
    EXPECT_THAT(refusal("case d\nexpression D(i)=D(i)\nend\n"),
                HasSubstr("'D' is both written and a factor"));
    EXPECT_THAT(refusal("case d\ntensor\n"), HasSubstr("ends behind 'tensor'"));
}

TEST(BlockCases, RefusalsNameFileLineAndWord) {
    EXPECT_EQ(refusal(with_line("none", "")), "");
    EXPECT_THAT(refusal("mode k 1\n"), StartsWith("b.txt:1: 'mode' stands outside of a case"));
    EXPECT_THAT(refusal("case c\n"), HasSubstr("no line `end`"));
    EXPECT_THAT(refusal("case c d\n"), HasSubstr("one name"));
    EXPECT_THAT(refusal(with_line("none", "") + with_line("none", "")),
                HasSubstr("b.txt:12: there are two cases 'c'"));
    EXPECT_THAT(refusal(with_line("mode", "mode k 1 x")), HasSubstr("b.txt:5:"));
    EXPECT_THAT(refusal(with_line("mode", "mode")), HasSubstr("ends behind 'mode'"));
    EXPECT_THAT(refusal(with_line("mode", "mode l 1")), HasSubstr("label 'k' has no line `mode`"));
    EXPECT_THAT(refusal(with_line("blocks A", "blocks C 1 0")),
                HasSubstr("'C' is neither A, B nor D and has no line `tensor`"));
    EXPECT_THAT(refusal(with_line("blocks A", "blocks A 2 0")),
                HasSubstr("A has 1 blocks, but the line `blocks` says 2"));
    EXPECT_THAT(refusal(with_line("blocks A", "blocks A 1 -")),
                HasSubstr("'-' in the blocks of A"));
    EXPECT_THAT(refusal(with_line("blocks A", "")), HasSubstr("A has no line `blocks`"));
    EXPECT_THAT(refusal(with_line("charges", "")), HasSubstr("label 'k' has no line `charges`"));
    EXPECT_THAT(refusal(with_line("signs", "")), HasSubstr("B has 1 modes, but 0 signs"));
    EXPECT_THAT(refusal(with_line("signs", "signs B 7")), HasSubstr("sign of mode 0 is 2"));
    EXPECT_THAT(refusal(with_line("mod", "size 3")), HasSubstr("'size' says nothing"));
    EXPECT_THAT(refusal(with_line("mod 0", "mod 0 0")), HasSubstr("components"));
}

}  // namespace
}  // namespace ttgt::tool
