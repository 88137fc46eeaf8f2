// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/amplitudes/denominators.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

struct CoupledClusterOptions {
    std::int64_t max_iterations = 100;
    double energy_tolerance = 1e-10;   ///< change of the energy, hartree
    double residual_tolerance = 1e-7;  ///< norm of the change of all amplitudes
    std::int64_t diis_vectors = 8;     ///< 1: none
    double damping = 0;                ///< share of the old amplitudes in the new
    double level_shift = 0;            ///< hartree, added to virtual orbitals in the denominators
};

struct Iteration {
    std::int64_t number = 0;  ///< from 1
    double energy = 0;        ///< correlation energy
    double change = 0;
    double residual = 0;  ///< norm of the change of the amplitudes before DIIS and damping
    double seconds = 0;
};

struct CoupledCluster {
    explicit CoupledCluster(Tensor start) : amplitudes(std::move(start)) {}

    double mp2_energy = 0;  ///< correlation energies
    double ccsd_energy = 0;
    bool converged = false;
    std::vector<Iteration> iterations;
    Tensor amplitudes;  ///< in the shape of AmplitudeShape
};

/// Solves the CCSD equations from the amplitudes of perturbation theory by t += r / D with DIIS.
/// `report` is told every iteration as it ends. At least one orbital of each kind is needed.
[[nodiscard]] CoupledCluster solve_coupled_cluster(
    Engine& compute, const OrbitalIntegrals& integrals, const ArrangedIntegrals& arranged,
    const CoupledClusterOptions& options,
    const std::function<void(const Iteration&)>& report = [](const Iteration&) {});

}  // namespace ccsd
