// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/calculation.h"

#include <ttgt/error.h>

#include <omp.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "examples/ccsd/json.h"
#include "examples/ccsd/print.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/support/refusal.h"

namespace ccsd::test {
namespace {

using testing::HasSubstr;
using ttgt::test::refusal_of;

Request request_for(const std::string& molecule) {
    Request request;
    request.file = fcidump_path(molecule);
    return request;
}

class ReferenceMolecules : public testing::TestWithParam<const char*> {};

TEST_P(ReferenceMolecules, HaveTheEnergiesOfTheReference) {
    const Reference reference = reference_of(GetParam());

    const Results results = calculate(request_for(GetParam()));

    EXPECT_TRUE(results.converged);
    EXPECT_NEAR(results.hartree_fock_energy, reference.e_rhf, energy_tolerance);
    EXPECT_NEAR(results.mp2_energy, reference.e_mp2_corr, energy_tolerance);
    EXPECT_NEAR(results.ccsd_energy, reference.e_ccsd_corr, energy_tolerance);
    EXPECT_NEAR(results.triples_energy, reference.e_t, energy_tolerance);
}

TEST_P(ReferenceMolecules, TakeAsManyIterationsAsTheReferenceButThree) {
    const Reference reference = reference_of(GetParam());
    Request request = request_for(GetParam());
    request.coupled_cluster.energy_tolerance = 1e-8;  // those that the reference was counted with
    request.coupled_cluster.residual_tolerance = 1e-6;
    request.triples = false;

    const Results results = calculate(request);

    EXPECT_NEAR(static_cast<double>(results.iterations.size()), reference.ccsd_cycles_diis, 3.0);
}

INSTANTIATE_TEST_SUITE_P(Calculation, ReferenceMolecules,
                         testing::Values("h2o_sto3g", "n2_631g", "h6_sto3g"),
                         [](const auto& test) { return std::string(test.param); });

void expect_amplitudes_of(const Reference& reference, const AmplitudeSummary& amplitudes) {
    EXPECT_NEAR(amplitudes.t1_norm, reference.t1_norm, 1e-7);
    EXPECT_NEAR(amplitudes.t2_norm, reference.t2_norm, 1e-7);
    EXPECT_NEAR(amplitudes.t1_diagnostic, reference.t1_diagnostic, 1e-7);
}

TEST(Calculation, HasTheAmplitudesOfTheReference) {
    const Results results = calculate(request_for("h2o_sto3g"));

    const Reference reference = reference_of("h2o_sto3g");
    expect_amplitudes_of(reference, results.amplitudes);
    const std::vector<Amplitude>& doubles = results.amplitudes.largest_doubles;
    ASSERT_EQ(doubles.size(), AmplitudeSummary::most_listed);
    EXPECT_NEAR(std::abs(doubles.front().value), reference.t2_max, 1e-7);
    for (std::size_t i = 1; i < doubles.size(); ++i) {
        EXPECT_GE(std::abs(doubles[i - 1].value), std::abs(doubles[i].value));
    }
    for (const Amplitude& amplitude : doubles) {
        EXPECT_LE(amplitude.occupied.front(), amplitude.occupied.back());
        EXPECT_THAT(amplitude.occupied,
                    testing::Each(testing::AllOf(testing::Ge(1), testing::Le(5))));
        EXPECT_THAT(amplitude.virtuals,
                    testing::Each(testing::AllOf(testing::Ge(6), testing::Le(7))));
    }
}

TEST(Calculation, HasTheOrbitalEnergiesOfTheReference) {
    const Results results = calculate(request_for("n2_631g"));

    EXPECT_THAT(
        results.orbital_energies,
        testing::Pointwise(testing::DoubleNear(1e-7), reference_of("n2_631g").orbital_energies));
}

class FrozenCores : public testing::TestWithParam<const char*> {};

TEST_P(FrozenCores, HaveTheEnergiesOfTheReference) {
    const FrozenCoreReference reference = frozen_core_reference_of(GetParam());
    Request request = request_for(GetParam());
    request.frozen_core = reference.orbitals;

    const Results results = calculate(request);

    EXPECT_TRUE(results.converged);
    EXPECT_NEAR(results.hartree_fock_energy, reference.energies.e_rhf, energy_tolerance);
    EXPECT_NEAR(results.mp2_energy, reference.energies.e_mp2_corr, energy_tolerance);
    EXPECT_NEAR(results.ccsd_energy, reference.energies.e_ccsd_corr, energy_tolerance);
    EXPECT_NEAR(results.triples_energy, reference.energies.e_t, energy_tolerance);
    expect_amplitudes_of(reference.energies, results.amplitudes);
    for (const Amplitude& amplitude : results.amplitudes.largest_doubles) {
        EXPECT_GT(amplitude.occupied.front(), reference.orbitals);
    }
}

INSTANTIATE_TEST_SUITE_P(Calculation, FrozenCores, testing::Values("h2o_sto3g", "n2_631g"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Calculation, WithAllElectronsFrozenHasNoCorrelation) {
    Request request = request_for("h2o_sto3g");
    request.frozen_core = 5;

    const Results results = calculate(request);

    EXPECT_TRUE(results.converged);
    EXPECT_EQ(results.ccsd_energy, 0.0);
    EXPECT_NEAR(results.hartree_fock_energy, reference_of("h2o_sto3g").e_rhf, energy_tolerance);
}

TEST(Calculation, RefusesToFreezeMoreThanIsOccupied) {
    Request request = request_for("h2o_sto3g");
    request.frozen_core = 6;

    EXPECT_THAT(refusal_of<ttgt::InvalidArgument>([&] { (void)calculate(request); }),
                HasSubstr("--frozen-core 6: 5 orbitals are occupied"));
}

TEST(Calculation, KeepsItsMemoryAndItsEnergy) {
    Request request = request_for("n2_631g");
    const Results free = calculate(request);
    for (const std::int64_t percent : {100, 97}) {
        request.memory_limit = free.peak_bytes * percent / 100;

        const Results capped = calculate(request);

        EXPECT_LE(capped.peak_bytes, request.memory_limit);
        EXPECT_NEAR(capped.ccsd_energy, free.ccsd_energy, 1e-10);
        EXPECT_NEAR(capped.triples_energy, free.triples_energy, 1e-11);
    }
}

TEST(Calculation, RefusesALimitThatNothingFits) {
    Request request = request_for("n2_631g");
    request.memory_limit = 1 << 20;

    EXPECT_THAT(refusal_of<ttgt::OutOfMemory>([&] { (void)calculate(request); }),
                HasSubstr("the memory limit of 1048576 bytes is too low"));
}

TEST(Calculation, StrategiesAndThreadsAgree) {
    Request request = request_for("h2o_sto3g");
    const Results usual = calculate(request);
    request.engine.strategy = "classic";
    request.engine.threads = 1;

    const Results classic = calculate(request);

    EXPECT_NEAR(classic.ccsd_energy, usual.ccsd_energy, 1e-11);
    EXPECT_NEAR(classic.triples_energy, usual.triples_energy, 1e-12);
}

TEST(Calculation, TellsEveryIterationAsItEnds) {
    std::vector<double> energies;
    bool after_hartree_fock = false;
    Observer observer;
    observer.after_hartree_fock = [&](const Results& results) {
        after_hartree_fock = energies.empty() && results.hartree_fock_converged;
    };
    observer.after_iteration = [&](const Iteration& now) { energies.push_back(now.energy); };

    const Results results = calculate(request_for("h2o_sto3g"), observer);

    EXPECT_TRUE(after_hartree_fock);
    ASSERT_EQ(energies.size(), results.iterations.size());
    EXPECT_EQ(energies.back(), results.ccsd_energy);
}

TEST(Json, SaysWhatTheResultsSay) {
    Request request = request_for("h2o_sto3g");
    request.engine.threads = 3;
    request.frozen_core = 1;
    const Results results = calculate(request);

    const auto json = nlohmann::json::parse(to_json(request, results));

    EXPECT_EQ(json["orbitals"], 7);
    EXPECT_EQ(json["converged"], true);
    EXPECT_EQ(json["e_ccsd_corr"].get<double>(), results.ccsd_energy);
    EXPECT_EQ(json["e_t"].get<double>(), results.triples_energy);
    EXPECT_EQ(json["iterations"].size(), results.iterations.size());
    EXPECT_EQ(json["contractions"].size(), results.totals.size());
    EXPECT_TRUE(json["memory_limit"].is_null());
    EXPECT_EQ(json["threads"], 3);
    EXPECT_EQ(json["frozen_core"], 1);
    EXPECT_EQ(json["orbital_energies"].size(), 7U);
    EXPECT_EQ(json["t2_norm"].get<double>(), results.amplitudes.t2_norm);
    EXPECT_EQ(json["largest_t2"][0]["occupied"].size(), 2U);
    EXPECT_GT(json["peak_bytes"].get<std::int64_t>(), 0);
}

TEST(Json, HasTheThreadsThatWereUsedWhereNoneWereAskedFor) {
    const Request request = request_for("h2o_sto3g");

    const auto json = nlohmann::json::parse(to_json(request, calculate(request)));

    EXPECT_EQ(json["threads"], omp_get_max_threads());
}

TEST(Json, HasNoTriplesWhereThereAreNone) {
    Request request = request_for("h2o_sto3g");
    request.triples = false;

    const auto json = nlohmann::json::parse(to_json(request, calculate(request)));

    EXPECT_TRUE(json["e_t"].is_null());
    EXPECT_TRUE(json["e_ccsd_t_total"].is_null());
}

TEST(Print, ShowsTenDecimalsAndEveryKind) {
    Request request = request_for("h2o_sto3g");
    request.explain = true;
    const Results results = calculate(request);

    const std::string text = summary(request, results);

    EXPECT_THAT(text, testing::HasSubstr("-75.01285989"));  // CCSD(T) of the reference
    for (const KindTotals& kind : results.totals) EXPECT_THAT(text, testing::HasSubstr(kind.kind));
    EXPECT_THAT(text, testing::HasSubstr("peak memory"));
    EXPECT_THAT(text, testing::HasSubstr("chosen:"));
}

}  // namespace
}  // namespace ccsd::test
