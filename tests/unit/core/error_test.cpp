// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/interrupt.h>

#include <string>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(Error, EveryTypeReportsItsStatus) {
    EXPECT_EQ(ExpressionError("r", "e", 0).status(), Status::expression);
    EXPECT_EQ(InvalidArgument("m").status(), Status::invalid_argument);
    EXPECT_EQ(ExtentMismatch("m").status(), Status::shape);
    EXPECT_EQ(RankMismatch("m").status(), Status::shape);
    EXPECT_EQ(OperandCountMismatch("m").status(), Status::operands);
    EXPECT_EQ(ShapeMismatch("m").status(), Status::shape);
    EXPECT_EQ(OverlapError("m").status(), Status::overlap);
    EXPECT_EQ(AliasedOutput("m").status(), Status::aliased_output);
    EXPECT_EQ(SizeOverflow("m").status(), Status::invalid_argument);
    EXPECT_EQ(FileError("a.npy", "m").status(), Status::invalid_argument);
    EXPECT_EQ(Unsupported("m").status(), Status::unsupported);
    EXPECT_EQ(OutOfMemory("m").status(), Status::out_of_memory);
    EXPECT_EQ(DeviceError("m").status(), Status::device);
    EXPECT_EQ(Interrupted("m").status(), Status::interrupted);
}

TEST(Error, MessageIsWhatTheThrowerSaid) {
    const Unsupported error("rank 65");

    EXPECT_STREQ(error.what(), "rank 65");
}

TEST(ExpressionError, ShortExpressionIsShownWholeWithACaretBelowTheColumn) {
    const ExpressionError error("no such thing", "D(a)=$", 5);

    EXPECT_EQ(error.column(), 5U);
    EXPECT_STREQ(error.what(), "column 6: no such thing\nD(a)=$\n     ^");
}

TEST(ExpressionError, ColumnAtTheEndPutsTheCaretBehindTheExpression) {
    EXPECT_STREQ(ExpressionError("too short", "D(a)", 4).what(),
                 "column 5: too short\nD(a)\n    ^");
    EXPECT_STREQ(ExpressionError("empty", "", 0).what(), "column 1: empty\n\n^");
}

TEST(ExpressionError, ColumnPastTheEndIsShownAtTheEnd) {
    EXPECT_STREQ(ExpressionError("r", "D", 9).what(), "column 2: r\nD\n ^");
}

TEST(ExpressionError, BytesATerminalCouldActUponAreReplacedOneForOne) {
    const std::string expression(
        "a\tb c\rd\x1b"
        "e\0f\x7f"
        "\xc3\xa9$",
        15);

    EXPECT_STREQ(ExpressionError("r", expression, 14).what(),
                 "column 15: r\na b c d?e?f???$\n              ^");
}

TEST(ExpressionError, TextOfSeveralLinesIsShownByTheLine) {
    const std::string program = "R(a)=X(a)\r\n  Q(a)=$;\nE()=R(a)";

    EXPECT_STREQ(ExpressionError("r", program, 18).what(),
                 "line 2, column 8: r\n  Q(a)=$;\n       ^");
    EXPECT_STREQ(ExpressionError("r", program, 0).what(), "line 1, column 1: r\nR(a)=X(a) \n^");
    EXPECT_STREQ(ExpressionError("r", program, 20).what(),
                 "line 2, column 10: r\n  Q(a)=$;\n         ^");
    EXPECT_STREQ(ExpressionError("r", program, 29).what(),
                 "line 3, column 9: r\nE()=R(a)\n        ^");
    EXPECT_EQ(ExpressionError("r", program, 18).column(), 18U);
    EXPECT_STREQ(ExpressionError("r", "\nD(a)=$", 6).what(), "line 2, column 6: r\nD(a)=$\n     ^");
    EXPECT_STREQ(ExpressionError("r", "D(a)=\n", 5).what(), "column 6: r\nD(a)= \n     ^");
}

/// The character the caret stands below.
char pointed_at(const std::string& message) {
    const std::size_t line = message.find('\n') + 1;
    const std::size_t caret_line = message.find('\n', line) + 1;
    return message[line + message.size() - 1 - caret_line];
}

TEST(ExpressionError, LongExpressionIsCutAroundTheColumn) {
    for (const std::size_t column : {0U, 20U, 48U, 49U, 70U, 100U, 150U, 180U, 199U}) {
        std::string expression(200, '.');
        expression[column] = '$';

        const std::string message = ExpressionError("r", expression, column).what();

        EXPECT_EQ(pointed_at(message), '$') << message;
        EXPECT_LT(message.size(), 180U) << message;
        EXPECT_NE(message.find("..."), std::string::npos);
    }
}

}  // namespace
}  // namespace ttgt
