// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/chemistry_reference.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "examples/ccsd/fcidump.h"

namespace ccsd::test {
namespace {

constexpr const char* folder = TTGT_SOURCE_DIR "/tests/data/chem/";

}  // namespace

Reference reference_of(const std::string& name) {
    std::ifstream file(std::string(folder) + "reference.json");
    const nlohmann::json molecule = nlohmann::json::parse(file).at("molecules").at(name);
    Reference reference;
    molecule.at("e_rhf").get_to(reference.e_rhf);
    molecule.at("e_mp2_corr").get_to(reference.e_mp2_corr);
    molecule.at("e_ccsd_corr").get_to(reference.e_ccsd_corr);
    molecule.at("e_t").get_to(reference.e_t);
    molecule.at("t1_diagnostic").get_to(reference.t1_diagnostic);
    molecule.at("ccsd_cycles_diis").get_to(reference.ccsd_cycles_diis);
    molecule.at("orbital_energies").get_to(reference.orbital_energies);
    return reference;
}

std::string fcidump_path(const std::string& name) { return folder + name + ".fcidump"; }

Hamiltonian hamiltonian_of(const std::string& name) { return read_fcidump(fcidump_path(name)); }

}  // namespace ccsd::test
