// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/fcidump.h"
#include "examples/ccsd/input_error.h"

namespace ccsd {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string refusal(const std::string& text, std::int64_t max_bytes = ttgt::unlimited) {
    try {
        (void)parse_fcidump(text, "t.fcidump", max_bytes);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// The refusal of a record that stands in line 3 of a file that is otherwise right.
std::string refusal_of_record(const std::string& record) {
    return refusal("&FCI NORB=2,NELEC=2\n/\n" + record + "\n0.5 1 1 0 0\n0.7 0 0 0 0\n");
}

/// The message begins with file and line, says this, and is one line.
testing::Matcher<const std::string&> is_at(int line, const std::string& what) {
    return AllOf(StartsWith("t.fcidump:" + std::to_string(line) + ": "), HasSubstr(what),
                 Not(HasSubstr("\n")));
}

TEST(FcidumpRejection, header_without_what_is_needed) {
    EXPECT_THAT(refusal("&FCI NELEC=2,\nMS2=0\n/\n"), is_at(3, "the namelist has no NORB"));
    EXPECT_THAT(refusal("&FCI NORB=2,\n&END\n"), is_at(2, "the namelist has no NELEC"));
    EXPECT_THAT(refusal("&FCI NORB=,NELEC=2/\n"), is_at(1, "NORB has 0 values"));
    EXPECT_THAT(refusal("&FCI NORB=2 2,NELEC=2/\n"), is_at(1, "NORB has 2 values"));
    EXPECT_THAT(refusal("&FCI NORB=2,\nNELEC=two/\n"), is_at(2, "NELEC='two' is not an integer"));
    EXPECT_THAT(refusal("&FCI NORB=99999999999999999999,NELEC=2/\n"), is_at(1, "not an integer"));
    EXPECT_THAT(refusal("&FCI NORB=-2,NELEC=2/\n"), is_at(1, "NORB=-2 is not positive"));
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=0/\n"), is_at(1, "NELEC=0 is not positive"));
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=2,\nNORB=3/\n"),
                is_at(2, "NORB is given again, after line 1"));
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=6/\n"), is_at(1, "do not fit into NORB=2"));
}

TEST(FcidumpRejection, what_is_no_namelist) {
    EXPECT_THAT(refusal(""), is_at(1, "the file is empty"));
    EXPECT_THAT(refusal("\n \n"), is_at(3, "the file is empty"));
    EXPECT_THAT(refusal("\nNORB=2\n"), is_at(2, "starts with 'NORB', not with the namelist &FCI"));
    EXPECT_THAT(refusal("&FCI 2 NORB=2/\n"), is_at(1, "'2' stands before any key"));
    EXPECT_THAT(refusal("&FCI = 2/\n"), is_at(1, "'=' without a key"));
    EXPECT_THAT(refusal("&FCI NORB=2,\nPTGRP='D2h,\n/\n"), is_at(2, "quoted text does not end"));
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=2 / 0.5 1 1 1 1\n"),
                is_at(1, "'0.5 1 1 1 1' follows the end of the namelist"));
}

TEST(FcidumpRejection, open_shells_and_unrestricted_orbitals) {
    EXPECT_THAT(refusal("&FCI NORB=2,\nNELEC=3/\n"), is_at(2, "NELEC=3: open shell"));
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=2,\nMS2=2/\n"), is_at(2, "MS2=2: open shell"));
    for (const char* const yes : {"UHF=.TRUE.", "uhf=.t.", "UHF=T", "IUHF=1", "iuhf = 1"}) {
        EXPECT_THAT(refusal("&FCI NORB=2,NELEC=2,\n" + std::string(yes) + "/\n"),
                    is_at(2, "UHF: unrestricted orbitals"))
            << yes;
    }
}

TEST(FcidumpRejection, indices_out_of_range) {
    EXPECT_THAT(refusal_of_record("1 3 1 1 1"),
                is_at(3, "index 3 is out of range: orbitals are 1 to 2"));
    EXPECT_THAT(refusal_of_record("1 1 1 3 0"), is_at(3, "index 3 is out of range"));
    EXPECT_THAT(refusal_of_record("1 -1 1 1 1"), is_at(3, "index -1 is out of range"));
    EXPECT_THAT(refusal_of_record("1 1 1 1 0"), is_at(3, "index 0 is out of range"));
    EXPECT_THAT(refusal_of_record("1 0 1 0 0"), is_at(3, "index 0 is out of range"));
    EXPECT_THAT(refusal_of_record("1 3 0 0 0"), is_at(3, "index 3 is out of range"));
    EXPECT_THAT(refusal_of_record("1 1 1.5 1 1"), is_at(3, "index '1.5' is not an integer"));
    EXPECT_THAT(refusal_of_record("1 99999999999999999999 1 1 1"), is_at(3, "is not an integer"));
    EXPECT_THAT(refusal_of_record("1 1 1 3*0"), is_at(3, "'3*0' does not fit"));
    EXPECT_THAT(refusal_of_record("1 0*1 1 1 1"), is_at(3, "'0*1' does not fit"));
}

TEST(FcidumpRejection, values_that_are_no_finite_real_numbers) {
    for (const char* const value : {"NaN", "nan", "-inf", "Infinity", "1e999", "1.D+999"}) {
        EXPECT_THAT(refusal_of_record(std::string(value) + " 1 1 1 1"), is_at(3, "is not finite"))
            << value;
    }
    for (const char* const value : {"x", "1.0e", "--1", "1.0.0", "0x10", "1d", "1-2-3", "*"}) {
        EXPECT_THAT(refusal_of_record(std::string(value) + " 1 1 1 1"), is_at(3, "is not a number"))
            << value;
    }
    EXPECT_THAT(refusal_of_record("(1.0,0.5) 1 1 1 1"), is_at(3, "complex"));
    EXPECT_THAT(refusal_of_record("1.0 0.5 1 1 1 1"), is_at(3, "not an integer"));
    EXPECT_THAT(refusal_of_record("1 1 1 1 1 1"), is_at(3, "more than the five fields"));
    EXPECT_THAT(refusal_of_record("\x01\xff 1 1 1 1"), is_at(3, "'\\x01\xff' is not a number"));
}

TEST(FcidumpRejection, an_integral_given_twice_with_different_values) {
    EXPECT_THAT(refusal("&FCI NORB=2,NELEC=2/\n0.5 2 1 1 1\n0.7 0 0 0 0\n0.25 1 1 1 2\n"),
                is_at(4, "the integral 1 1 1 2 is 0.25 here, but 0.5 in line 2"));
    EXPECT_THAT(refusal_of_record("0.25 1 1 0 0"),
                is_at(4, "the integral 1 1 0 0 is 0.5 here, but 0.25 in line 3"));
    EXPECT_THAT(refusal_of_record("0.25 1 0 0 0\n0.5 1 0 0 0"), is_at(4, "but 0.25 in line 3"));
    EXPECT_THAT(refusal_of_record("0 0 0 0 0"), is_at(5, "the integral 0 0 0 0 is 0.6"));
}

TEST(FcidumpRejection, every_truncation_of_a_file) {
    const std::string whole =
        "&FCI NORB=2,NELEC=2,\n &END\n0.5 2 2 1 1\n-1.5 1 1 0 0\n0.7 0 0 0 0\n";
    for (std::size_t size = 0; size < whole.size() - 1; ++size) {
        EXPECT_THAT(refusal(whole.substr(0, size)), StartsWith("t.fcidump:")) << size;
    }
    EXPECT_THAT(refusal(whole.substr(0, 12)), is_at(1, "ends inside the namelist &FCI"));
    EXPECT_THAT(refusal(whole.substr(0, 36)), is_at(3, "fewer than the five fields"));
    EXPECT_THAT(refusal(whole.substr(0, whole.size() - 12)),
                is_at(4, "ends without the core energy"));
}

TEST(FcidumpRejection, more_orbitals_than_there_is_memory_for) {
    EXPECT_THAT(refusal("&FCI NELEC=2,\nNORB=4000000000/\n"), is_at(2, "NORB=4000000000"));
    EXPECT_THAT(refusal("&FCI NORB=100,\nNELEC=2/\n", 1 << 20), is_at(1, "NORB=100"));
    EXPECT_THAT(refusal("&FCI NORB=10,NELEC=2/\n0 0 0 0 0\n", 1 << 20), "");
}

TEST(FcidumpRejection, a_file_that_cannot_be_read) {
    for (const char* const path : {"/nonexistent.fcidump", "/"}) {
        try {
            (void)read_fcidump(path);
            FAIL() << path;
        } catch (const InputError& error) {
            EXPECT_EQ(error.what(), std::string(path) + ": cannot be read");
        }
    }
}

}  // namespace
}  // namespace ccsd
