// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD of a closed shell from equations that are a text: ccsd_from_text FCIDUMP PROGRAM [ENERGY]
//
// The program computes r1(a,i), r2(a,b,i,j) and energy() from t1, t2 and the blocks of
// spin_blocks.h, as those in examples/programs do. It is planned once and run in every iteration.
// With an energy in hartree, fails unless the correlation energy is that one to 1e-8.
#include <ttgt/ttgt.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/from_text/energy_program.h"
#include "examples/ccsd/from_text/spin_blocks.h"
#include "tools/io/text_file.h"

namespace ccsd {
namespace {

using Numbers = ttgt::Tensor<double>;

/// The amplitudes, the residual and the steps of the iteration.
class Equations {
public:
    Equations(const std::string& program, std::map<std::string, Numbers> tensors,
              const SpinSpaces& spaces);

    /// Evaluates the program and improves the amplitudes; the norm of their change.
    double iterate();
    [[nodiscard]] double energy() const { return tensors_.at("energy")(); }
    [[nodiscard]] const ttgt::ProgramPlan& plan() const { return plan_; }

private:
    [[nodiscard]] ttgt::ProgramPlan make_plan(const std::string& program);
    /// f(i,i) + … - f(a,a) - …, for spin orbitals counted within their spaces.
    [[nodiscard]] double denominator(std::int64_t position, const Numbers& amplitudes) const;
    [[nodiscard]] std::vector<double> denominators() const;

    std::map<std::string, Numbers> tensors_;  ///< every operand of the program, by name
    Memory memory_{ttgt::Device{}, ttgt::unlimited};
    Engine compute_{memory_, {}};
    ttgt::ProgramPlan plan_;
    AmplitudeUpdates updates_;
};

std::map<std::string, Numbers> with_amplitudes(std::map<std::string, Numbers> tensors,
                                               const SpinSpaces& spaces) {
    for (const char* name : {"t1", "r1"}) tensors.emplace(name, spaces.extents("vo"));
    for (const char* name : {"t2", "r2"}) tensors.emplace(name, spaces.extents("vvoo"));
    tensors.emplace("energy", std::vector<std::int64_t>{});
    for (auto& [name, tensor] : tensors) {
        if (name.front() == 't') tensor.fill(0);
    }
    return tensors;
}

Equations::Equations(const std::string& program, std::map<std::string, Numbers> tensors,
                     const SpinSpaces& spaces)
    : tensors_(with_amplitudes(std::move(tensors), spaces)),
      plan_(make_plan(program)),
      updates_(compute_, memory_, denominators()) {}

ttgt::ProgramPlan Equations::make_plan(const std::string& program) {
    std::vector<ttgt::NamedOperand> operands;
    for (const auto& [name, tensor] : tensors_) {
        operands.push_back({name, {ttgt::DType::float64, tensor.layout()}});
    }
    return ttgt::plan_program(compute_.context(), program, operands);
}

double Equations::denominator(std::int64_t position, const Numbers& amplitudes) const {
    const std::vector<std::int64_t> extents = amplitudes.layout().extents;
    double sum = 0;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        const bool is_virtual = mode < extents.size() / 2;
        const std::int64_t index = position % extents[mode];
        position /= extents[mode];
        sum += is_virtual ? -tensors_.at("f_vv")(index, index) : tensors_.at("f_oo")(index, index);
    }
    return sum;
}

std::vector<double> Equations::denominators() const {
    std::vector<double> result;
    for (const char* name : {"t1", "t2"}) {
        const Numbers& amplitudes = tensors_.at(name);
        for (std::int64_t i = 0; i < amplitudes.size(); ++i) {
            result.push_back(denominator(i, amplitudes));
        }
    }
    return result;
}

double Equations::iterate() {
    std::vector<void*> pointers;
    for (auto& [name, tensor] : tensors_) pointers.push_back(tensor.data());
    ttgt::RunOptions options;
    options.workspace = compute_.context().workspace(plan_.workspace_bytes());
    plan_.run(pointers, options);

    const auto part = [&](const char* t, const char* r) {
        Numbers& amplitudes = tensors_.at(t);
        const Numbers& residual = tensors_.at(r);
        const auto count = static_cast<std::size_t>(amplitudes.size());
        return AmplitudeUpdates::Part{{amplitudes.data(), count}, {residual.data(), count}};
    };
    return updates_.step({part("t1", "r1"), part("t2", "r2")});
}

double energy_of(const char* fcidump, const char* program) {
    const auto [hamiltonian, mean_field, spaces] = solve_molecule(fcidump);
    Equations equations(ttgt::tool::read_text_file(program),
                        make_spin_blocks(hamiltonian, mean_field.coefficients), spaces);
    fmt::print("{} occupied, {} virtual spin orbitals; {:.4g} operations, {} bytes of workspace\n",
               spaces.occupied, spaces.virtuals, equations.plan().operations(),
               equations.plan().workspace_bytes());
    return converged_energy([&] {
        const double change = equations.iterate();
        return Iteration{equations.energy(), change};
    });
}

}  // namespace
}  // namespace ccsd

int main(int argc, char** argv) {
    return ccsd::run_energy_program(argc, argv, "ccsd_from_text", ccsd::energy_of);
}
