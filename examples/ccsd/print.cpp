// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/print.h"

#include <fmt/format.h>

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
    return text + fmt::format("T1 diagnostic {:.10f}\n", results.t1_diagnostic);
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
    std::string text = fmt::format(
        "{}: {} orbitals, {} occupied, {} virtual\n{}, strategy {}, memory {}\n"
        "RHF {:.10f} after {} iterations\n",
        request.file, results.orbitals, results.occupied(), results.virtuals(),
        to_string(request.engine.device), request.engine.strategy, bytes(request.memory_limit),
        results.hartree_fock_energy, results.hartree_fock_iterations);
    if (results.hartree_fock_converged && results.occupied() > 0 && results.virtuals() > 0) {
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
    text.append(energies(results)).append(kinds(results.totals));
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
