// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Whole calculations with all tensors on the device.
#include <string>

#include <gtest/gtest.h>

#include "examples/ccsd/calculation.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/gpu/support/gpu_test.h"

namespace ccsd {
namespace {

class CalculationGpu : public ttgt::test::GpuTest {
protected:
    [[nodiscard]] Request request_for(const std::string& molecule) const {
        Request request;
        request.file = test::fcidump_path(molecule);
        request.engine.device = options().device;
        return request;
    }
};

TEST_F(CalculationGpu, HasTheEnergiesOfTheReference) {
    for (const char* molecule : {"h2o_sto3g", "n2_631g", "h6_sto3g"}) {
        SCOPED_TRACE(molecule);
        const test::Reference reference = test::reference_of(molecule);

        const Results results = calculate(request_for(molecule));

        EXPECT_TRUE(results.converged);
        EXPECT_NEAR(results.mp2_energy, reference.e_mp2_corr, test::energy_tolerance);
        EXPECT_NEAR(results.ccsd_energy, reference.e_ccsd_corr, test::energy_tolerance);
        EXPECT_NEAR(results.triples_energy, reference.e_t, test::energy_tolerance);
    }
}

// So little memory that the triples come in many blocks.
TEST_F(CalculationGpu, KeepsItsMemoryAndItsEnergy) {
    Request request = request_for("n2_631g");
    const Results free = calculate(request);
    request.memory_limit = free.peak_bytes * 3 / 5;

    const Results capped = calculate(request);

    EXPECT_LE(capped.peak_bytes, request.memory_limit);
    EXPECT_NEAR(capped.ccsd_energy, free.ccsd_energy, 1e-10);
    EXPECT_NEAR(capped.triples_energy, free.triples_energy, 1e-11);
}

TEST_F(CalculationGpu, StrategiesAgree) {
    Request request = request_for("h2o_sto3g");
    const Results usual = calculate(request);
    request.engine.strategy = "classic";

    const Results classic = calculate(request);

    EXPECT_NEAR(classic.ccsd_energy, usual.ccsd_energy, 1e-11);
    EXPECT_NEAR(classic.triples_energy, usual.triples_energy, 1e-12);
}

}  // namespace
}  // namespace ccsd
