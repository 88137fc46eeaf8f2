// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "examples/ccsd/amplitude_summary.h"
#include "examples/ccsd/amplitudes/coupled_cluster.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/totals.h"
#include "examples/ccsd/orbitals/hartree_fock.h"

namespace ccsd {

/// What is to be calculated, and how.
struct Request {
    std::string file;
    EngineOptions engine;
    std::int64_t memory_limit = ttgt::unlimited;  ///< bytes of tensors, workspaces and integrals
    /// Tighter than usual: the energy of MP2 changes as fast as the orbitals do.
    HartreeFockOptions hartree_fock{.gradient_tolerance = 1e-10};
    CoupledClusterOptions coupled_cluster;
    std::int64_t frozen_core = 0;  ///< lowest orbitals that stay doubly occupied
    bool triples = true;
    bool explain = false;
};

/// Wall clock, in seconds.
struct StageTimes {
    double reading = 0;
    double hartree_fock = 0;
    double transformation = 0;
    double coupled_cluster = 0;
    double triples = 0;
};

struct Results {
    std::int64_t orbitals = 0;
    std::int64_t electrons = 0;
    std::int64_t frozen_core = 0;
    std::int64_t threads = 0;  ///< of a CPU, as many as were used
    double core_energy = 0;
    bool has_core_energy = true;  ///< whether the file gives it
    double hartree_fock_energy = 0;
    std::int64_t hartree_fock_iterations = 0;
    bool hartree_fock_converged = false;
    std::vector<double> orbital_energies;  ///< ascending among the occupied, then the virtual ones
    double mp2_energy = 0;                 ///< correlation energies
    double ccsd_energy = 0;
    double triples_energy = 0;  ///< of (T) beyond CCSD
    AmplitudeSummary amplitudes;
    bool converged = false;
    bool has_triples = false;
    std::vector<Iteration> iterations;
    StageTimes seconds;
    std::vector<KindTotals> totals;
    std::string explanation;  ///< of all plans, where asked for
    std::int64_t peak_bytes = 0;

    [[nodiscard]] std::int64_t occupied() const { return electrons / 2; }
    [[nodiscard]] std::int64_t virtuals() const { return orbitals - occupied(); }
    /// Whether there is anything to excite, and orbitals to excite it to.
    [[nodiscard]] bool has_correlation() const {
        return occupied() > frozen_core && virtuals() > 0;
    }
};

/// Who watches a calculation; every call may be left out.
struct Observer {
    std::function<void(const Results&)> after_hartree_fock = [](const Results&) {};
    std::function<void(const Iteration&)> after_iteration = [](const Iteration&) {};
};

/// Reads the file, solves RHF, transforms, and goes on to MP2, CCSD and (T). Ends early, with what
/// there is, where RHF or CCSD does not converge. Throws InputError for the file, ttgt::OutOfMemory
/// where the memory's limit is too low, with one that is enough, ttgt::InvalidArgument where the
/// frozen core has more orbitals than are occupied, and what ttgt throws; all that before RHF.
[[nodiscard]] Results calculate(const Request& request, const Observer& observer = {});

}  // namespace ccsd
