// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/engine/totals.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

struct Triples {
    double energy = 0;
    std::vector<KindTotals> totals;  ///< of the contractions of all threads
    std::string explanation;         ///< as Engine::explain() has it
};

/// How many work on the triples side by side, each in arrays of its own: one for each thread of a
/// CPU, one for a GPU.
[[nodiscard]] std::int64_t triples_workers(const EngineOptions& options);

/// The perturbative triples of a closed shell (Rendell and Lee, J. Chem. Phys. 94 (1991) 6219), by
/// blocks of virtual orbitals a >= b >= c, which on a CPU the threads share. Blocks are as large as
/// the device's caches, or its memory, make them worth while, and the memory's limit allows. Needs
/// canonical orbitals. Throws ttgt::OutOfMemory where not even the smallest blocks fit.
[[nodiscard]] Triples perturbative_triples(Engine& compute, const OrbitalIntegrals& integrals,
                                           const ArrangedIntegrals& arranged,
                                           const Tensor& amplitudes);

}  // namespace ccsd
