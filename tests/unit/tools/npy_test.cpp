// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/npy.h"

#include <sys/stat.h>

#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/npy_bytes.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using test::element_bytes;
using test::npy_dict_text;
using test::npy_header_bytes;
using test::refusal_of;
using test::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const OnBytes ignore = [](std::int64_t) {};

NpyHeader parse(const std::string& header, std::int64_t data_bytes) {
    return parse_npy_header(header, static_cast<std::int64_t>(header.size()) + data_bytes, "x.npy");
}

/// What parsing says against the file; empty where it is accepted.
std::string refusal(const std::string& header, std::int64_t data_bytes = 0) {
    return test::refusal_of<FileError>([&] { (void)parse(header, data_bytes); });
}

std::string refusal_of_dict(const std::string& dict, std::int64_t data_bytes = 0) {
    return refusal(npy_header_bytes(dict), data_bytes);
}

TEST(NpyHeader, FileThatNumpyWroteIsRead) {
    // np.save of np.zeros((3, 4)), NumPy 1.24: padded to 128 bytes.
    std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
    dict.append(128 - 10 - 1 - dict.size(), ' ').append("\n");

    const NpyHeader header = parse(npy_header_bytes(dict), 96);

    EXPECT_EQ(header.dtype, DType::float64);
    EXPECT_FALSE(header.fortran_order);
    EXPECT_THAT(header.shape, ElementsAre(3, 4));
    EXPECT_EQ(header.data_offset, 128);
    EXPECT_THAT(header.layout().strides, ElementsAre(4, 1));
}

TEST(NpyHeader, EveryDtypeOrderAndVersionIsRead) {
    const std::vector<std::pair<std::string, DType>> dtypes{{"f2", DType::float16},
                                                            {"f4", DType::float32},
                                                            {"f8", DType::float64},
                                                            {"c8", DType::complex64},
                                                            {"c16", DType::complex128}};
    for (const auto& [code, dtype] : dtypes) {
        for (const bool fortran : {false, true}) {
            for (const int version : {1, 2, 3}) {
                for (const std::string order : {"<", "="}) {
                    const NpyHeader header = parse(
                        npy_header_bytes(npy_dict_text(order + code, fortran, "(2,)"), version),
                        2 * size_bytes(dtype));

                    EXPECT_EQ(header.dtype, dtype);
                    EXPECT_EQ(header.fortran_order, fortran);
                }
            }
        }
    }
}

TEST(NpyHeader, LongestHeaderOfVersion1IsRead) {
    std::string dict = npy_dict_text("<f8", false, "()");
    dict.append(65535 - dict.size(), ' ');
    std::string bytes("\x93NUMPY\x01\x00\xff\xff", 10);

    EXPECT_EQ(parse(bytes + dict, 8).data_offset, 65545);
}

TEST(NpyFile, WhatIsNoRegularFileIsRefusedWithoutOpening) {
    const test::TemporaryFolder folder;
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);  // to open it would wait for ever
    const auto refusal_of = [](const std::string& path) {
        return test::refusal_of<FileError>([&] { const NpyFile file(path); });
    };

    EXPECT_THAT(refusal_of(folder.file("pipe")), HasSubstr("pipe: is a FIFO, not a regular file"));
    EXPECT_EQ(refusal_of("/dev/zero"), "/dev/zero: is a device, not a regular file");
    EXPECT_EQ(refusal_of(folder.path()), folder.path() + ": is a folder, not a regular file");
    EXPECT_THAT(refusal_of(folder.file("none")), HasSubstr("No such file or directory"));
}

TEST(NpyHeader, ScalarEmptyArrayAndRank64AreRead) {
    std::string ones = "(";
    for (int i = 0; i < 64; ++i) ones += "1, ";

    EXPECT_TRUE(parse(npy_header_bytes(npy_dict_text("<f4", false, "()")), 4).shape.empty());
    EXPECT_THAT(parse(npy_header_bytes(npy_dict_text("<f4", true, "(0, 5)")), 0).shape,
                ElementsAre(0, 5));
    EXPECT_EQ(parse(npy_header_bytes(npy_dict_text("<f4", false, ones + ")")), 4).shape.size(),
              64U);
}

TEST(NpyHeader, KeysInAnyOrderWithoutTrailingCommaAreRead) {
    const std::string dict = "{\"shape\":(2,3),'fortran_order':True,'descr':'<c8'}  \n";

    const NpyHeader header = parse(npy_header_bytes(dict), 48);

    EXPECT_TRUE(header.fortran_order);
    EXPECT_THAT(header.layout().strides, ElementsAre(1, 2));
}

TEST(NpyHeader, FormatThenParseGivesTheSameArray) {
    const std::vector<std::vector<std::int64_t>> shapes{{}, {7}, {0}, {2, 3}, {1, 2, 3, 4, 5}};
    for (const auto& shape : shapes) {
        for (const bool fortran : {false, true}) {
            const std::string bytes = format_npy_header(DType::complex64, fortran, shape);

            EXPECT_EQ(bytes.size() % 64, 0U);
            const std::int64_t data = volume(packed(shape)) * 8;
            const NpyHeader header = parse(bytes, data);
            EXPECT_EQ(header.dtype, DType::complex64);
            EXPECT_EQ(header.fortran_order, fortran);
            EXPECT_EQ(header.shape, shape);
        }
    }
}

TEST(NpyHeader, OtherDtypesAreRefusedByName) {
    const auto descr = [](const std::string& code) {
        return refusal_of_dict(npy_dict_text(code, false, "(2,)"), 16);
    };

    EXPECT_THAT(descr(">f8"),
                AllOf(StartsWith("x.npy: "), HasSubstr("'>f8'"), HasSubstr("big-endian")));
    EXPECT_THAT(descr("<i8"), AllOf(HasSubstr("'<i8'"), HasSubstr("integers")));
    EXPECT_THAT(descr("|b1"), HasSubstr("booleans"));
    EXPECT_THAT(descr("|O"), HasSubstr("objects"));
    EXPECT_THAT(descr("|S8"), HasSubstr("strings"));
    EXPECT_THAT(descr("<U2"), HasSubstr("strings"));
    EXPECT_THAT(descr("|V8"), HasSubstr("structured"));
    EXPECT_THAT(descr("<M8[ns]"), HasSubstr("dates"));
    EXPECT_THAT(descr("<f16"), HasSubstr("another size"));
    EXPECT_THAT(descr("<V2"), HasSubstr("bfloat16"));
    EXPECT_THAT(descr("|f8"), HasSubstr("'|f8'"));
    EXPECT_THAT(descr("f8"), HasSubstr("'f8'"));
    EXPECT_THAT(descr(""), HasSubstr("''"));
    EXPECT_THAT(refusal_of_dict("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (), }"),
                HasSubstr("structured"));
}

TEST(NpyHeader, OtherFormatsAreRefused) {
    const std::string good = npy_header_bytes(npy_dict_text("<f8", false, "()"));

    EXPECT_THAT(refusal(""), HasSubstr("not an .npy file"));
    EXPECT_THAT(refusal("PK\x03\x04"), HasSubstr("not an .npy file"));
    EXPECT_THAT(refusal("\x93NUMPY"), HasSubstr("format version"));
    EXPECT_THAT(refusal(good.substr(0, 9)), HasSubstr("length"));
    EXPECT_THAT(refusal(npy_header_bytes("{}", 4)), HasSubstr("version 4.0"));
    EXPECT_THAT(refusal(npy_header_bytes("{}", 0)), HasSubstr("version 0.0"));
    EXPECT_THAT(refusal(good.substr(0, 40)), HasSubstr("truncated"));
    std::string long_header("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12);
    EXPECT_THAT(refusal(long_header), HasSubstr("ends at byte 2147483659; 65545 are read"));
}

TEST(NpyHeader, MalformedDictionariesAreRefused) {
    EXPECT_THAT(refusal_of_dict(""), HasSubstr("no '{'"));
    EXPECT_THAT(refusal_of_dict("{'descr': '<f8', 'fortran_order': False}"),
                HasSubstr("no key 'shape'"));
    EXPECT_THAT(refusal_of_dict("{'descr': '<f8', 'descr': '<f8'}"), HasSubstr("repeats"));
    EXPECT_THAT(refusal_of_dict("{'color': 1}"), HasSubstr("unknown key 'color'"));
    EXPECT_THAT(refusal_of_dict("{'shape': (3)}"), HasSubstr("not a tuple"));
    EXPECT_THAT(refusal_of_dict("{'shape': (3 4)}"), HasSubstr("no comma"));
    EXPECT_THAT(refusal_of_dict("{'shape': (,)}"), HasSubstr("not an integer"));
    EXPECT_THAT(refusal_of_dict("{'shape': (3.0,)}"), HasSubstr("no comma"));
    EXPECT_THAT(refusal_of_dict("{'shape': (-1,)}"), HasSubstr("negative"));
    EXPECT_THAT(refusal_of_dict("{'shape': (99999999999999999999,)}"), HasSubstr("64 bits"));
    EXPECT_THAT(refusal_of_dict("{'fortran_order': 1}"), HasSubstr("neither True nor False"));
    EXPECT_THAT(refusal_of_dict("{'descr': '<f8"), HasSubstr("without an end"));
    EXPECT_THAT(refusal_of_dict("{'descr' '<f8'}"), HasSubstr("no ':'"));
    EXPECT_THAT(refusal_of_dict(npy_dict_text("<f8", false, "()") + "x", 8), HasSubstr("after"));
    EXPECT_THAT(refusal_of_dict(std::string("{'a\nb\0': 1}", 11)), HasSubstr("'a\\x0ab\\x00'"));
}

TEST(NpyHeader, SizesThatDoNotFitAreRefused) {
    std::string rank_65 = "(";
    for (int i = 0; i < 65; ++i) rank_65 += "1, ";
    const auto shape = [](const std::string& text, std::int64_t data_bytes) {
        return refusal_of_dict(npy_dict_text("<f8", false, text), data_bytes);
    };

    EXPECT_THAT(shape(rank_65 + ")", 8), HasSubstr("rank 65; arrays of rank 64 at most"));
    EXPECT_THAT(shape("(4294967296, 4294967296)", 8), HasSubstr("does not fit 64 bits"));
    EXPECT_THAT(shape("(1152921504606846976,)", 8), HasSubstr("does not fit 64 bits"));
    EXPECT_THAT(shape("(1099511627776,)", 8), AllOf(HasSubstr("truncated"), HasSubstr("holds 8")));
    EXPECT_THAT(shape("(2,)", 15), HasSubstr("needs 16 bytes of data, the file holds 15"));
    EXPECT_THAT(shape("(2,)", 17), HasSubstr("after its array"));
}

TEST(NpyFile, MissingFileAndFolderAreRefusedByName) {
    const TemporaryFolder folder;

    EXPECT_THAT(refusal_of<FileError>([&] { NpyFile(folder.file("none.npy")); }),
                HasSubstr("/none.npy: cannot be read: No such file"));
    EXPECT_THAT(refusal_of<FileError>([&] { NpyFile{folder.path()}; }),
                HasSubstr(folder.path() + ": is a folder, not a regular file"));
}

TEST(NpyFile, LoadGivesTheElementsAsTheyLie) {
    const TemporaryFolder folder;
    const std::vector<double> elements{1, 2, 3, 4, 5, 6};
    const std::string path = folder.write(
        "a.npy", npy_header_bytes(npy_dict_text("<f8", true, "(2, 3)")) + element_bytes(elements));
    std::vector<double> loaded(6);
    std::int64_t bytes = 0;

    NpyFile(path).load(loaded.data(), [&](std::int64_t step) { bytes += step; });

    EXPECT_EQ(loaded, elements);
    EXPECT_EQ(bytes, 48);
}

TEST(NpyFile, LoadIntoAnotherOrderMovesEveryElement) {
    const TemporaryFolder folder;
    const std::vector<float> elements{11, 12, 13, 21, 22, 23};  // C order: row 1, row 2
    const std::string path = folder.write(
        "a.npy", npy_header_bytes(npy_dict_text("<f4", false, "(2, 3)")) + element_bytes(elements));
    std::vector<float> loaded(6);

    NpyFile(path).load_into(view(loaded.data(), {2, 3}), ignore);

    EXPECT_THAT(loaded, ElementsAre(11, 21, 12, 22, 13, 23));
}

TEST(NpyFile, LoadsRealElementsIntoComplexOnes) {
    const TemporaryFolder folder;
    const std::vector<float> elements{1, -2};
    const std::string path = folder.write(
        "a.npy", npy_header_bytes(npy_dict_text("<f4", false, "(2,)")) + element_bytes(elements));
    std::vector<std::complex<float>> loaded(2, {9, 9});

    NpyFile(path).load_into(view(loaded.data(), {2}), ignore);

    EXPECT_THAT(loaded, ElementsAre(std::complex<float>(1, 0), std::complex<float>(-2, 0)));
}

TEST(NpyFile, LoadIntoAnotherPrecisionIsRefused) {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("a.npy", npy_header_bytes(npy_dict_text("<f4", false, "(1,)")) +
                                  element_bytes<float>({1.0F}));
    double loaded = 0;

    EXPECT_THAT(refusal_of<FileError>([&] { NpyFile(path).load_into(view(&loaded, {1}), ignore); }),
                HasSubstr("/a.npy: holds float32 where float64 is needed"));
}

TEST(NpyFile, LoadIntoMoreThanOneChunkKeepsTheOrder) {
    constexpr std::int64_t rows = 1500;
    constexpr std::int64_t columns = 1000;  // 12 MB
    const TemporaryFolder folder;
    std::vector<double> elements(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<double>(i);
    const std::string path =
        folder.write("a.npy", npy_header_bytes(npy_dict_text("<f8", false, "(1500, 1000)")) +
                                  element_bytes(elements));
    std::vector<double> loaded(elements.size());

    NpyFile(path).load_into(view(loaded.data(), {rows, columns}), ignore);

    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            ASSERT_EQ(loaded[static_cast<std::size_t>(row + rows * column)],
                      static_cast<double>(row * columns + column));
        }
    }
}

TEST(WriteNpy, WrittenArrayIsReadBackInBothOrders) {
    const TemporaryFolder folder;
    const std::vector<std::complex<double>> elements{{1, 2}, {3, 4}, {5, 6},
                                                     {7, 8}, {9, 0}, {0, 1}};
    for (const bool fortran : {false, true}) {
        const Layout layout = fortran ? packed({3, 2}) : packed_last_fastest({3, 2});
        OutputFile out(folder.file("a.npy"));

        write_npy(out, ConstTensorView(DType::complex128, layout, elements.data()), fortran,
                  ignore);
        out.commit();

        const NpyFile file(folder.file("a.npy"));
        std::vector<std::complex<double>> loaded(6);
        file.load(loaded.data(), ignore);
        EXPECT_EQ(file.header().fortran_order, fortran);
        EXPECT_EQ(file.header().layout(), layout);
        EXPECT_EQ(loaded, elements);
    }
}

TEST(NpyFile, BlockIsTheElementsAtItsIndices) {
    const TemporaryFolder folder;
    const std::vector<double> in_file{11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34};
    const std::string c_order = folder.write(
        "c.npy", npy_header_bytes(npy_dict_text("<f8", false, "(3, 4)")) + element_bytes(in_file));
    const std::string fortran_order = folder.write(
        "f.npy", npy_header_bytes(npy_dict_text("<f8", true, "(4, 3)")) + element_bytes(in_file));
    std::vector<double> block(4, 0.0);

    NpyFile(c_order).load_block({{0, 2}, {1, 2}}, block.data(), ignore);
    EXPECT_THAT(block, ElementsAre(12, 32, 13, 33));
    NpyFile(fortran_order).load_block({{0, 3}, {1, 2}}, block.data(), ignore);
    EXPECT_THAT(block, ElementsAre(21, 24, 31, 34));
    NpyFile(c_order).load_block({{}, {1}}, nullptr, ignore);
}

}  // namespace
}  // namespace ttgt::tool
