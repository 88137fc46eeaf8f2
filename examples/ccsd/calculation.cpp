// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/calculation.h"

#include <ttgt/error.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/memory_need.h"
#include "examples/ccsd/input/fcidump.h"
#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/orbitals/degeneracy.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"
#include "examples/ccsd/triples/triples.h"

namespace ccsd {
namespace {

/// Calls, and adds the time it took.
template <class Call>
auto timed(double& seconds, Call&& call) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    auto result = call();
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return result;
}

std::int64_t bytes_of(const Hamiltonian& hamiltonian) {
    const std::size_t numbers = hamiltonian.one_body.size() + hamiltonian.two_body.size();
    return static_cast<std::int64_t>(numbers * sizeof(double));
}

/// In MiB, rounded up, as --memory takes it.
std::string in_mebibytes(double bytes) {
    return fmt::format("{:.0f}MiB", std::ceil(bytes / (1 << 20)));
}

/// What a file's header already tells of a request that cannot be met.
void check_request(const Request& request, const FcidumpHeader& header) {
    const std::int64_t occupied = header.electrons / 2;
    if (request.frozen_core > occupied) {
        throw ttgt::InvalidArgument(fmt::format("--frozen-core {}: {} orbitals are occupied",
                                                request.frozen_core, occupied));
    }
    if (request.memory_limit == ttgt::unlimited) return;
    const double need = least_memory({header.orbitals, occupied, request.frozen_core,
                                      request.coupled_cluster.diis_vectors, request.triples},
                                     request.engine);
    if (need > static_cast<double>(request.memory_limit)) {
        throw ttgt::OutOfMemory(
            fmt::format("{}: the memory limit of {} bytes is too low; {:.0f} "
                        "bytes would be enough: --memory {}",
                        request.file, request.memory_limit, need, in_mebibytes(need)));
    }
}

/// Throws where there is no such device, or it cannot be used.
void check_device(const EngineOptions& options) {
    ttgt::ContextOptions context;
    context.device = options.device;
    (void)ttgt::Context(context);
}

/// The Hamiltonian lies in host memory: on a CPU the tensors have what it leaves.
std::int64_t tensor_limit(const Request& request, const Hamiltonian& hamiltonian) {
    const bool on_cpu = request.engine.device.kind == ttgt::Device::Kind::cpu;
    if (request.memory_limit == ttgt::unlimited || !on_cpu) return request.memory_limit;
    return std::max<std::int64_t>(0, request.memory_limit - bytes_of(hamiltonian));
}

/// Only what the triples read stays.
void release_what_triples_do_not_need(Memory& memory, OrbitalIntegrals& integrals) {
    for (Tensor* block :
         {&integrals.oooo, &integrals.oovv, &integrals.ovov, &integrals.ovvv, &integrals.vvvv}) {
        *block = Tensor(memory, {0});
    }
}

void correlate(Engine& compute, OrbitalIntegrals integrals, const Request& request,
               const Observer& observer, Results& results) {
    const ArrangedIntegrals arranged(compute, integrals);
    const CoupledCluster cluster = timed(results.seconds.coupled_cluster, [&] {
        return solve_coupled_cluster(compute, integrals, arranged, request.coupled_cluster,
                                     observer.after_iteration);
    });
    results.mp2_energy = cluster.mp2_energy;
    results.ccsd_energy = cluster.ccsd_energy;
    results.converged = cluster.converged;
    results.iterations = cluster.iterations;
    results.amplitudes = summarise(compute.memory(), {integrals.occupied, integrals.virtuals},
                                   cluster.amplitudes, request.frozen_core);
    if (!cluster.converged || !request.triples) return;
    release_what_triples_do_not_need(compute.memory(), integrals);
    Triples triples = timed(results.seconds.triples, [&] {
        return perturbative_triples(compute, integrals, arranged, cluster.amplitudes);
    });
    results.has_triples = true;
    results.triples_energy = triples.energy;
    results.totals = std::move(triples.totals);
    results.explanation = std::move(triples.explanation);
}

void transform_and_correlate(const Request& request, const Hamiltonian& hamiltonian,
                             const std::vector<double>& coefficients, const Observer& observer,
                             Results& results) {
    Memory memory(request.engine.device, tensor_limit(request, hamiltonian));
    Engine compute(memory, request.engine);
    memory.set_relief([&] { compute.release_workspace(); });
    OrbitalIntegrals integrals = timed(results.seconds.transformation, [&] {
        return transform_integrals(compute, hamiltonian, coefficients, request.frozen_core);
    });
    compute.release_workspace();
    correlate(compute, std::move(integrals), request, observer, results);
    std::vector<KindTotals> totals = compute.totals();
    add(totals, results.totals);
    results.totals = std::move(totals);
    results.explanation = request.explain ? compute.explain() + results.explanation : std::string();
    results.peak_bytes = memory.peak_bytes();
    if (memory.space() == ttgt::MemorySpace::host) results.peak_bytes += bytes_of(hamiltonian);
}

}  // namespace

Results calculate(const Request& request, const Observer& observer) {
    Results results;
    check_device(request.engine);
    results.threads = threads_used(request.engine);
    results.frozen_core = request.frozen_core;
    const Hamiltonian hamiltonian = timed(results.seconds.reading, [&] {
        return read_fcidump(request.file, ttgt::unlimited,
                            [&](const FcidumpHeader& header) { check_request(request, header); });
    });
    results.orbitals = hamiltonian.orbitals;
    results.electrons = hamiltonian.electrons;
    results.core_energy = hamiltonian.core_energy;
    results.has_core_energy = hamiltonian.has_core_energy;
    const HartreeFock mean_field = timed(results.seconds.hartree_fock, [&] {
        return solve_hartree_fock(hamiltonian, request.hartree_fock);
    });
    results.hartree_fock_energy = mean_field.energy;
    results.hartree_fock_iterations = mean_field.iterations;
    results.hartree_fock_converged = mean_field.converged;
    results.orbital_energies = mean_field.orbital_energies;
    observer.after_hartree_fock(results);
    if (!mean_field.converged) return results;
    if (!results.has_correlation()) {
        results.converged = true;  // one determinant is all there is
        results.has_triples = request.triples;
        results.peak_bytes = bytes_of(hamiltonian);
        return results;
    }
    refuse_degenerate_orbitals({results.orbital_energies, results.occupied(), request.frozen_core},
                               request.file);
    transform_and_correlate(request, hamiltonian, mean_field.coefficients, observer, results);
    return results;
}

}  // namespace ccsd
