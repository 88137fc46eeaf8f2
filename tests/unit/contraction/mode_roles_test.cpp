// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/mode_roles.h"

#include <optional>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

constexpr Mode<3> of_l{2, {1, 1, 0}};
constexpr Mode<3> of_r{3, {2, 0, 1}};
constexpr Mode<3> of_both{5, {6, -2, 3}};
constexpr Mode<3> of_neither{7, {30, 0, 0}};

TEST(ModeRoles, OutputsTakeTheRoleOfTheInputsThatMove) {
    const Modes<3> outputs{of_l, of_r, of_both, of_neither};

    const auto roles = output_roles(outputs);

    EXPECT_EQ(roles, (std::vector<std::optional<Role>>{Role::free_l, Role::free_r, Role::batch,
                                                       std::nullopt}));
}

TEST(ModeRoles, SumsAreContractedOrLone) {
    EXPECT_EQ(sum_role(of_both), Role::contracted);
    EXPECT_EQ(sum_role(of_l), Role::lone_l);
    EXPECT_EQ(sum_role(of_r), Role::lone_r);
    EXPECT_EQ(sum_role(of_neither), std::nullopt);
}

}  // namespace
}  // namespace ttgt
