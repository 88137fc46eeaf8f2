// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/by_irreps/irreps.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

#include "examples/ccsd/by_irreps/block_program.h"

namespace ccsd {
namespace {

using testing::ElementsAre;

/// Equations of all integrals over four orbitals that these hidden representations allow.
SignEquations equations_of(const std::vector<std::uint64_t>& hidden) {
    SignEquations equations(static_cast<std::int64_t>(hidden.size()));
    const auto irrep = [&](std::int64_t p) { return hidden[static_cast<std::size_t>(p)]; };
    const auto count = static_cast<std::int64_t>(hidden.size());
    for (std::int64_t p = 0; p < count; ++p)
        for (std::int64_t q = 0; q < count; ++q)
            for (std::int64_t r = 0; r < count; ++r)
                for (std::int64_t s = 0; s < count; ++s)
                    if ((irrep(p) ^ irrep(q) ^ irrep(r) ^ irrep(s)) == 0) {
                        equations.add({p, q, r, s});
                    }
    return equations;
}

TEST(SignEquations, TellOrbitalsApartThatNoIntegralJoins) {
    // The four representations of C2v; to change all signs at once is a symmetry, too.
    const std::vector<std::uint64_t> hidden{0, 1, 0, 2, 3, 1, 3, 0};
    const SignEquations equations = equations_of(hidden);
    const std::vector<std::uint64_t> found = equations.irreps();

    EXPECT_EQ(equations.generators(), 3);
    for (std::size_t p = 0; p < hidden.size(); ++p) {
        for (std::size_t q = 0; q < hidden.size(); ++q) {
            EXPECT_EQ(found[p] == found[q], hidden[p] == hidden[q]) << p << ", " << q;
        }
    }
}

// (0,1), (1,2) and (2,3): all orbitals are one. Without the second there are two halves.
TEST(SignEquations, JoinOrbitalsAlongChains) {
    SignEquations halves(4);
    halves.add({0, 1});
    halves.add({2, 3, 3, 3});
    EXPECT_EQ(halves.generators(), 2);
    EXPECT_THAT(halves.irreps(), ElementsAre(1, 1, 2, 2));
    halves.add({2, 1});
    EXPECT_EQ(halves.generators(), 1);
    EXPECT_THAT(halves.irreps(), ElementsAre(1, 1, 1, 1));
}

TEST(BlockProgram, ReadsStatementsOverSeveralLines) {
    const std::vector<std::string> statements = statements_of(
        "# title\nw(m,n) = v(m,n)  # once\n  - 0.5 * t1(e,m) * f_ov(n,e)\n\nr() = w(m,m)\n");

    ASSERT_EQ(statements.size(), 2U);
    EXPECT_THAT(tensor_names(statements[0]), ElementsAre("w", "v", "t1", "f_ov"));
    EXPECT_THAT(tensor_names(statements[1]), ElementsAre("r", "w"));
}

}  // namespace
}  // namespace ccsd
