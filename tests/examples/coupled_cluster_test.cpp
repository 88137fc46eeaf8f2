// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD is exact for two electrons, in whatever orbitals, and for pairs of them that are apart.
#include "examples/ccsd/amplitudes/coupled_cluster.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "examples/ccsd/amplitude_summary.h"
#include "examples/ccsd/amplitudes/amplitudes.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/examples/cluster_problem.h"
#include "tests/examples/random_hamiltonian.h"
#include "tests/examples/rotation.h"

namespace ccsd::test {
namespace {

constexpr double exact = 1e-9;  // what the default tolerances leave, with room

CoupledCluster solve(ClusterProblem& problem, const CoupledClusterOptions& options = {}) {
    return solve_coupled_cluster(problem.compute, problem.integrals, problem.arranged, options);
}

/// Nearly the identity: the Fock matrix then has elements between occupied and virtual orbitals.
Hamiltonian slightly_rotated(const Hamiltonian& hamiltonian, double angle) {
    std::vector<double> rotation(
        static_cast<std::size_t>(hamiltonian.orbitals * hamiltonian.orbitals), 0.0);
    const auto n = static_cast<std::size_t>(hamiltonian.orbitals);
    for (std::size_t i = 0; i < n; ++i) rotation[i * (n + 1)] = 1.0;
    const std::size_t last = n - 1;  // turned against the first, which is occupied
    rotation[0] = rotation[last * (n + 1)] = std::cos(angle);
    rotation[last] = std::sin(angle);
    rotation[n * last] = -std::sin(angle);
    return rotate(hamiltonian, rotation);
}

TEST(CoupledCluster, IsExactForTwoElectrons) {
    const Hamiltonian hamiltonian = random_hamiltonian(5, 2, 1);
    ClusterProblem problem(hamiltonian);

    const CoupledCluster result = solve(problem);

    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(determinant_energy(hamiltonian) + result.ccsd_energy,
                exact_two_electron_energy(hamiltonian), exact);
    EXPECT_NE(result.mp2_energy, result.ccsd_energy);
}

TEST(CoupledCluster, IsExactForTwoElectronsInOrbitalsThatAreNotHartreeFocks) {
    const Hamiltonian hamiltonian = slightly_rotated(random_hamiltonian(5, 2, 2), 0.2);
    ClusterProblem problem(hamiltonian);

    const CoupledCluster result = solve(problem);

    EXPECT_TRUE(result.converged);
    const AmplitudeShape shape{problem.integrals.occupied, problem.integrals.virtuals};
    const AmplitudeSummary summary = summarise(problem.memory, shape, result.amplitudes, 0);
    EXPECT_GT(summary.t1_diagnostic, 0.05);  // the singles have something to do
    EXPECT_NEAR(determinant_energy(hamiltonian) + result.ccsd_energy,
                exact_two_electron_energy(hamiltonian), exact);
}

TEST(CoupledCluster, IsExactForTwoPairsApart) {
    const Hamiltonian one = slightly_rotated(random_hamiltonian(4, 2, 3), 0.15);
    const Hamiltonian two = two_apart(one);
    ClusterProblem problem(two);

    const CoupledCluster result = solve(problem);

    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(determinant_energy(two) + result.ccsd_energy, 2 * exact_two_electron_energy(one),
                exact);
}

TEST(CoupledCluster, EnergyDoesNotDependOnOrbitalsWithinASpace) {
    const Hamiltonian two = two_apart(slightly_rotated(random_hamiltonian(3, 2, 4), 0.15));
    // Mixes the two occupied orbitals, which those of the test above keep apart.
    const double c = std::cos(0.7);
    const double s = std::sin(0.7);
    std::vector<double> mixing(36, 0.0);
    for (std::size_t i = 2; i < 6; ++i) mixing[i * 7] = 1.0;
    mixing[0] = mixing[7] = c;
    mixing[1] = s;
    mixing[6] = -s;
    ClusterProblem apart(two);
    ClusterProblem mixed(rotate(two, mixing));

    EXPECT_NEAR(solve(apart).ccsd_energy, solve(mixed).ccsd_energy, exact);
}

TEST(CoupledCluster, DampingShiftsAndPlainIterationsEndAtTheSameEnergy) {
    ClusterProblem problem(random_hamiltonian(6, 4, 5));
    CoupledClusterOptions damped;
    damped.damping = 0.3;
    CoupledClusterOptions shifted;
    shifted.level_shift = 0.5;
    CoupledClusterOptions plain;
    plain.diis_vectors = 1;

    const double energy = solve(problem).ccsd_energy;

    for (const CoupledClusterOptions& options : {damped, shifted, plain}) {
        const CoupledCluster result = solve(problem, options);
        EXPECT_TRUE(result.converged);
        EXPECT_NEAR(result.ccsd_energy, energy, exact);
    }
}

TEST(CoupledCluster, SaysWhenItHasNotConverged) {
    ClusterProblem problem(random_hamiltonian(6, 4, 6));
    CoupledClusterOptions short_of;
    short_of.max_iterations = 2;

    const CoupledCluster result = solve(problem, short_of);

    EXPECT_FALSE(result.converged);
    ASSERT_EQ(result.iterations.size(), 2U);
    EXPECT_EQ(result.iterations.back().energy, result.ccsd_energy);
}

TEST(CoupledCluster, StrategiesAgree) {
    const Hamiltonian hamiltonian = random_hamiltonian(6, 4, 7);
    ClusterProblem automatic(hamiltonian);
    EngineOptions options;
    options.strategy = "classic";
    ClusterProblem classic(hamiltonian, options);

    EXPECT_NEAR(solve(automatic).ccsd_energy, solve(classic).ccsd_energy, 1e-11);
}

TEST(CoupledCluster, PlansOnceAndRunsOften) {
    ClusterProblem problem(random_hamiltonian(6, 4, 8));

    (void)solve(problem);
    const auto plans = [&] {
        std::int64_t sum = 0;
        for (const KindTotals& kind : problem.compute.totals()) sum += kind.plans;
        return sum;
    };
    const std::int64_t before = plans();
    (void)solve(problem);

    EXPECT_EQ(plans(), before);
}

}  // namespace
}  // namespace ccsd::test
