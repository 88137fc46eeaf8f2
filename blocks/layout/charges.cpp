// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_layout.h>

#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt {
namespace {

using Charge = std::vector<std::int64_t>;

/// More different sums than this are refused: a list of them would not fit in memory.
constexpr std::size_t most_sums = std::size_t{1} << 18;

void check_group(const ChargeGroup& group, const Charge& total) {
    for (const std::int64_t modulus : group.moduli) {
        if (modulus >= 0) continue;
        throw InvalidArgument(fmt::format("the modulus {} of a group is negative", modulus));
    }
    if (total.size() != group.moduli.size()) {
        throw InvalidArgument(
            fmt::format("the total charge has {} components, but the group has {}", total.size(),
                        group.moduli.size()));
    }
}

void check_mode(std::size_t mode, const ChargedMode& charged, const ChargeGroup& group) {
    if (charged.sign != 1 && charged.sign != -1) {
        throw InvalidArgument(
            fmt::format("the sign of mode {} is {}, not 1 or -1", mode, charged.sign));
    }
    if (charged.charges.size() != charged.sections.size()) {
        throw InvalidArgument(fmt::format("mode {} has {} sections, but {} charges", mode,
                                          charged.sections.size(), charged.charges.size()));
    }
    for (std::size_t section = 0; section < charged.charges.size(); ++section) {
        if (charged.charges[section].size() == group.moduli.size()) continue;
        throw InvalidArgument(fmt::format(
            "the charge of section {} of mode {} has {} components, but the group has {}", section,
            mode, charged.charges[section].size(), group.moduli.size()));
    }
}

/// The charge with each component of Z_n in [0, n).
Charge reduced(Charge charge, const ChargeGroup& group) {
    for (std::size_t part = 0; part < charge.size(); ++part) {
        const std::int64_t modulus = group.moduli[part];
        if (modulus == 0) continue;
        charge[part] %= modulus;
        if (charge[part] < 0) charge[part] += modulus;
    }
    return charge;
}

Charge without(const Charge& sum, int sign, const Charge& charge, const ChargeGroup& group) {
    Charge rest(sum.size());
    for (std::size_t part = 0; part < sum.size(); ++part) {
        const std::int64_t times = checked_multiply(-sign, charge[part], "a charge");
        rest[part] = checked_add(sum[part], times, "a sum of charges");
    }
    return reduced(std::move(rest), group);
}

/// What charge the modes before a place may have together, and what each section leaves for them.
struct Level {
    /// For state s and section q, at s * sections + q: the state of the level before.
    std::vector<std::int32_t> next;
    /// The blocks of the modes before this place that have the state's charge.
    std::vector<std::int64_t> counts;
};

/// The states of all places, from the last mode to the first: level i + 1 chooses mode i's section.
class ChargeSums {
public:
    ChargeSums(const std::vector<ChargedMode>& modes, Charge total, const ChargeGroup& group)
        : modes_(modes), levels_(modes.size() + 1) {
        std::map<Charge, std::int32_t> states{{reduced(std::move(total), group), 0}};
        for (std::size_t mode = modes.size(); mode-- > 0;) {
            states = step(mode, states, group);
        }
        levels_[0].counts.assign(states.size(), 0);
        const auto zero = states.find(Charge(group.moduli.size(), 0));
        if (zero != states.end()) levels_[0].counts[static_cast<std::size_t>(zero->second)] = 1;
        count();
    }

    [[nodiscard]] std::int64_t blocks() const { return levels_.back().counts[0]; }

    [[nodiscard]] std::vector<std::int32_t> coordinates() const {
        std::vector<std::int32_t> list;
        list.reserve(static_cast<std::size_t>(blocks()) * modes_.size());
        std::vector<std::int32_t> block(modes_.size());
        append(modes_.size(), 0, block, list);
        return list;
    }

private:
    std::map<Charge, std::int32_t> step(std::size_t mode,
                                        const std::map<Charge, std::int32_t>& states,
                                        const ChargeGroup& group) {
        const ChargedMode& charged = modes_[mode];
        std::map<Charge, std::int32_t> before;
        Level& level = levels_[mode + 1];
        level.counts.assign(states.size(), 0);
        level.next.resize(states.size() * charged.sections.size());
        for (const auto& [sum, state] : states) {
            for (std::size_t section = 0; section < charged.sections.size(); ++section) {
                const auto [found, is_new] =
                    before.try_emplace(without(sum, charged.sign, charged.charges[section], group),
                                       static_cast<std::int32_t>(before.size()));
                level.next[static_cast<std::size_t>(state) * charged.sections.size() + section] =
                    found->second;
            }
            if (before.size() > most_sums) {
                throw InvalidArgument(
                    fmt::format("the charges of modes {} and on have more than {} different sums",
                                mode, most_sums));
            }
        }
        return before;
    }

    /// How many blocks lead to each state, from the first mode on.
    void count() {
        for (std::size_t mode = 0; mode < modes_.size(); ++mode) {
            Level& level = levels_[mode + 1];
            const std::size_t sections = modes_[mode].sections.size();
            for (std::size_t entry = 0; entry < level.next.size(); ++entry) {
                std::int64_t& sum = level.counts[entry / sections];
                sum = checked_add(sum,
                                  levels_[mode].counts[static_cast<std::size_t>(level.next[entry])],
                                  "the number of blocks that charges allow");
            }
        }
    }

    void append(std::size_t place, std::int32_t state, std::vector<std::int32_t>& block,
                std::vector<std::int32_t>& list) const {
        if (levels_[place].counts[static_cast<std::size_t>(state)] == 0) return;
        if (place == 0) {
            list.insert(list.end(), block.begin(), block.end());
            return;
        }
        const std::size_t sections = modes_[place - 1].sections.size();
        for (std::size_t section = 0; section < sections; ++section) {
            block[place - 1] = static_cast<std::int32_t>(section);
            append(place - 1,
                   levels_[place].next[static_cast<std::size_t>(state) * sections + section], block,
                   list);
        }
    }

    const std::vector<ChargedMode>& modes_;
    std::vector<Level> levels_;
};

}  // namespace

BlockLayout BlockLayout::from_charges(const std::vector<ChargedMode>& modes,
                                      std::vector<std::int64_t> total, const ChargeGroup& group) {
    check_group(group, total);
    std::vector<Sections> sections;
    for (std::size_t mode = 0; mode < modes.size(); ++mode) {
        check_mode(mode, modes[mode], group);
        sections.push_back(modes[mode].sections);
    }
    const ChargeSums sums(modes, std::move(total), group);
    if (!std::in_range<std::int32_t>(sums.blocks())) {
        throw InvalidArgument(
            fmt::format("the charges allow {} blocks; 2^31 - 1 are supported", sums.blocks()));
    }
    return BlockLayout(std::move(sections), sums.coordinates(), sums.blocks());
}

}  // namespace ttgt
