// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "examples/ccsd/engine/engine.h"

namespace ccsd {

/// What the memory of a calculation depends on.
struct CalculationSize {
    std::int64_t orbitals = 0;
    std::int64_t occupied = 0;  ///< the frozen core's among them
    std::int64_t frozen_core = 0;
    std::int64_t diis_vectors = 0;
    bool triples = false;
};

/// The least limit, in bytes, that the calculation keeps within: what its tensors take where they
/// take most, with slices and blocks as small as can be, and without scratch. On a CPU the
/// integrals of the file count as well. As a double, which no size overflows.
[[nodiscard]] double least_memory(const CalculationSize& size, const EngineOptions& options);

}  // namespace ccsd
