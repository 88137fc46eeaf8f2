// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD of a closed shell on tensors of blocks: ccsd_by_irreps FCIDUMP PROGRAM [ENERGY]
//
// As ccsd_from_text, but every tensor has only the blocks that symmetry allows. Files often do not
// say how orbitals transform (ORBSYM is 1 throughout), so it is found from which integrals are
// zero: point groups up to D2h, and the spin. The result is that of dense tensors. With an energy
// in hartree, fails unless the correlation energy is that one to 1e-8.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/amplitudes/diis.h"
#include "examples/ccsd/by_irreps/block_program.h"
#include "examples/ccsd/by_irreps/irreps.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/input/fcidump.h"
#include "examples/ccsd/orbitals/degeneracy.h"
#include "examples/ccsd/orbitals/hartree_fock.h"
#include "tools/io/text_file.h"

namespace ccsd {
namespace {

using Numbers = ttgt::Tensor<double>;

constexpr int most_iterations = 100;
constexpr double residual_tolerance = 1e-9;
constexpr double energy_tolerance = 1e-8;

/// f(i,i) + … - f(a,a) - … for the elements of amplitudes, in the order of their blocks.
std::vector<double> denominators(const std::map<std::string, Numbers>& integrals,
                                 const IrrepSpaces& irreps, std::string_view spaces) {
    std::vector<double> found;
    const ttgt::BlockLayout layout = irreps.layout(spaces);
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        std::vector<const std::vector<std::int64_t>*> modes;
        for (std::size_t mode = 0; mode < spaces.size(); ++mode) {
            const auto section = static_cast<std::size_t>(layout.coordinates(block)[mode]);
            modes.push_back(&irreps.sections(spaces[mode]).orbitals[section]);
        }
        for_each_element(modes, [&](std::int64_t, const std::vector<std::int64_t>& orbitals) {
            double sum = 0;
            for (std::size_t mode = 0; mode < spaces.size(); ++mode) {
                const bool is_occupied = spaces[mode] == 'o';
                const Numbers& fock = integrals.at(is_occupied ? "f_oo" : "f_vv");
                sum += (is_occupied ? 1 : -1) * fock(orbitals[mode], orbitals[mode]);
            }
            found.push_back(sum);
        });
    }
    return found;
}

BlockTensors all_tensors(const std::map<std::string, Numbers>& integrals,
                         const IrrepSpaces& irreps) {
    BlockTensors tensors;
    for (const auto& [name, dense] : integrals) {
        tensors.emplace(name, irreps.blocks_of(dense, name.substr(name.find('_') + 1)));
    }
    for (const char* name : {"t1", "r1"}) tensors.emplace(name, irreps.layout("vo"));
    for (const char* name : {"t2", "r2"}) tensors.emplace(name, irreps.layout("vvoo"));
    tensors.emplace("energy", ttgt::BlockLayout(ttgt::packed({})));
    return tensors;
}

/// The iteration t += r / D with DIIS, as in ccsd_from_text.
class AmplitudeUpdates {
public:
    AmplitudeUpdates(BlockTensors& tensors, std::vector<double> denominators)
        : tensors_(tensors),
          denominators_(std::move(denominators)),
          diis_(compute_, static_cast<std::int64_t>(denominators_.size()), 8) {}

    /// Improves the amplitudes; the norm of their change.
    double step() {
        const ttgt::TensorView error = diis_.error();
        const ttgt::TensorView vector = diis_.vector();
        auto* const change = static_cast<double*>(error.data());
        auto* const next = static_cast<double*>(vector.data());
        std::size_t at = 0;
        for (const auto& [t, r] : {std::pair("t1", "r1"), std::pair("t2", "r2")}) {
            const double* residual = tensors_.at(r).begin();
            for (const double amplitude : std::as_const(tensors_.at(t))) {
                change[at] = *residual++ / denominators_[at];
                next[at] = amplitude + change[at];
                ++at;
            }
        }
        const double norm = diis_.push();
        Tensor best(memory_, {static_cast<std::int64_t>(at)});
        diis_.extrapolate(best);
        ttgt::BlockTensor<double>& t1 = tensors_.at("t1");
        ttgt::BlockTensor<double>& t2 = tensors_.at("t2");
        std::copy_n(best.data(), t1.size(), t1.begin());
        std::copy_n(best.data() + t1.size(), t2.size(), t2.begin());
        return norm;
    }

private:
    BlockTensors& tensors_;
    Memory memory_{ttgt::Device{}, ttgt::unlimited};
    Engine compute_{memory_, {}};
    std::vector<double> denominators_;  ///< of t1, then of t2
    Diis diis_;
};

double solve(const BlockProgram& program, BlockTensors& tensors, AmplitudeUpdates& updates) {
    for (int number = 1; number <= most_iterations; ++number) {
        program.run(tensors);
        const double energy = *tensors.at("energy").begin();
        const double change = updates.step();
        fmt::print("{:3}  energy {:.12f}  change {:.2e}\n", number, energy, change);
        if (change < residual_tolerance) return energy;
    }
    throw std::runtime_error(fmt::format("not converged in {} iterations", most_iterations));
}

void run(const char* fcidump, const char* program_file, const char* expected) {
    const Hamiltonian hamiltonian = read_fcidump(fcidump);
    const HartreeFock mean_field = solve_hartree_fock(hamiltonian);
    if (!mean_field.converged) throw std::runtime_error("Hartree-Fock does not converge");
    refuse_degenerate_orbitals({mean_field.orbital_energies, hamiltonian.occupied()}, fcidump);
    const SpinSpaces spaces{hamiltonian.electrons,
                            2 * hamiltonian.orbitals - hamiltonian.electrons};
    const auto integrals = make_spin_blocks(hamiltonian, mean_field.coefficients);
    const IrrepSpaces irreps(integrals, spaces);
    BlockTensors tensors = all_tensors(integrals, irreps);
    ttgt::Context context;
    const BlockProgram program(context, ttgt::tool::read_text_file(program_file), tensors);
    fmt::print(
        "{} symmetries; {} sections of occupied, {} of virtual spin orbitals; t2: {} of {} "
        "numbers in {} blocks; {:.4g} operations, {} products of blocks\n",
        irreps.generators(), irreps.sections('o').orbitals.size(),
        irreps.sections('v').orbitals.size(), tensors.at("t2").size(),
        spaces.occupied * spaces.occupied * spaces.virtuals * spaces.virtuals,
        tensors.at("t2").layout().blocks(), program.operations(), program.pairs());
    std::vector<double> steps = denominators(integrals, irreps, "vo");
    const std::vector<double> doubles = denominators(integrals, irreps, "vvoo");
    steps.insert(steps.end(), doubles.begin(), doubles.end());
    AmplitudeUpdates updates(tensors, std::move(steps));
    const double energy = solve(program, tensors, updates);
    if (expected != nullptr && !(std::abs(energy - std::stod(expected)) < energy_tolerance)) {
        throw std::runtime_error(fmt::format("the energy should be {}", expected));
    }
}

}  // namespace
}  // namespace ccsd

int main(int argc, char** argv) {
    if (argc < 3 || argc > 4) {
        fmt::print(stderr, "usage: ccsd_by_irreps FCIDUMP PROGRAM [ENERGY]\n");
        return 2;
    }
    try {
        ccsd::run(argv[1], argv[2], argc == 4 ? argv[3] : nullptr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "ccsd_by_irreps: {}\n", error.what());
        return 1;
    }
    return 0;
}
