// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/degeneracy.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/input/input_error.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Energies = std::vector<double>;

std::string level_refusal(const Energies& energies, std::int64_t occupied,
                          std::int64_t frozen = 0) {
    return ttgt::test::refusal_of<InputError>([&] {
        refuse_degenerate_orbitals({energies, occupied, frozen}, "h.fcidump");
    });
}

TEST(Degeneracy, NamesTheOrbitalsOfEqualEnergies) {
    EXPECT_THAT(level_refusal({-2, -0.5, -0.5 + 1e-12, 1}, 2),
                StartsWith("h.fcidump: there is no gap: occupied orbital 2 and virtual orbital 3 "
                           "both have -0.500000 hartree"));
    EXPECT_THAT(level_refusal({-2, -0.5, -0.5 - 1e-12, 1}, 2), HasSubstr("orbital 3 both"));
    EXPECT_THAT(level_refusal({-2, 1, -3, -2}, 2, 0),
                HasSubstr("occupied orbital 1 and virtual orbital 4"));
}

TEST(Degeneracy, NamesPairsOfEqualEnergiesWhereTheGapIsNegative) {
    EXPECT_THAT(level_refusal({-3, 1, -2, 0}, 2),
                HasSubstr("exciting two electrons costs no energy"));
    EXPECT_EQ(level_refusal({-3, 1, -2.5, 0.25}, 2), "");
}

TEST(Degeneracy, AllowsGapsFrozenOrbitalsAndLevelsOfOneKindThatAreEqual) {
    EXPECT_EQ(level_refusal({-2, -0.5, -0.5 + 1e-6, 1}, 2), "");
    EXPECT_EQ(level_refusal({-1, -1, 1, 1}, 2), "");
    EXPECT_EQ(level_refusal({-3, 1, -3, 2}, 2, 1), "");
    EXPECT_EQ(level_refusal({-1}, 1), "");
    EXPECT_EQ(level_refusal({-1, 1}, 1, 1), "");
}

}  // namespace
}  // namespace ccsd
