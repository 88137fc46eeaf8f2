// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD of a closed shell on tensors of blocks: ccsd_by_irreps FCIDUMP PROGRAM [ENERGY]
//
// As ccsd_from_text, but every tensor has only the blocks that symmetry allows. Files often do not
// say how orbitals transform (ORBSYM is 1 throughout), so it is found from which integrals are
// zero: point groups up to D2h, and the spin. The result is that of dense tensors. With an energy
// in hartree, fails unless the correlation energy is that one to 1e-8.
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/by_irreps/block_program.h"
#include "examples/ccsd/by_irreps/irreps.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/from_text/energy_program.h"
#include "tools/io/text_file.h"

namespace ccsd {
namespace {

using Numbers = ttgt::Tensor<double>;

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

double energy_of(const char* fcidump, const char* program_file) {
    const auto [hamiltonian, mean_field, spaces] = solve_molecule(fcidump);
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
    Memory memory(ttgt::Device{}, ttgt::unlimited);
    Engine compute(memory, {});
    AmplitudeUpdates updates(compute, memory, std::move(steps));
    const auto part = [&](const char* t, const char* r) {
        ttgt::BlockTensor<double>& amplitudes = tensors.at(t);
        const ttgt::BlockTensor<double>& residual = tensors.at(r);
        return AmplitudeUpdates::Part{{amplitudes.begin(), amplitudes.end()},
                                      {residual.begin(), residual.end()}};
    };
    return converged_energy([&] {
        program.run(tensors);
        const double energy = *tensors.at("energy").begin();
        return Iteration{energy, updates.step({part("t1", "r1"), part("t2", "r2")})};
    });
}

}  // namespace
}  // namespace ccsd

int main(int argc, char** argv) {
    return ccsd::run_energy_program(argc, argv, "ccsd_by_irreps", ccsd::energy_of);
}
