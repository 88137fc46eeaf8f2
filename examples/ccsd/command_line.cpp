// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/command_line.h"

#include <ttgt/error.h>

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "tools/io/values.h"

namespace ccsd {
namespace {

/// What is text until it has been looked at.
struct Words {
    std::string device = "cpu";
    std::string memory = "unlimited";
};

void add_iteration_options(CLI::App& app, CoupledClusterOptions& options) {
    app.add_option("--max-iterations", options.max_iterations, "most iterations of CCSD")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--energy-tolerance", options.energy_tolerance,
                   "change of the energy at the end, hartree")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--residual-tolerance", options.residual_tolerance,
                   "norm of the amplitudes' change at the end")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--diis", options.diis_vectors, "vectors that DIIS combines; 1: no DIIS")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option("--damping", options.damping, "share of the old amplitudes in the new")
        ->check(CLI::Range(0.0, 0.99))
        ->capture_default_str();
    app.add_option("--level-shift", options.level_shift,
                   "hartree added to virtual orbitals in the denominators")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
}

void add_options(CLI::App& app, Command& command, Words& words) {
    Request& request = command.request;
    app.add_option("FILE", request.file, "integrals as an FCIDUMP file")->required();
    app.add_option("--device", words.device, "cpu or cuda:N: where all tensors lie")
        ->capture_default_str();
    app.add_option("--threads", request.engine.threads, "CPU threads; 0: as many as OpenMP uses")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--memory", words.memory,
                   "most memory for integrals, tensors and scratch: 2GiB, 500MB")
        ->capture_default_str();
    app.add_option("--frozen-core", request.frozen_core,
                   "lowest orbitals that are left out of MP2, CCSD and (T)")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--strategy", request.engine.strategy, "how contractions are planned")
        ->capture_default_str();
    app.add_flag("!--no-triples", request.triples, "stop after CCSD");
    app.add_flag("--explain", request.explain, "print the plan of every contraction at the end");
    app.add_flag("--json", command.json, "print one JSON object instead of tables");
    add_iteration_options(app, request.coupled_cluster);
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
    CLI::App app("RHF, MP2, CCSD and CCSD(T) of a closed shell from an FCIDUMP file", "ccsd");
    Command command;
    Words words;
    add_options(app, command, words);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::Success&) {
        command.help = app.help();
        return command;
    } catch (const CLI::ParseError& error) {
        throw ttgt::InvalidArgument(one_line(error.what()) + " (see ccsd --help)");
    }
    command.request.engine.device = ttgt::parse_device(words.device);
    command.request.memory_limit = ttgt::tool::parse_size(words.memory, "--memory");
    return command;
}

}  // namespace ccsd
