// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/json.h"

#include <ttgt/version.h>

#include <nlohmann/json.hpp>

namespace ccsd {
namespace {

using Json = nlohmann::ordered_json;

Json to_object(const Iteration& iteration) {
    return {{"number", iteration.number},
            {"energy", iteration.energy},
            {"change", iteration.change},
            {"residual", iteration.residual},
            {"seconds", iteration.seconds}};
}

Json to_object(const Amplitude& amplitude) {
    return {{"occupied", amplitude.occupied},
            {"virtuals", amplitude.virtuals},
            {"value", amplitude.value}};
}

Json to_object(const KindTotals& kind) {
    return {{"kind", kind.kind},
            {"plans", kind.plans},
            {"runs", kind.runs},
            {"seconds", kind.seconds},
            {"flops", kind.flops},
            {"gflops", kind.gflops()},
            {"transpose_share", kind.transpose_share()},
            {"arithmetic_intensity", kind.intensity()}};
}

Json to_object(const StageTimes& seconds) {
    return {{"reading", seconds.reading},
            {"hartree_fock", seconds.hartree_fock},
            {"transformation", seconds.transformation},
            {"coupled_cluster", seconds.coupled_cluster},
            {"triples", seconds.triples}};
}

template <class Value>
Json to_array(const std::vector<Value>& values) {
    Json array = Json::array();
    for (const Value& value : values) array.push_back(to_object(value));
    return array;
}

void add_energies(Json& json, const Results& results) {
    const double reference = results.hartree_fock_energy;
    json["e_rhf"] = reference;
    json["e_mp2_corr"] = results.mp2_energy;
    json["e_ccsd_corr"] = results.ccsd_energy;
    json["e_ccsd_total"] = reference + results.ccsd_energy;
    json["e_t"] = nullptr;
    json["e_ccsd_t_total"] = nullptr;
    if (results.has_triples) {
        json["e_t"] = results.triples_energy;
        json["e_ccsd_t_total"] = reference + results.ccsd_energy + results.triples_energy;
    }
}

void add_amplitudes(Json& json, const AmplitudeSummary& amplitudes) {
    json["t1_norm"] = amplitudes.t1_norm;
    json["t2_norm"] = amplitudes.t2_norm;
    json["t1_diagnostic"] = amplitudes.t1_diagnostic;
    json["largest_t1"] = to_array(amplitudes.largest_singles);
    json["largest_t2"] = to_array(amplitudes.largest_doubles);
}

}  // namespace

std::string to_json(const Request& request, const Results& results) {
    Json json;
    json["version"] = TTGT_VERSION;
    json["file"] = request.file;
    json["device"] = to_string(request.engine.device);
    json["threads"] = results.threads;
    json["strategy"] = request.engine.strategy;
    json["orbitals"] = results.orbitals;
    json["occupied"] = results.occupied();
    json["virtuals"] = results.virtuals();
    json["frozen_core"] = results.frozen_core;
    json["e_core"] = results.core_energy;
    json["e_core_given"] = results.has_core_energy;
    json["converged"] = results.hartree_fock_converged && results.converged;
    json["hartree_fock_converged"] = results.hartree_fock_converged;
    json["hartree_fock_iterations"] = results.hartree_fock_iterations;
    json["orbital_energies"] = results.orbital_energies;
    add_energies(json, results);
    add_amplitudes(json, results.amplitudes);
    json["iterations"] = to_array(results.iterations);
    json["seconds"] = to_object(results.seconds);
    json["contractions"] = to_array(results.totals);
    json["peak_bytes"] = results.peak_bytes;
    json["memory_limit"] = nullptr;
    if (request.memory_limit != ttgt::unlimited) json["memory_limit"] = request.memory_limit;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ccsd
