// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/print.h"

#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ccsd {
namespace {

std::string bytes(std::int64_t count) {
    if (count == ttgt::unlimited) return "unlimited";
    const auto value = static_cast<double>(count);
    if (value >= 1 << 30) return fmt::format("{:.2f} GiB", value / (1 << 30));
    return fmt::format("{:.2f} MiB", value / (1 << 20));
}

std::string energy_line(const char* method, double correlation, double total) {
    return fmt::format("{:<12} {:>18.10f} {:>18.10f}\n", method, correlation, total);
}

std::string energies(const Results& results) {
    const double reference = results.hartree_fock_energy;
    std::string text = fmt::format("{:<12} {:>18} {:>18}\n", "hartree", "correlation", "total");
    text += energy_line("RHF", 0.0, reference);
    text += energy_line("MP2", results.mp2_energy, reference + results.mp2_energy);
    text += energy_line("CCSD", results.ccsd_energy, reference + results.ccsd_energy);
    if (results.has_triples) {
        const double correlation = results.ccsd_energy + results.triples_energy;
        text += fmt::format("{:<12} {:>18.10f}\n", "(T)", results.triples_energy);
        text += energy_line("CCSD(T)", correlation, reference + correlation);
    }
    return text;
}

std::string orbital_levels(const Results& results) {
    constexpr std::size_t in_a_line = 6;
    std::string text("orbital energies, hartree\n");
    const auto occupied = static_cast<std::size_t>(results.occupied());
    const auto append = [&](const char* kind, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const bool begins_line = (i - first) % in_a_line == 0;
            if (begins_line) text += fmt::format("{}{:<9}", i > first ? "\n" : "", kind);
            text += fmt::format(" {:>11.6f}", results.orbital_energies[i]);
            kind = "";
        }
        if (last > first) text += '\n';
    };
    append("occupied", 0, occupied);
    append("virtual", occupied, results.orbital_energies.size());
    return text;
}

std::string excitations(const char* name, const std::vector<Amplitude>& amplitudes) {
    std::string text;
    for (const Amplitude& amplitude : amplitudes) {
        text += fmt::format("  {} {} -> {} {:>14.8f}\n", name, fmt::join(amplitude.occupied, " "),
                            fmt::join(amplitude.virtuals, " "), amplitude.value);
    }
    return text;
}

std::string amplitudes(const AmplitudeSummary& summary) {
    std::string text = fmt::format("\nnorms: t1 {:.10f}, t2 {:.10f}; T1 diagnostic {:.10f}\n",
                                   summary.t1_norm, summary.t2_norm, summary.t1_diagnostic);
    text += "largest amplitudes, orbitals counted by energy\n";
    return text + excitations("t1", summary.largest_singles) +
           excitations("t2", summary.largest_doubles);
}

std::string kinds(const std::vector<KindTotals>& totals) {
    if (totals.empty()) return "";
    std::string text = fmt::format("\n{:<24} {:>8} {:>10} {:>9} {:>11} {:>10}\n", "contractions",
                                   "runs", "seconds", "GFLOP/s", "transposes", "intensity");
    for (const KindTotals& kind : totals) {
        text += fmt::format("{:<24} {:>8} {:>10.4f} {:>9.2f} {:>10.0f}% {:>10.1f}\n", kind.kind,
                            kind.runs, kind.seconds, kind.gflops(), 100 * kind.transpose_share(),
                            kind.intensity());
    }
    return text;
}

}  // namespace

std::string opening(const Request& request, const Results& results) {
    std::string text =
        fmt::format("{}: {} orbitals, {} occupied, {} of them frozen, {} virtual\n", request.file,
                    results.orbitals, results.occupied(), results.frozen_core, results.virtuals());
    if (!results.has_core_energy) text += "note: the file has no core energy; it is taken as 0\n";
    text += fmt::format("{}, {} threads, strategy {}, memory {}\nRHF {:.10f} after {} iterations\n",
                        to_string(request.engine.device), results.threads, request.engine.strategy,
                        bytes(request.memory_limit), results.hartree_fock_energy,
                        results.hartree_fock_iterations);
    text += orbital_levels(results);
    if (results.hartree_fock_converged && results.has_correlation()) {
        text += fmt::format("\n{:>9} {:>16} {:>12} {:>12} {:>10}\n", "iteration", "CCSD energy",
                            "change", "residual", "seconds");
    }
    return text;
}

std::string line(const Iteration& iteration) {
    return fmt::format("{:>9} {:>16.10f} {:>12.3e} {:>12.3e} {:>10.5f}\n", iteration.number,
                       iteration.energy, iteration.change, iteration.residual, iteration.seconds);
}

std::string summary(const Request& request, const Results& results) {
    const StageTimes& seconds = results.seconds;
    std::string text("\n");
    text += energies(results);
    if (results.has_correlation()) text += amplitudes(results.amplitudes);
    text += kinds(results.totals);
    text += fmt::format(
        "\nseconds: reading {:.3f}, RHF {:.3f}, transformation {:.3f}, CCSD {:.3f}, (T) {:.3f}\n",
        seconds.reading, seconds.hartree_fock, seconds.transformation, seconds.coupled_cluster,
        seconds.triples);
    text += fmt::format("peak memory {} of {}\n", bytes(results.peak_bytes),
                        bytes(request.memory_limit));
    if (!results.explanation.empty()) text.append("\n").append(results.explanation);
    return text;
}

}  // namespace ccsd
