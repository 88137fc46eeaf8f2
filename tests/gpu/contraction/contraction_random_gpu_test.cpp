// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What must hold for any contraction, on random ones; see contraction_properties.h for replays.
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/contraction_properties.h"

namespace ttgt::test {
namespace {

class PropertiesGpu : public ContractionGpu {
protected:
    /// Every fourth case by `classic`, every fifth off the alignment.
    [[nodiscard]] OptionsFor options_for() {
        return [this](std::uint64_t seed, std::int64_t limit) {
            return check_options(seed % 4 == 0 ? "classic" : "auto", limit, seed % 5 == 0 ? 1 : 0);
        };
    }
};

class RandomContractionsGpu : public PropertiesGpu,
                              public testing::WithParamInterface<std::int64_t> {};

TEST_P(RandomContractionsGpu, AgreeWithTheReference) {
    check_random(options_for(), GetParam(), 600);
}

TEST_P(RandomContractionsGpu, OfManyTensorsAgreeWithTheReference) {
    check_random_networks(options_for(), GetParam(), 300);
}

TEST_P(RandomContractionsGpu, AreExactOnSmallIntegers) {
    check_random_integers(options_for(), GetParam(), 600);
}

INSTANTIATE_TEST_SUITE_P(WorkspaceLimit, RandomContractionsGpu,
                         testing::Values(std::int64_t{0}, std::int64_t{100}, std::int64_t{1000},
                                         std::int64_t{10000}, unlimited));

TEST_F(PropertiesGpu, LargerRandomContractionsAgreeWithTheReference) {
    check_larger_random(options_for(), 300);
}

TEST_F(PropertiesGpu, PermutingModesWithTheirLabelsChangesNothing) {
    check_permuted_modes(options_for(), 200);
}

TEST_F(PropertiesGpu, SwappingTheInputsChangesNothing) { check_swapped_inputs(options_for(), 200); }

TEST_F(PropertiesGpu, WorkspaceLimitsChangeNothing) { check_workspace_limits(options_for(), 200); }

TEST_F(PropertiesGpu, ResultIsLinearInAlpha) { check_linearity_in_alpha(options_for(), 150); }

TEST_F(PropertiesGpu, ResultIsLinearInBeta) { check_linearity_in_beta(options_for(), 150); }

}  // namespace
}  // namespace ttgt::test
