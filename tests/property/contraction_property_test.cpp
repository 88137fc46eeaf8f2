// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/support/contraction_properties.h"

namespace ttgt::test {
namespace {

CheckOptions options_for(std::uint64_t seed, std::int64_t limit) {
    CheckOptions options;
    options.workspace_limit = limit;
    options.threads = seed % 2 == 0 ? 1 : 2;
    return options;
}

class RandomContractions : public testing::TestWithParam<std::int64_t> {};

TEST_P(RandomContractions, OfManyTensorsAgreeWithTheReference) {
    check_random_networks(options_for, GetParam(), 400);
}

TEST_P(RandomContractions, AgreeWithTheReference) { check_random(options_for, GetParam(), 1000); }

TEST_P(RandomContractions, AreExactOnSmallIntegers) {
    check_random_integers(options_for, GetParam(), 1000);
}

INSTANTIATE_TEST_SUITE_P(WorkspaceLimit, RandomContractions,
                         testing::Values(std::int64_t{0}, std::int64_t{100}, std::int64_t{1000},
                                         std::int64_t{10000}, unlimited));

TEST(LargerRandomContractions, AgreeWithTheReference) { check_larger_random(options_for, 200); }

TEST(ContractionProperty, PermutingModesWithTheirLabelsChangesNothing) {
    check_permuted_modes(options_for, 200);
}

TEST(ContractionProperty, SwappingTheInputsChangesNothing) {
    check_swapped_inputs(options_for, 200);
}

TEST(ContractionProperty, WorkspaceLimitsChangeNothing) {
    check_workspace_limits(options_for, 200);
}

TEST(ContractionProperty, OverlappingWindowsInUnevenSlicesAgreeWithTheReference) {
    check_overlapping_windows(options_for, 3000);
}

TEST(ContractionProperty, IsLinearInAlpha) { check_linearity_in_alpha(options_for, 150); }

TEST(ContractionProperty, IsLinearInBeta) { check_linearity_in_beta(options_for, 150); }

}  // namespace
}  // namespace ttgt::test
