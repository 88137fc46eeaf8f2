// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/bindings.h"

#include <ttgt/error.h>

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt::tool {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Files = std::vector<std::optional<std::string>>;

Files bind(const std::string& expression, const std::vector<std::string>& options) {
    return bind_files(parse_expression(expression), options);
}

std::string refusal(const std::string& expression, const std::vector<std::string>& options) {
    return test::refusal_of<InvalidArgument>([&] { (void)bind(expression, options); });
}

TEST(BindFiles, NamesBindInAnyOrderAndTheOutputIsOptional) {
    EXPECT_THAT(bind("D(a)=L(a,k)*R(k)", {"R=r.npy", "L=l.npy"}),
                ElementsAre(std::nullopt, "l.npy", "r.npy"));
    EXPECT_THAT(bind("D(a)+=L(a)", {"D=d.npy", "L=a=b.npy"}), ElementsAre("d.npy", "a=b.npy"));
}

TEST(BindFiles, RepeatedNamesBindByPosition) {
    EXPECT_THAT(bind("T(a,b,i,j)+=T(a,i)*T(b,j)", {"2=c", "0=a", "1=b"}),
                ElementsAre("a", "b", "c"));
}

TEST(BindFiles, UniqueNamesAndPositionsMix) {
    EXPECT_THAT(bind("D(a,b)=T(a)*T(b)", {"D=d", "1=x", "2=y"}), ElementsAre("d", "x", "y"));
}

TEST(BindFiles, OptionsThatDoNotFitAreNamed) {
    const std::string expression = "D(a)=L(a,k)*R(k)";

    EXPECT_THAT(refusal(expression, {"L=l"}), AllOf(HasSubstr("'R'"), HasSubstr("position 2")));
    EXPECT_THAT(refusal(expression, {"L=l", "R=r", "X=x"}), HasSubstr("no tensor 'X'"));
    EXPECT_THAT(refusal(expression, {"L=l", "L=m", "R=r"}), HasSubstr("two files, l and m"));
    EXPECT_THAT(refusal(expression, {"L=l", "1=m", "R=r"}), HasSubstr("two files, l and m"));
    EXPECT_THAT(refusal(expression, {"3=l"}), HasSubstr("positions 0 to 2"));
    EXPECT_THAT(refusal(expression, {"L"}), HasSubstr("'L' is not NAME=FILE"));
    EXPECT_THAT(refusal(expression, {"=f"}), HasSubstr("is not NAME=FILE"));
    EXPECT_THAT(refusal(expression, {"L="}), HasSubstr("is not NAME=FILE"));
    EXPECT_THAT(refusal("T(a,b)=T(a)*T(b)", {"T=t"}),
                AllOf(HasSubstr("positions 0 and 1 and 2"), HasSubstr("by position")));
}

}  // namespace
}  // namespace ttgt::tool
