// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// ccsd FILE.fcidump [options]: RHF, MP2, CCSD and CCSD(T), every contraction through ttgt. Exit
// codes: 0 success, 1 not converged or failed while running, 2 bad input.
#include <ttgt/error.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "examples/ccsd/calculation.h"
#include "examples/ccsd/command_line.h"
#include "examples/ccsd/input/input_error.h"
#include "examples/ccsd/json.h"
#include "examples/ccsd/print.h"
#include "tools/io/errors.h"

namespace {

using ttgt::tool::exit_bad_input;
using ttgt::tool::exit_failed;
using ttgt::tool::exit_ok;

int complain(std::string text, int code) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::fprintf(stderr, "ccsd: %s\n", text.c_str());
    return code;
}

void print(const std::string& text) {
    // Flushed, because an iteration may take minutes.
    if (std::fputs(text.c_str(), stdout) == EOF || std::fflush(stdout) != 0) {
        throw ttgt::tool::RunError("standard output cannot be written" +
                                   ttgt::tool::system_reason(errno));
    }
}

ccsd::Results calculate(const ccsd::Command& command) {
    if (command.json) return ccsd::calculate(command.request);
    ccsd::Observer observer;
    observer.after_hartree_fock = [&](const ccsd::Results& results) {
        print(opening(command.request, results));
    };
    observer.after_iteration = [](const ccsd::Iteration& iteration) { print(line(iteration)); };
    return ccsd::calculate(command.request, observer);
}

int verdict(const ccsd::Results& results) {
    if (!results.hartree_fock_converged) {
        return complain(fmt::format("RHF did not converge in {} iterations; the last energy is "
                                    "{:.10f}",
                                    results.hartree_fock_iterations, results.hartree_fock_energy),
                        exit_failed);
    }
    if (!results.converged) {
        return complain(fmt::format("CCSD did not converge in {} iterations; the last correlation "
                                    "energy is {:.10f}",
                                    results.iterations.size(), results.ccsd_energy),
                        exit_failed);
    }
    return exit_ok;
}

int run(const std::vector<std::string>& arguments) {
    const ccsd::Command command = ccsd::parse_command_line(arguments);
    if (!command.help.empty()) {
        print(command.help);
        return exit_ok;
    }
    const ccsd::Results results = calculate(command);
    print(command.json ? to_json(command.request, results) : summary(command.request, results));
    return verdict(results);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    } catch (const ccsd::InputError& error) {
        return complain(error.what(), exit_bad_input);
    } catch (const ttgt::InvalidArgument& error) {
        return complain(error.what(), exit_bad_input);
    } catch (const ttgt::Unsupported& error) {
        return complain(error.what(), exit_bad_input);
    } catch (const ttgt::OutOfMemory& error) {
        return complain(error.what(), exit_bad_input);
    } catch (const std::exception& error) {
        return complain(error.what(), exit_failed);
    }
}
