// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/from_text/energy_program.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "examples/ccsd/input/fcidump.h"
#include "examples/ccsd/orbitals/degeneracy.h"

namespace ccsd {
namespace {

constexpr int most_iterations = 100;
constexpr double residual_tolerance = 1e-9;
constexpr double energy_tolerance = 1e-8;

}  // namespace

SolvedMolecule solve_molecule(const char* fcidump) {
    Hamiltonian hamiltonian = read_fcidump(fcidump);
    HartreeFock mean_field = solve_hartree_fock(hamiltonian);
    if (!mean_field.converged) throw std::runtime_error("Hartree-Fock does not converge");
    refuse_degenerate_orbitals({mean_field.orbital_energies, hamiltonian.occupied()}, fcidump);
    const SpinSpaces spaces{hamiltonian.electrons,
                            2 * hamiltonian.orbitals - hamiltonian.electrons};
    return {std::move(hamiltonian), std::move(mean_field), spaces};
}

AmplitudeUpdates::AmplitudeUpdates(Engine& compute, Memory& memory,
                                   std::vector<double> denominators)
    : memory_(memory),
      denominators_(std::move(denominators)),
      diis_(compute, static_cast<std::int64_t>(denominators_.size()), 8) {}

double AmplitudeUpdates::step(const std::vector<Part>& parts) {
    const ttgt::TensorView error = diis_.error();
    const ttgt::TensorView vector = diis_.vector();
    auto* const change = static_cast<double*>(error.data());
    auto* const next = static_cast<double*>(vector.data());
    std::size_t at = 0;
    for (const Part& part : parts) {
        for (std::size_t i = 0; i < part.t.size(); ++i, ++at) {
            change[at] = part.r[i] / denominators_[at];
            next[at] = part.t[i] + change[at];
        }
    }
    const double norm = diis_.push();
    Tensor best(memory_, {static_cast<std::int64_t>(at)});
    diis_.extrapolate(best);
    const double* from = best.data();
    for (const Part& part : parts) {
        std::copy_n(from, part.t.size(), part.t.begin());
        from += part.t.size();
    }
    return norm;
}

double converged_energy(const std::function<Iteration()>& iterate, bool prints) {
    for (int number = 1; number <= most_iterations; ++number) {
        const Iteration done = iterate();
        if (prints) {
            fmt::print("{:3}  energy {:.12f}  change {:.2e}\n", number, done.energy, done.change);
        }
        if (done.change < residual_tolerance) return done.energy;
    }
    throw std::runtime_error(fmt::format("not converged in {} iterations", most_iterations));
}

int run_energy_program(int argc, char** argv, const char* name,
                       double (*energy_of)(const char* fcidump, const char* program)) {
    if (argc < 3 || argc > 4) {
        fmt::print(stderr, "usage: {} FCIDUMP PROGRAM [ENERGY]\n", name);
        return 2;
    }
    try {
        const double energy = energy_of(argv[1], argv[2]);
        if (argc == 4 && !(std::abs(energy - std::stod(argv[3])) < energy_tolerance)) {
            throw std::runtime_error(fmt::format("the energy should be {}", argv[3]));
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        return 1;
    }
    return 0;
}

}  // namespace ccsd
