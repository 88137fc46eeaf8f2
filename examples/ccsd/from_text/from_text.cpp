// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// CCSD of a closed shell from equations that are a text: ccsd_from_text FCIDUMP PROGRAM [ENERGY]
//
// The program computes r1(a,i), r2(a,b,i,j) and energy() from t1, t2 and the blocks of
// spin_blocks.h, as those in examples/programs do. It is planned once and run in every iteration.
// With an energy in hartree, fails unless the correlation energy is that one to 1e-8.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/amplitudes/diis.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/from_text/spin_blocks.h"
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

/// The amplitudes, the residual and the steps of the iteration t += r / D with DIIS.
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
    std::vector<double> denominators_;  ///< of t1, then of t2
    Diis diis_;
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
      denominators_(denominators()),
      diis_(compute_, tensors_.at("t1").size() + tensors_.at("t2").size(), 8) {}

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

    Numbers& t1 = tensors_.at("t1");
    Numbers& t2 = tensors_.at("t2");
    const ttgt::TensorView error = diis_.error();
    const ttgt::TensorView vector = diis_.vector();
    auto* const change = static_cast<double*>(error.data());
    auto* const next = static_cast<double*>(vector.data());
    const auto add_steps = [&](const Numbers& t, const Numbers& r, std::int64_t first) {
        for (std::int64_t i = 0; i < t.size(); ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            change[at] = r.data()[i] / denominators_[at];
            next[at] = t.data()[i] + change[at];
        }
    };
    add_steps(t1, tensors_.at("r1"), 0);
    add_steps(t2, tensors_.at("r2"), t1.size());
    const double norm = diis_.push();
    Tensor best(memory_, {t1.size() + t2.size()});
    diis_.extrapolate(best);
    std::copy_n(best.data(), t1.size(), t1.data());
    std::copy_n(best.data() + t1.size(), t2.size(), t2.data());
    return norm;
}

double solve(Equations& equations) {
    for (int number = 1; number <= most_iterations; ++number) {
        const double change = equations.iterate();
        fmt::print("{:3}  energy {:.12f}  change {:.2e}\n", number, equations.energy(), change);
        if (change < residual_tolerance) return equations.energy();
    }
    throw std::runtime_error(fmt::format("not converged in {} iterations", most_iterations));
}

void run(const char* fcidump, const char* program, const char* expected) {
    const Hamiltonian hamiltonian = read_fcidump(fcidump);
    const HartreeFock mean_field = solve_hartree_fock(hamiltonian);
    if (!mean_field.converged) throw std::runtime_error("Hartree-Fock does not converge");
    refuse_degenerate_orbitals({mean_field.orbital_energies, hamiltonian.occupied()}, fcidump);
    const SpinSpaces spaces{hamiltonian.electrons,
                            2 * hamiltonian.orbitals - hamiltonian.electrons};
    Equations equations(ttgt::tool::read_text_file(program),
                        make_spin_blocks(hamiltonian, mean_field.coefficients), spaces);
    fmt::print("{} occupied, {} virtual spin orbitals; {:.4g} operations, {} bytes of workspace\n",
               spaces.occupied, spaces.virtuals, equations.plan().operations(),
               equations.plan().workspace_bytes());
    const double energy = solve(equations);
    if (expected != nullptr && !(std::abs(energy - std::stod(expected)) < energy_tolerance)) {
        throw std::runtime_error(fmt::format("the energy should be {}", expected));
    }
}

}  // namespace
}  // namespace ccsd

int main(int argc, char** argv) {
    if (argc < 3 || argc > 4) {
        fmt::print(stderr, "usage: ccsd_from_text FCIDUMP PROGRAM [ENERGY]\n");
        return 2;
    }
    try {
        ccsd::run(argv[1], argv[2], argc == 4 ? argv[3] : nullptr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "ccsd_from_text: {}\n", error.what());
        return 1;
    }
    return 0;
}
