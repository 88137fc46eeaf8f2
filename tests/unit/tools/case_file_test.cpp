// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/case_file.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/files/text_file.h"
#include "tests/support/refusal.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string contraction_refusal(const std::string& text) {
    return test::refusal_of<FileError>([&] { (void)parse_contraction_cases(text, "c.tsv"); });
}

std::string transpose_refusal(const std::string& text) {
    return test::refusal_of<FileError>([&] { (void)parse_transpose_cases(text, "t.tsv"); });
}

TEST(ContractionCases, CommentsBlankLinesAndCrlfAreSkipped) {
    const auto cases = parse_contraction_cases(
        "# id, expression, extents\r\n"
        "\n"
        "  \t\n"
        "one\tD(a,b)=L(a,k)*R(k,b)\ta:24,b:16,k:3\r\n"
        "two\tD()+=L(i)*R(i)\ti:5\tcomplex64",
        "c.tsv");

    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].line, 4U);
    EXPECT_EQ(cases[0].id, "one");
    EXPECT_EQ(cases[0].expression, "D(a,b)=L(a,k)*R(k,b)");
    EXPECT_THAT(cases[0].extents,
                ElementsAre(LabelExtent{"a", 24}, LabelExtent{"b", 16}, LabelExtent{"k", 3}));
    EXPECT_FALSE(cases[0].dtype.has_value());
    EXPECT_EQ(cases[1].dtype, DType::complex64);
}

TEST(ContractionCases, ExtentsAreReadInEverySpelling) {
    const auto cases = parse_contraction_cases("x\tD(a,b)=L(a)*R(b)\ta=2 b=3\n", "c.tsv");

    EXPECT_THAT(cases.at(0).extents, ElementsAre(LabelExtent{"a", 2}, LabelExtent{"b", 3}));
}

TEST(ContractionCases, ScalarsOnlyTakeAnEmptyExtentsField) {
    const auto cases = parse_contraction_cases("s\tD()=L()*R()\t\tfloat32\n", "c.tsv");

    ASSERT_EQ(cases.size(), 1U);
    EXPECT_THAT(cases[0].extents, IsEmpty());
}

TEST(ContractionCases, FileWithoutCasesIsEmpty) {
    EXPECT_THAT(parse_contraction_cases("", "c.tsv"), IsEmpty());
    EXPECT_THAT(parse_contraction_cases("# nothing\n", "c.tsv"), IsEmpty());
}

TEST(ContractionCases, ErrorsNameFileLineAndField) {
    const std::string good = "one\tD(a)=L(a,b)*R(b)\ta:2,b:3\n";

    EXPECT_THAT(contraction_refusal(good + "two"),
                AllOf(StartsWith("c.tsv:2: "), HasSubstr("1 fields where 3 or 4")));
    EXPECT_THAT(contraction_refusal("a\tb\tc\td\te"), HasSubstr("5 fields"));
    EXPECT_THAT(contraction_refusal("\tD(a)=L(a)\ta:2"), HasSubstr("field 1 (id) is empty"));
    EXPECT_THAT(contraction_refusal(good + good),
                AllOf(HasSubstr("c.tsv:2: field 1 (id)"), HasSubstr("'one' stands in line 1")));
    EXPECT_THAT(contraction_refusal("x\tD(a=L(a)\ta:2"),
                HasSubstr("c.tsv:1: field 2 (expression)"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta;2"),
                AllOf(HasSubstr("field 3 (extents): 'a;2'"), HasSubstr("a=3 b=4 and a:3,b:4")));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:two"), HasSubstr("'two' is not an integer"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:-2"), HasSubstr("-2 is below 0"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:2,a:2"), HasSubstr("'a' has two extents"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a,b)\ta:2"),
                HasSubstr("label 'b' of 'L' has no extent"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:2,z:2"), HasSubstr("no label 'z'"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:2\tfloat80"),
                HasSubstr("field 4 (dtype): 'float80'"));
    EXPECT_THAT(contraction_refusal("x\tD(a)=L(a)\ta:2\topaque8"), HasSubstr("'opaque8'"));
}

TEST(ContractionCases, TensorBeyond64BitsIsRefused) {
    EXPECT_THAT(contraction_refusal("x\tD(a,b)=L(a)*R(b)\ta:4294967296,b:4294967296"),
                AllOf(StartsWith("c.tsv:1: "),
                      HasSubstr("'D': the tensor of extents 4294967296x4294967296")));
}

TEST(ContractionCases, MessagesShowNoControlCharacters) {
    const std::string message = contraction_refusal(std::string("x\tD(a)=L(a)\ta:\x1b[31m"));

    EXPECT_THAT(message, HasSubstr("\\x1b"));
    EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

TEST(TransposeCases, ArrayMayFollow) {
    const TransposeCase entry =
        parse_transpose_cases("t\t8\t2,3,4\t2,0,1\t2,5,7\n", "t.tsv").front();

    EXPECT_EQ(entry.array, (std::vector<std::int64_t>{2, 5, 7}));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t1,0\t4"),
                HasSubstr("field 5 (array) has 1 extents, but the tensor has 2"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t1,0\t4,2"),
                HasSubstr("extent 2 of mode 1 is below the tensor's 3"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t1,0\t4,x"), HasSubstr("field 5 (array)"));
}

TEST(TransposeCases, FieldsAreRead) {
    const auto cases = parse_transpose_cases(
        "# id\telement_bytes\textents\tperm\nt1\t8\t7,3,2\t2,0,1\ns\t16\t\t\n", "t.tsv");

    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].dtype, DType::opaque8);
    EXPECT_THAT(cases[0].extents, ElementsAre(7, 3, 2));
    EXPECT_THAT(cases[0].perm, ElementsAre(2, 0, 1));
    EXPECT_EQ(cases[1].dtype, DType::opaque16);
    EXPECT_THAT(cases[1].perm, IsEmpty());
}

TEST(TransposeCases, ErrorsNameFileLineAndField) {
    EXPECT_THAT(transpose_refusal("t\t8\t2,3"), HasSubstr("t.tsv:1: 3 fields where 4"));
    EXPECT_THAT(transpose_refusal("t\t3\t2,3\t1,0"), HasSubstr("field 2 (element_bytes): 3"));
    EXPECT_THAT(transpose_refusal("t\tx\t2,3\t1,0"), HasSubstr("field 2 (element_bytes): 'x'"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,,3\t1,0"), HasSubstr("field 3 (extents): ''"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,-3\t1,0"), HasSubstr("-3 is below 0"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t1,1"), HasSubstr("1 is repeated"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t1,2"), HasSubstr("2 is too large"));
    EXPECT_THAT(transpose_refusal("t\t8\t2,3\t0"), HasSubstr("1 entries, the tensor has 2 modes"));
    EXPECT_THAT(transpose_refusal("t\t8\t4294967296,4294967296\t1,0"), StartsWith("t.tsv:1: "));
}

TEST(ShippedCaseFiles, AllAreRead) {
    const std::string folder = TTGT_SOURCE_DIR "/benchmarks/data/";
    const std::vector<std::pair<std::string, std::size_t>> contractions{
        {"tccg_small", 48},     {"tccg_double", 48}, {"tccg_single", 48},
        {"nwchem_triples", 54}, {"nekbone", 64},     {"contractions_anchor", 291}};
    for (const auto& [name, count] : contractions) {
        const std::string path = folder + name + ".tsv";
        EXPECT_EQ(parse_contraction_cases(read_text_file(path), path).size(), count) << name;
    }
    for (const auto& [name, count] :
         {std::pair<const char*, std::size_t>{"ttc57", 57}, {"transposes_anchor", 394}}) {
        const std::string path = folder + name + ".tsv";
        EXPECT_EQ(parse_transpose_cases(read_text_file(path), path).size(), count) << name;
    }
}

TEST(ReadTextFile, MissingFileAndFolderAreRefused) {
    const test::TemporaryFolder folder;

    for (const auto& [path, reason] :
         {std::pair{folder.file("none.tsv"), ": cannot be read: No such file or directory"},
          {folder.path(), ": cannot be read: Is a directory"},
          {std::string("/dev/zero"), ": is larger than 64 MiB"}}) {
        const std::string& name = path;  // clang 14 lets no lambda capture a structured binding
        EXPECT_EQ(test::refusal_of<InvalidArgument>([&] { (void)read_text_file(name); }),
                  path + reason);
    }
}

TEST(ReadTextFile, WholeContentIsRead) {
    const test::TemporaryFolder folder;
    const std::string content(200000, 'x');

    EXPECT_EQ(read_text_file(folder.write("a.tsv", content)), content);
    EXPECT_EQ(read_text_file(folder.write("b.tsv", "")), "");
}

TEST(ReadTextFile, ByteOrderMarkOfUtf8IsPassedOver) {
    const test::TemporaryFolder folder;

    EXPECT_EQ(read_text_file(folder.write("a.tsv", "\xEF\xBB\xBF# c\r\n")), "# c\r\n");
    EXPECT_EQ(read_text_file(folder.write("b.tsv", "\xEF\xBB\xBF")), "");
    EXPECT_EQ(read_text_file(folder.write("c.tsv", "a\xEF\xBB\xBF")), "a\xEF\xBB\xBF");
    EXPECT_EQ(read_text_file(folder.write("d.tsv", "\xEF\xBB")), "\xEF\xBB");
}

TEST(ReadTextFile, WideCharactersAreRefusedByName) {
    using namespace std::string_literals;
    const test::TemporaryFolder folder;
    for (const auto& [content, encoding] : {std::pair{"\xFF\xFE#\0"s, "UTF-16"},
                                            {"\xFE\xFF\0#"s, "UTF-16"},
                                            {"\xFF\xFE\0\0#\0\0\0"s, "UTF-32"},
                                            {"\0\0\xFE\xFF\0\0\0#"s, "UTF-32"}}) {
        const std::string path = folder.write("w.tsv", content);

        EXPECT_EQ(test::refusal_of<InvalidArgument>([&] { (void)read_text_file(path); }),
                  path + ": is text of " + encoding + "; save it as UTF-8");
    }
}

}  // namespace
}  // namespace ttgt::tool
