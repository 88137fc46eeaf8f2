// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/chemistry_reference.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "examples/ccsd/input/fcidump.h"
#include "tests/support/source_folder.h"

namespace ccsd::test {
namespace {

constexpr const char* folder = TTGT_SOURCE_DIR "/tests/data/chem/";

nlohmann::json record_of(const std::string& name) {
    std::ifstream file(std::string(folder) + "reference.json");
    return nlohmann::json::parse(file).at("molecules").at(name);
}

Reference energies_in(const nlohmann::json& record) {
    Reference reference;
    record.at("e_rhf").get_to(reference.e_rhf);
    record.at("e_mp2_corr").get_to(reference.e_mp2_corr);
    record.at("e_ccsd_corr").get_to(reference.e_ccsd_corr);
    record.at("e_t").get_to(reference.e_t);
    record.at("t1_norm").get_to(reference.t1_norm);
    record.at("t2_norm").get_to(reference.t2_norm);
    record.at("t2_max").get_to(reference.t2_max);
    record.at("t1_diagnostic").get_to(reference.t1_diagnostic);
    return reference;
}

}  // namespace

Reference reference_of(const std::string& name) {
    const nlohmann::json record = record_of(name);
    Reference reference = energies_in(record);
    record.at("ccsd_cycles_diis").get_to(reference.ccsd_cycles_diis);
    record.at("orbital_energies").get_to(reference.orbital_energies);
    return reference;
}

FrozenCoreReference frozen_core_reference_of(const std::string& name) {
    const nlohmann::json record = record_of(name).at("frozen_core");
    return {record.at("orbitals").get<std::int64_t>(), energies_in(record)};
}

std::string fcidump_path(const std::string& name) { return folder + name + ".fcidump"; }

Hamiltonian hamiltonian_of(const std::string& name) { return read_fcidump(fcidump_path(name)); }

}  // namespace ccsd::test
