// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/diis.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "examples/ccsd/engine/memory.h"

namespace ccsd {
namespace {

TEST(DiisCoefficients, MinimiseTheError) {
    // c1^2 + 3 c2^2 under c1 + c2 = 1.
    const std::vector<double> c = diis_coefficients({1.0, 0.0, 0.0, 3.0}, 2);

    EXPECT_NEAR(c[0], 0.75, 1e-14);
    EXPECT_NEAR(c[1], 0.25, 1e-14);
}

TEST(DiisCoefficients, DoNotDependOnTheErrorsSize) {
    const std::vector<double> large = diis_coefficients({2.0, 0.5, 0.5, 1.0}, 2);
    const std::vector<double> tiny = diis_coefficients({2e-30, 0.5e-30, 0.5e-30, 1e-30}, 2);

    EXPECT_NEAR(large[0], 0.25, 1e-13);  // minimum of 2 c^2 + c (1 - c) + (1 - c)^2
    EXPECT_NEAR(tiny[0], large[0], 1e-13);
}

TEST(DiisCoefficients, SumToOneForErrorsThatAreTheSame) {
    const std::vector<double> c = diis_coefficients(std::vector<double>(9, 4.0), 3);

    EXPECT_NEAR(std::accumulate(c.begin(), c.end(), 0.0), 1.0, 1e-9);
}

TEST(DiisCoefficients, TakeAVectorWithoutError) {
    EXPECT_EQ(diis_coefficients({2.0, 0.0, 0.0, 0.0}, 2), (std::vector<double>{0.0, 1.0}));
}

/// x <- x - M (x - s) for a matrix with eigenvalues 0.1 and 1.9: plain iteration is slow, three
/// vectors solve two equations.
TEST(Diis, SolvesLinearEquationsInAsManyStepsAsThereAreUnknowns) {
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});
    Diis diis(compute, 2, 3);
    const Tensor x(memory, {2}, std::vector<double>{5.0, -4.0}.data());
    double norm = 0;

    for (int step = 0; step < 4; ++step) {
        const std::vector<double> at = x.to_host();
        const std::vector<double> error{-0.1 * (at[0] - 1.0), -1.9 * (at[1] - 2.0)};
        compute("e(x)=now(x)", diis.error(), Tensor(memory, {2}, error.data()));
        compute("new(x)=x(x)", diis.vector(), x);
        compute("new(x)+=e(x)", diis.vector(), diis.error());
        norm = diis.push();
        diis.extrapolate(x);
    }

    EXPECT_NEAR(norm, 0.0, 1e-8);
    EXPECT_NEAR(x.to_host()[0], 1.0, 1e-8);
    EXPECT_NEAR(x.to_host()[1], 2.0, 1e-8);
}

}  // namespace
}  // namespace ccsd
