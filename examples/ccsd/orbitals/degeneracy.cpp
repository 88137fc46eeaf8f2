// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/degeneracy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "examples/ccsd/input/input_error.h"

namespace ccsd {
namespace {

/// In hartree. RHF stops at gradients of 1e-9, which leaves energies uncertain by a little more:
/// what is below this cannot be told from 0.
constexpr double least_cost = 1e-7;

/// The sums of pairs, an element with itself included, ascending.
std::vector<double> pair_sums(const std::vector<double>& energies) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < energies.size(); ++i) {
        for (std::size_t j = 0; j <= i; ++j) sums.push_back(energies[i] + energies[j]);
    }
    std::sort(sums.begin(), sums.end());
    return sums;
}

/// The places of the first two elements of ascending lists that are as good as equal.
std::optional<std::pair<std::size_t, std::size_t>> first_meeting(const std::vector<double>& a,
                                                                 const std::vector<double>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (std::abs(a[i] - b[j]) < least_cost) return std::pair(i, j);
        ++(a[i] < b[j] ? i : j);
    }
    return std::nullopt;
}

}  // namespace

void refuse_degenerate_orbitals(const OrbitalLevels& levels, const std::string& file) {
    const auto first = levels.energies.begin();
    const std::vector<double> occupied(first + levels.frozen, first + levels.occupied);
    const std::vector<double> virtuals(first + levels.occupied, levels.energies.end());
    if (const auto meeting = first_meeting(occupied, virtuals)) {
        const auto [i, a] = *meeting;
        throw InputError(
            file, 0,
            fmt::format("there is no gap: occupied orbital {} and virtual orbital {} both have "
                        "{:.6f} hartree, and MP2, CCSD and (T) divide by the difference",
                        static_cast<std::size_t>(levels.frozen) + i + 1,
                        static_cast<std::size_t>(levels.occupied) + a + 1, occupied[i]));
    }
    // Where all virtual orbitals lie above, two electrons cost more than one.
    if (occupied.empty() || virtuals.empty() || occupied.back() < virtuals.front()) return;
    if (first_meeting(pair_sums(occupied), pair_sums(virtuals))) {
        throw InputError(file, 0,
                         "there is no gap: exciting two electrons costs no energy, and MP2, CCSD "
                         "and (T) divide by what it costs");
    }
}

}  // namespace ccsd
