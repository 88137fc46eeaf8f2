// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/by_irreps/irreps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

namespace ccsd {
namespace {

// In hartree. Integrals that symmetry makes zero differ from it by what Hartree-Fock leaves.
constexpr double least_integral = 1e-9;

std::uint64_t bit(std::int64_t number) { return std::uint64_t{1} << number; }

/// The sections of orbitals `first` and following, as many as `count`.
IrrepSections sections_of(const std::vector<std::uint64_t>& irreps, std::int64_t first,
                          std::int64_t count, int generators) {
    std::map<std::uint64_t, std::vector<std::int64_t>> by_irrep;
    for (std::int64_t orbital = 0; orbital < count; ++orbital) {
        by_irrep[irreps[static_cast<std::size_t>(first + orbital)]].push_back(orbital);
    }
    IrrepSections found;
    for (auto& [irrep, orbitals] : by_irrep) {
        std::vector<std::int64_t> charge;
        charge.reserve(static_cast<std::size_t>(generators));
        for (int generator = 0; generator < generators; ++generator) {
            charge.push_back(static_cast<std::int64_t>(irrep >> generator & 1U));
        }
        found.mode.sections.push_back(static_cast<std::int64_t>(orbitals.size()));
        found.mode.charges.push_back(std::move(charge));
        found.orbitals.push_back(std::move(orbitals));
    }
    return found;
}

/// An equation of each integral that is not zero. Of names such as "v_oovv" the letters behind the
/// underscore are the spaces.
SignEquations equations_of(const std::map<std::string, ttgt::Tensor<double>>& integrals,
                           const SpinSpaces& spaces) {
    SignEquations equations(spaces.occupied + spaces.virtuals);
    for (const auto& entry : integrals) {
        const std::string letters = entry.first.substr(entry.first.find('_') + 1);
        const double* const values = entry.second.data();
        std::vector<std::vector<std::int64_t>> all;
        for (const char letter : letters) {
            const std::int64_t first = letter == 'o' ? 0 : spaces.occupied;
            const std::int64_t count = letter == 'o' ? spaces.occupied : spaces.virtuals;
            std::vector<std::int64_t>& its = all.emplace_back(static_cast<std::size_t>(count));
            std::iota(its.begin(), its.end(), first);
        }
        std::vector<const std::vector<std::int64_t>*> modes;
        modes.reserve(all.size());
        for (const auto& mode : all) modes.push_back(&mode);
        for_each_element(modes, [&](std::int64_t i, const std::vector<std::int64_t>& orbitals) {
            if (std::abs(values[i]) > least_integral) equations.add(orbitals);
        });
    }
    return equations;
}

}  // namespace

void SignEquations::add(const std::vector<std::int64_t>& of_orbitals) {
    std::uint64_t row = 0;
    for (const std::int64_t orbital : of_orbitals) row ^= bit(orbital);
    while (row != 0) {
        std::uint64_t& known = rows_[static_cast<std::size_t>(std::bit_width(row) - 1)];
        if (known == 0) {
            known = row;
            return;
        }
        row ^= known;
    }
}

int SignEquations::generators() const {
    return static_cast<int>(std::count(rows_.begin(), rows_.begin() + orbitals_, 0U));
}

std::vector<std::uint64_t> SignEquations::irreps() const {
    std::vector<std::uint64_t> found(static_cast<std::size_t>(orbitals_));
    int generator = 0;
    for (std::int64_t free = 0; free < orbitals_; ++free) {
        if (rows_[static_cast<std::size_t>(free)] != 0) continue;
        // The solution where this bit is 1 and the other free ones are 0: each row tells its
        // highest bit from the lower ones.
        std::uint64_t solution = bit(free);
        for (std::int64_t high = free + 1; high < orbitals_; ++high) {
            const std::uint64_t row = rows_[static_cast<std::size_t>(high)];
            if ((std::popcount(row & solution) & 1) != 0) solution |= bit(high);
        }
        for (std::int64_t orbital = 0; orbital < orbitals_; ++orbital) {
            if ((solution & bit(orbital)) != 0) {
                found[static_cast<std::size_t>(orbital)] |= bit(generator);
            }
        }
        ++generator;
    }
    return found;
}

IrrepSpaces::IrrepSpaces(const std::map<std::string, ttgt::Tensor<double>>& integrals,
                         const SpinSpaces& spaces) {
    if (spaces.occupied + spaces.virtuals > SignEquations::most_orbitals) {
        throw std::runtime_error(
            fmt::format("{} spin orbitals; the search for symmetries takes up to {}",
                        spaces.occupied + spaces.virtuals, SignEquations::most_orbitals));
    }
    const SignEquations equations = equations_of(integrals, spaces);
    const std::vector<std::uint64_t> irreps = equations.irreps();
    const int count = equations.generators();
    group_.moduli.assign(static_cast<std::size_t>(count), 2);
    occupied_ = sections_of(irreps, 0, spaces.occupied, count);
    virtuals_ = sections_of(irreps, spaces.occupied, spaces.virtuals, count);
}

ttgt::BlockLayout IrrepSpaces::layout(std::string_view spaces) const {
    std::vector<ttgt::ChargedMode> modes;
    for (const char space : spaces) modes.push_back(sections(space).mode);
    return ttgt::BlockLayout::from_charges(
        modes, std::vector<std::int64_t>(group_.moduli.size(), 0), group_);
}

ttgt::BlockTensor<double> IrrepSpaces::blocks_of(const ttgt::Tensor<double>& dense,
                                                 std::string_view spaces) const {
    ttgt::BlockTensor<double> tensor(layout(spaces));
    const std::vector<std::int64_t>& strides = dense.layout().strides;
    for (std::int64_t block = 0; block < tensor.layout().blocks(); ++block) {
        const auto coordinates = tensor.layout().coordinates(block);
        std::vector<const std::vector<std::int64_t>*> modes;
        for (std::size_t mode = 0; mode < spaces.size(); ++mode) {
            const auto section = static_cast<std::size_t>(coordinates[mode]);
            modes.push_back(&sections(spaces[mode]).orbitals[section]);
        }
        for_each_element(modes, [&](std::int64_t i, const std::vector<std::int64_t>& orbitals) {
            std::int64_t place = 0;
            for (std::size_t mode = 0; mode < orbitals.size(); ++mode) {
                place += strides[mode] * orbitals[mode];
            }
            tensor.block(block)[i] = dense.data()[place];
        });
    }
    return tensor;
}

}  // namespace ccsd
