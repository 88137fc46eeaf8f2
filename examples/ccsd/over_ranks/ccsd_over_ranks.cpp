// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD of a closed shell from equations that are a text, on tensors over ranks:
//
//     mpirun -n 4 ccsd_over_ranks FCIDUMP PROGRAM [ENERGY]
//
// As ccsd_from_text, but no rank holds a whole block, amplitude or residual: each is spread evenly
// over all ranks, which plan the program together and run it in every iteration. Each rank reads
// the file and makes the elements of its parts from spatial integrals. With an energy in hartree,
// fails unless the correlation energy is that one to 1e-8.
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/from_text/energy_program.h"
#include "examples/ccsd/from_text/spin_blocks.h"
#include "examples/ccsd/over_ranks/distributed_diis.h"
#include "tools/io/text_file.h"

namespace ccsd {
namespace {

constexpr std::size_t diis_vectors = 8;

/// The amplitudes, the residual and the steps of the iteration.
class SpreadEquations {
public:
    SpreadEquations(ttgt::Communicator& ranks, const std::string& program,
                    const SpinIntegrals& integrals);

    /// Evaluates the program and improves the amplitudes.
    Iteration iterate();
    [[nodiscard]] const ttgt::DistributedProgramPlan& plan() const { return plan_; }
    /// Bytes that this rank holds of all tensors.
    [[nodiscard]] std::int64_t held_bytes() const;

private:
    using Operands = std::map<std::string, ttgt::DistributedTensor>;

    [[nodiscard]] ttgt::DistributedTensor spread(const std::vector<std::int64_t>& extents) const;
    [[nodiscard]] Operands make_operands(const SpinIntegrals& integrals) const;
    /// f(i,i) + … - f(a,a) - …, spread as the amplitudes `name`.
    [[nodiscard]] ttgt::DistributedTensor denominators(const SpinIntegrals& integrals,
                                                       const std::string& name) const;
    [[nodiscard]] ttgt::DistributedProgramPlan make_plan(const std::string& program);

    ttgt::Communicator& ranks_;
    ttgt::Context context_;
    Operands operands_;                      ///< every operand of the program, by name
    DistributedDiis::Tensors denominators_;  ///< of t1 and of t2
    ttgt::DistributedProgramPlan plan_;
    DistributedDiis diis_;
};

SpreadEquations::SpreadEquations(ttgt::Communicator& ranks, const std::string& program,
                                 const SpinIntegrals& integrals)
    : ranks_(ranks),
      operands_(make_operands(integrals)),
      plan_(make_plan(program)),
      diis_(ranks, {operands_.at("t1").layout(), operands_.at("t2").layout()}, diis_vectors) {
    for (const char* name : {"t1", "t2"}) denominators_.push_back(denominators(integrals, name));
}

ttgt::DistributedTensor SpreadEquations::spread(const std::vector<std::int64_t>& extents) const {
    return {ranks_, ttgt::DType::float64, extents, ttgt::spread_evenly(ranks_.ranks(), extents)};
}

SpreadEquations::Operands SpreadEquations::make_operands(const SpinIntegrals& integrals) const {
    Operands operands;
    for (const char* name : spin_block_names) {
        const std::string spaces = spaces_of_block(name);
        ttgt::DistributedTensor block = spread(integrals.spaces().extents(spaces));
        block.fill([&](std::span<const std::int64_t> at) {
            return ttgt::Scalar(integrals.element(spaces, at));
        });
        operands.emplace(name, std::move(block));
    }
    for (const char* name : {"t1", "r1"}) {
        operands.emplace(name, spread(integrals.spaces().extents("vo")));
    }
    for (const char* name : {"t2", "r2"}) {
        operands.emplace(name, spread(integrals.spaces().extents("vvoo")));
    }
    operands.emplace("energy", spread({}));
    return operands;
}

ttgt::DistributedTensor SpreadEquations::denominators(const SpinIntegrals& integrals,
                                                      const std::string& name) const {
    ttgt::DistributedTensor result = spread(operands_.at(name).layout().extents);
    result.fill([&](std::span<const std::int64_t> at) {
        double sum = 0;
        for (std::size_t mode = 0; mode < at.size(); ++mode) {
            const std::vector<std::int64_t> diagonal{at[mode], at[mode]};
            sum += mode < at.size() / 2 ? -integrals.element("vv", diagonal)
                                        : integrals.element("oo", diagonal);
        }
        return ttgt::Scalar(sum);
    });
    return result;
}

ttgt::DistributedProgramPlan SpreadEquations::make_plan(const std::string& program) {
    std::vector<ttgt::NamedDistributedOperand> named;
    for (const auto& [name, tensor] : operands_) named.push_back({name, tensor.layout()});
    ttgt::DistributedOptions options;
    options.rates = ttgt::measure_rank_rates(ranks_, context_);
    return ttgt::plan_program(ranks_, context_, program, named, options);
}

Iteration SpreadEquations::iterate() {
    std::vector<void*> pointers;
    for (auto& [name, tensor] : operands_) pointers.push_back(tensor.data());
    ttgt::RunOptions options;
    options.workspace = context_.workspace(plan_.workspace_bytes());
    plan_.run(pointers, options);
    const double energy = elements(operands_.at("energy"))[0];

    std::vector<ttgt::DistributedTensor*> amplitudes;
    for (std::size_t part = 0; part < denominators_.size(); ++part) {
        amplitudes.push_back(&operands_.at(part == 0 ? "t1" : "t2"));
        const std::span<const double> r = elements(operands_.at(part == 0 ? "r1" : "r2"));
        const std::span<const double> t = elements(*amplitudes.back());
        const std::span<const double> denominator = elements(denominators_[part]);
        const std::span<double> change = elements(diis_.error()[part]);
        const std::span<double> next = elements(diis_.vector()[part]);
        for (std::size_t i = 0; i < t.size(); ++i) {
            change[i] = r[i] / denominator[i];
            next[i] = t[i] + change[i];
        }
    }
    const double norm = diis_.push();
    diis_.extrapolate(amplitudes);
    return {energy, norm};
}

std::int64_t SpreadEquations::held_bytes() const {
    std::int64_t bytes = diis_.held_bytes();
    for (const auto& [name, tensor] : operands_) bytes += ccsd::held_bytes(tensor);
    for (const ttgt::DistributedTensor& tensor : denominators_) bytes += ccsd::held_bytes(tensor);
    return bytes;
}

double energy_of(const char* fcidump, const char* program) {
    ttgt::Communicator ranks = ttgt::Communicator::world();
    const auto [hamiltonian, mean_field, spaces] = solve_molecule(fcidump);
    const SpinIntegrals integrals(hamiltonian, mean_field.coefficients);
    SpreadEquations equations(ranks, ttgt::tool::read_text_file(program), integrals);
    const bool prints = ranks.rank() == 0;  // no rank holds more of an evenly spread tensor
    if (prints) {
        fmt::print(
            "{} occupied, {} virtual spin orbitals over {} ranks; at most {} bytes of tensors and "
            "{} bytes of workspace on a rank\n",
            spaces.occupied, spaces.virtuals, ranks.ranks(), equations.held_bytes(),
            equations.plan().most_workspace_bytes());
    }
    return converged_energy([&] { return equations.iterate(); }, prints);
}

}  // namespace
}  // namespace ccsd

int main(int argc, char** argv) {
    return ccsd::run_energy_program(argc, argv, "ccsd_over_ranks", ccsd::energy_of);
}
