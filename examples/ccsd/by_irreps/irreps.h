// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "examples/ccsd/from_text/spin_blocks.h"

namespace ccsd {

/// Equations x_p + x_q + … = 0 modulo 2, of bits. A change of sign of some orbitals, x_p = 1, is a
/// symmetry where every integral that is not zero has an even number of them: such as a reflection,
/// for the orbitals that are odd under it, or a rotation by pi of one of the spins.
class SignEquations {
public:
    static constexpr std::int64_t most_orbitals = 64;

    explicit SignEquations(std::int64_t orbitals) : orbitals_(orbitals) {}

    /// Adds the equation of an integral over these orbitals. One that stands twice cancels.
    void add(const std::vector<std::int64_t>& of_orbitals);
    /// For each orbital its bits in all independent solutions, as the bits of a number. The numbers
    /// of two orbitals differ where a symmetry tells them apart: they are irreducible
    /// representations of the group of all these symmetries.
    [[nodiscard]] std::vector<std::uint64_t> irreps() const;
    /// How many independent solutions there are.
    [[nodiscard]] int generators() const;

private:
    std::int64_t orbitals_;
    std::vector<std::uint64_t> rows_ = std::vector<std::uint64_t>(most_orbitals);  // by highest bit
};

/// Spin orbitals of one space, sorted into sections of one irreducible representation each.
struct IrrepSections {
    ttgt::ChargedMode mode;                           ///< extents and charges
    std::vector<std::vector<std::int64_t>> orbitals;  ///< of each section, within the space
};

/// Both spaces' sections, found from which integrals are zero.
class IrrepSpaces {
public:
    /// `integrals` as make_spin_blocks() makes them. Throws std::runtime_error for more than
    /// SignEquations::most_orbitals spin orbitals.
    IrrepSpaces(const std::map<std::string, ttgt::Tensor<double>>& integrals,
                const SpinSpaces& spaces);

    [[nodiscard]] int generators() const { return static_cast<int>(group_.moduli.size()); }
    /// Of the space 'o' or 'v'.
    [[nodiscard]] const IrrepSections& sections(char space) const {
        return space == 'o' ? occupied_ : virtuals_;
    }
    /// The blocks that symmetry allows of a tensor over spaces such as "oovv".
    [[nodiscard]] ttgt::BlockLayout layout(std::string_view spaces) const;
    /// These blocks of a dense tensor over the spaces.
    [[nodiscard]] ttgt::BlockTensor<double> blocks_of(const ttgt::Tensor<double>& dense,
                                                      std::string_view spaces) const;

private:
    ttgt::ChargeGroup group_;
    IrrepSections occupied_, virtuals_;
};

/// Calls visit(i, orbitals) for element i of a block of a tensor over these modes' sections, with
/// the numbers of its orbitals.
template <class Visit>
void for_each_element(const std::vector<const std::vector<std::int64_t>*>& orbitals,
                      Visit&& visit) {
    std::int64_t count = 1;
    for (const auto* const mode : orbitals) count *= static_cast<std::int64_t>(mode->size());
    std::vector<std::int64_t> at(orbitals.size());
    for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t rest = i;
        for (std::size_t mode = 0; mode < orbitals.size(); ++mode) {
            const auto extent = static_cast<std::int64_t>(orbitals[mode]->size());
            at[mode] = (*orbitals[mode])[static_cast<std::size_t>(rest % extent)];
            rest /= extent;
        }
        visit(i, at);
    }
}

}  // namespace ccsd
