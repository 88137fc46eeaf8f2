// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/input/fcidump.h"
#include "examples/ccsd/input/input_error.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using ttgt::test::refusal_of;

std::string refusal(const std::string& text, std::int64_t max_bytes) {
    return refusal_of<InputError>([&] { (void)parse_fcidump(text, "t.fcidump", max_bytes); });
}

/// The message begins with file and line, gives the reason, and is one line.
void refuses(const std::string& text, int line, const std::string& reason,
             std::int64_t max_bytes = ttgt::unlimited) {
    EXPECT_THAT(refusal(text, max_bytes),
                AllOf(StartsWith("t.fcidump:" + std::to_string(line) + ": "), HasSubstr(reason),
                      Not(HasSubstr("\n"))))
        << text;
}

/// The record stands in line 3 of a file that is otherwise right.
void refuses_record(const std::string& record, const std::string& reason, int line = 3) {
    refuses("&FCI NORB=2,NELEC=2\n/\n" + record + "\n0.5 1 1 0 0\n0.7 0 0 0 0\n", line, reason);
}

TEST(FcidumpRejection, HeaderWithoutWhatIsNeeded) {
    refuses("&FCI NELEC=2,\nMS2=0\n/\n", 3, "the namelist has no NORB");
    refuses("&FCI NORB=2,\n&END\n", 2, "the namelist has no NELEC");
    refuses("&FCI NORB=,NELEC=2/\n", 1, "NORB has 0 values");
    refuses("&FCI NORB=2 2,NELEC=2/\n", 1, "NORB has 2 values");
    refuses("&FCI NORB=2,\nNELEC=two/\n", 2, "NELEC='two' is not an integer");
    refuses("&FCI NORB=99999999999999999999,NELEC=2/\n", 1, "not an integer");
    refuses("&FCI NORB=-2,NELEC=2/\n", 1, "NORB=-2 is not positive");
    refuses("&FCI NORB=2,NELEC=0/\n", 1, "NELEC=0 is not positive");
    refuses("&FCI NORB=2,NELEC=2,\nNORB=3/\n", 2, "NORB is given again, after line 1");
    refuses("&FCI NORB=2,NELEC=6/\n", 1, "do not fit into NORB=2");
}

TEST(FcidumpRejection, WhatIsNoNamelist) {
    refuses("", 1, "the file is empty");
    refuses("\n \n", 3, "the file is empty");
    refuses("\nNORB=2\n", 2, "starts with 'NORB', not with the namelist &FCI");
    refuses("&FCI 2 NORB=2/\n", 1, "'2' stands before any key");
    refuses("&FCI = 2/\n", 1, "'=' without a key");
    refuses("&FCI NORB=2,\nPTGRP='D2h,\n/\n", 2, "quoted text does not end");
    for (const char* const number : {"0.5 1 1 1 1", "-.5 1 1 1 1", "+5D-1,1,1,1,1", "(0.5,0) 1"}) {
        refuses("&FCI NORB=2,NELEC=2 / " + std::string(number) + "\n", 1,
                "'" + std::string(number) +
                    "' follows the end of the namelist on its line, where Fortran reads nothing");
    }
}

TEST(FcidumpRejection, TextOfWideCharactersByName) {
    using namespace std::string_literals;
    for (const auto& [mark, encoding] : {std::pair{"\xFF\xFE&\0"s, "UTF-16"},
                                         {"\xFE\xFF\0&"s, "UTF-16"},
                                         {"\xFF\xFE\0\0&\0\0\0"s, "UTF-32"},
                                         {"\0\0\xFE\xFF\0\0\0&"s, "UTF-32"}}) {
        EXPECT_EQ(refusal(mark, ttgt::unlimited),
                  "t.fcidump: is text of "s + encoding + "; save it as ASCII or UTF-8");
    }
}

TEST(FcidumpRejection, OpenShellsAndUnrestrictedOrbitals) {
    refuses("&FCI NORB=2,\nNELEC=3/\n", 2, "NELEC=3: open shell");
    refuses("&FCI NORB=2,NELEC=2,\nMS2=2/\n", 2, "MS2=2: open shell");
    for (const char* const yes : {"UHF=.TRUE.", "uhf=.t.", "UHF=T", "IUHF=1", "iuhf = 1"}) {
        refuses("&FCI NORB=2,NELEC=2,\n" + std::string(yes) + "/\n", 2,
                "UHF: unrestricted orbitals");
    }
}

TEST(FcidumpRejection, IndicesOutOfRange) {
    refuses_record("1 3 1 1 1", "index 3 is out of range: orbitals are 1 to 2");
    refuses_record("1 1 1 3 0", "index 3 is out of range");
    refuses_record("1 -1 1 1 1", "index -1 is out of range");
    refuses_record("1 1 1 1 0", "index 0 is out of range");
    refuses_record("1 0 1 0 0", "index 0 is out of range");
    refuses_record("1 3 0 0 0", "index 3 is out of range");
    refuses_record("1 1 1.5 1 1", "index '1.5' is not an integer");
    refuses_record("1 99999999999999999999 1 1 1", "is not an integer");
    refuses_record("1 1 1 3*0", "'3*0' does not fit");
    refuses_record("1 0*1 1 1 1", "'0*1' does not fit");
}

TEST(FcidumpRejection, ValuesThatAreNoFiniteRealNumbers) {
    for (const char* const value : {"NaN", "nan", "-inf", "Infinity", "1e999", "1.D+999"}) {
        refuses_record(std::string(value) + " 1 1 1 1", "is not finite");
    }
    for (const char* const value : {"x", "1.0e", "--1", "1.0.0", "0x10", "1d", "1-2-3", "*"}) {
        refuses_record(std::string(value) + " 1 1 1 1", "is not a number");
    }
    refuses_record("(1.0,0.5) 1 1 1 1", "complex");
    refuses_record("1.0 0.5 1 1 1 1", "not an integer");
    refuses_record("1 1 1 1 1 1", "more than the five fields");
    refuses_record("\x01\xff 1 1 1 1", "'\\x01\xff' is not a number");
}

TEST(FcidumpRejection, IntegralGivenTwiceWithDifferentValues) {
    refuses("&FCI NORB=2,NELEC=2/\n0.5 2 1 1 1\n0.7 0 0 0 0\n0.25 1 1 1 2\n", 4,
            "the integral 1 1 1 2 is 0.25 here, but 0.5 in line 2");
    refuses_record("0.25 1 1 0 0", "the integral 1 1 0 0 is 0.5 here, but 0.25 in line 3", 4);
    refuses_record("0.25 1 0 0 0\n0.5 1 0 0 0", "but 0.25 in line 3", 4);
    refuses_record("0 0 0 0 0", "the integral 0 0 0 0 is 0.6", 5);
}

TEST(FcidumpRejection, EveryTruncationOfAFile) {
    const std::string whole =
        "&FCI NORB=2,NELEC=2,\n &END\n0.5 2 2 1 1\n-1.5 1 1 0 0\n0.7 0 0 0 0\n";
    const std::size_t last_line = whole.size() - 12;
    for (std::size_t size = 0; size < whole.size() - 1; ++size) {
        // Without the core energy a file is whole.
        if (size == last_line || size == last_line - 1) continue;
        EXPECT_THAT(refusal(whole.substr(0, size), ttgt::unlimited), StartsWith("t.fcidump:"))
            << size;
    }
    refuses(whole.substr(0, 12), 1, "ends inside the namelist &FCI");
    refuses(whole.substr(0, 36), 3, "fewer than the five fields");
    EXPECT_EQ(refusal(whole.substr(0, last_line), ttgt::unlimited), "");
    refuses(whole.substr(0, last_line - 13), 3, "ends without any one-electron integral");
}

TEST(FcidumpRejection, FileWithoutAnyOneElectronIntegral) {
    refuses("&FCI NORB=2,NELEC=2/\n0.5 1 1 1 1\n0.7 0 0 0 0\n", 3,
            "ends without any one-electron integral");
    EXPECT_EQ(refusal("&FCI NORB=2,NELEC=2/\n0 1 1 0 0\n", ttgt::unlimited), "");
}

TEST(FcidumpRejection, MoreOrbitalsThanThereIsMemoryFor) {
    refuses("&FCI NELEC=2,\nNORB=4000000000/\n", 2, "NORB=4000000000");
    refuses("&FCI NORB=100,\nNELEC=2/\n", 1, "NORB=100", 1 << 20);
    EXPECT_EQ(refusal("&FCI NORB=10,NELEC=2/\n0 1 1 0 0\n", 1 << 20), "");
}

TEST(FcidumpRejection, FileThatCannotBeRead) {
    for (const char* const path : {"/nonexistent.fcidump", "/"}) {
        EXPECT_EQ(refusal_of<InputError>([&] { (void)read_fcidump(path); }),
                  std::string(path) + ": cannot be read");
    }
}

}  // namespace
}  // namespace ccsd
