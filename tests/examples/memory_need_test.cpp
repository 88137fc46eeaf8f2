// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The memory limit that a calculation is told to be enough is enough, and hardly more.
#include "examples/ccsd/engine/memory_need.h"

#include <ttgt/error.h>

#include <cmath>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/calculation.h"
#include "examples/ccsd/input/fcidump.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/support/refusal.h"

namespace ccsd::test {
namespace {

struct MemoryCase {
    const char* molecule;
    std::int64_t frozen_core;
    std::int64_t diis_vectors;
    int threads;
    const char* strategy;
    bool triples;
};

class LeastMemory : public testing::TestWithParam<MemoryCase> {};

Request request_for(const MemoryCase& given) {
    Request request;
    request.file = fcidump_path(given.molecule);
    request.frozen_core = given.frozen_core;
    request.coupled_cluster.diis_vectors = given.diis_vectors;
    request.engine.threads = given.threads;
    request.engine.strategy = given.strategy;
    request.triples = given.triples;
    return request;
}

std::int64_t least_bytes(const Request& request) {
    const Hamiltonian hamiltonian = read_fcidump(request.file);
    return static_cast<std::int64_t>(
        std::ceil(least_memory({hamiltonian.orbitals, hamiltonian.occupied(), request.frozen_core,
                                request.coupled_cluster.diis_vectors, request.triples},
                               request.engine)));
}

TEST_P(LeastMemory, IsEnoughAndHardlyMoreThanWhatIsUsed) {
    Request request = request_for(GetParam());
    const Results free = calculate(request);
    request.memory_limit = least_bytes(request);

    const Results capped = calculate(request);

    EXPECT_LE(capped.peak_bytes, request.memory_limit);
    EXPECT_GE(static_cast<double>(capped.peak_bytes),
              0.9 * static_cast<double>(request.memory_limit));
    EXPECT_NEAR(capped.ccsd_energy, free.ccsd_energy, 1e-10);
    EXPECT_NEAR(capped.triples_energy, free.triples_energy, 1e-11);
}

TEST_P(LeastMemory, IsNamedWhereTheLimitIsOneByteLower) {
    Request request = request_for(GetParam());
    const std::int64_t least = least_bytes(request);
    request.memory_limit = least - 1;

    const std::string reason =
        ttgt::test::refusal_of<ttgt::OutOfMemory>([&] { (void)calculate(request); });

    EXPECT_THAT(reason, testing::HasSubstr("limit of " + std::to_string(least - 1) + " bytes"));
    EXPECT_THAT(reason, testing::HasSubstr(std::to_string(least) + " bytes would be enough"));
}

INSTANTIATE_TEST_SUITE_P(MemoryNeed, LeastMemory,
                         testing::Values(MemoryCase{"h2o_sto3g", 0, 8, 1, "auto", true},
                                         MemoryCase{"h2o_sto3g", 2, 1, 3, "classic", true},
                                         MemoryCase{"n2_631g", 0, 8, 2, "auto", true},
                                         MemoryCase{"n2_631g", 2, 2, 4, "auto", false},
                                         MemoryCase{"n2_631g", 2, 2, 4, "auto", true},
                                         MemoryCase{"h6_sto3g", 1, 4, 2, "auto", true}));

TEST(MemoryNeed, OfADeviceLeavesTheFilesIntegralsOut) {
    const CalculationSize size{10, 3, 0, 8, true};
    EngineOptions gpu;
    gpu.device = {ttgt::Device::Kind::cuda, 0};

    EXPECT_LT(least_memory(size, gpu), least_memory(size, {}));
    EXPECT_GT(least_memory(size, gpu), 0.0);
}

TEST(MemoryNeed, OfNoCorrelationIsWhatReadingTakes) {
    EXPECT_EQ(least_memory({10, 3, 3, 8, true}, {}), fcidump_reading_bytes(10));
    EXPECT_EQ(least_memory({10, 10, 0, 8, true}, {}), fcidump_reading_bytes(10));
}

}  // namespace
}  // namespace ccsd::test
