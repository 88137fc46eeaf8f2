// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/problem/operator_tile.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "src/core/counts.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// Finds the lengths of a tile's modes.
class TileChoice {
public:
    TileChoice(const OperatorProblem& problem, const TileWishes& wishes)
        : problem_(problem), wishes_(wishes), length_(problem.modes.size(), 0) {}

    [[nodiscard]] OperatorTile choose();

private:
    void find_uses();
    void add_fastest();
    void set_first_lengths();
    void fill();
    [[nodiscard]] bool grow();
    [[nodiscard]] bool add_next();
    /// The mode with the smallest stride of a use, of all or of those that the tile lacks; -1 for
    /// none.
    [[nodiscard]] int fastest(std::size_t use, bool of_those_left) const;
    void add(std::size_t mode);
    [[nodiscard]] std::int64_t fitted(std::size_t mode, std::int64_t length) const;
    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] OperatorTile ordered() const;

    const OperatorProblem& problem_;
    const TileWishes& wishes_;
    std::vector<std::int64_t> length_;  // of each mode; 0 for those that the tile lacks
    std::vector<std::size_t> taken_;    // modes of the tile, in the order of choice
    std::vector<std::size_t> uses_;     // the large ones, the largest first
};

OperatorTile TileChoice::choose() {
    find_uses();
    add_fastest();
    set_first_lengths();
    fill();
    return ordered();
}

void TileChoice::find_uses() {
    std::vector<std::int64_t> sizes(problem_.uses.size());
    for (std::size_t use = 0; use < sizes.size(); ++use) sizes[use] = elements_of(problem_, use);
    const std::int64_t least = least_large_elements(problem_);
    for (std::size_t use = 0; use < sizes.size(); ++use) {
        if (sizes[use] >= least) uses_.push_back(use);
    }
    std::stable_sort(uses_.begin(), uses_.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
}

int TileChoice::fastest(std::size_t use, bool of_those_left) const {
    int best = -1;
    std::int64_t smallest = 0;
    for (std::size_t mode = 0; mode < problem_.modes.size(); ++mode) {
        const std::int64_t stride = std::abs(problem_.modes[mode].strides[use]);
        if (stride == 0 || (of_those_left && length_[mode] != 0)) continue;
        if (best < 0 || stride < smallest) {
            best = static_cast<int>(mode);
            smallest = stride;
        }
    }
    return best;
}

void TileChoice::add(std::size_t mode) {
    length_[mode] = 1;
    taken_.push_back(mode);
}

void TileChoice::add_fastest() {
    constexpr std::size_t most_fastest = 4;
    for (const std::size_t use : uses_) {
        const int mode = fastest(use, false);
        if (mode < 0 || length_[static_cast<std::size_t>(mode)] != 0) continue;
        if (taken_.size() == most_fastest) return;
        add(static_cast<std::size_t>(mode));
    }
}

std::int64_t TileChoice::fitted(std::size_t mode, std::int64_t length) const {
    const std::int64_t extent = std::max<std::int64_t>(problem_.modes[mode].extent, 1);
    if (wishes_.are_powers_of_two) {
        const auto enough = std::bit_ceil(static_cast<std::uint64_t>(extent));
        return std::min(length, static_cast<std::int64_t>(enough));
    }
    // Equal parts: no short tile at the end.
    return divide_up(extent, divide_up(extent, std::min(length, extent)));
}

void TileChoice::set_first_lengths() {
    std::int64_t left = wishes_.elements;
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        const std::size_t rest = taken_.size() - i;
        std::int64_t length = left;
        // The largest power of two whose `rest`-th power is at most what is left.
        if (rest > 1) {
            const auto bits =
                static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(left))) - 1;
            length = std::int64_t{1} << (bits / rest);
        }
        length_[taken_[i]] = fitted(taken_[i], length);
        left = std::max<std::int64_t>(left / length_[taken_[i]], 1);
    }
}

std::int64_t TileChoice::elements() const {
    std::int64_t product = 1;
    for (const std::size_t mode : taken_) product *= length_[mode];
    return product;
}

bool TileChoice::grow() {
    for (const std::size_t mode : taken_) {
        const std::int64_t length = fitted(mode, 2 * length_[mode]);
        if (length <= length_[mode]) continue;
        if (elements() / length_[mode] * length > wishes_.elements) continue;
        length_[mode] = length;
        return true;
    }
    return false;
}

bool TileChoice::add_next() {
    if (taken_.size() >= wishes_.most_modes) return false;
    for (const std::size_t use : uses_) {
        const int next = fastest(use, true);
        if (next < 0) continue;
        add(static_cast<std::size_t>(next));
        return true;
    }
    return false;
}

void TileChoice::fill() {
    while (2 * elements() <= wishes_.elements) {
        if (!grow() && !add_next()) return;
    }
}

OperatorTile TileChoice::ordered() const {
    std::vector<std::size_t> order = taken_;
    const auto key = [&](std::size_t mode) {
        const OperatorMode& given = problem_.modes[mode];
        const std::size_t use = given.is_reduced ? uses_.front() : 0;
        return std::make_pair(given.is_reduced, std::abs(given.strides[use]));
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    OperatorTile tile;
    for (const std::size_t mode : order) {
        tile.modes.push_back({mode, length_[mode]});
        if (!problem_.modes[mode].is_reduced) ++tile.kept;
    }
    return tile;
}

}  // namespace

OperatorTile choose_tile(const OperatorProblem& problem, const TileWishes& wishes) {
    return TileChoice(problem, wishes).choose();
}

std::int64_t volume(const OperatorTile& tile, std::size_t first, std::size_t last) {
    std::int64_t product = 1;
    for (std::size_t i = first; i < last; ++i) product *= tile.modes[i].length;
    return product;
}

std::vector<std::size_t> first_modes(std::size_t modes) {
    std::vector<std::size_t> numbers(modes);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

std::int64_t length_of(const OperatorTile& tile, std::size_t mode) {
    for (const TileMode& each : tile.modes) {
        if (each.mode == mode) return each.length;
    }
    return 1;
}

std::vector<std::size_t> reading_order(const OperatorProblem& problem, const OperatorTile& tile,
                                       std::size_t use) {
    std::vector<std::size_t> order = first_modes(tile.modes.size());
    const auto key = [&](std::size_t i) {
        const std::int64_t stride = std::abs(problem.modes[tile.modes[i].mode].strides[use]);
        return std::make_pair(stride == 0, stride);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return order;
}

std::int64_t least_large_elements(const OperatorProblem& problem) {
    constexpr std::int64_t small_part = 8;
    std::int64_t largest = 0;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        largest = std::max(largest, elements_of(problem, use));
    }
    return largest / small_part;
}

std::int64_t tile_count(const OperatorProblem& problem, const OperatorTile& tile, bool is_reduced) {
    std::int64_t product = 1;
    for (std::size_t mode = 0; mode < problem.modes.size(); ++mode) {
        if (problem.modes[mode].is_reduced != is_reduced) continue;
        product = saturating_product(
            {product, divide_up(problem.modes[mode].extent, length_of(tile, mode))});
    }
    return product;
}

std::string to_string(const OperatorProblem& problem, const OperatorTile& tile) {
    std::string text;
    for (const TileMode& each : tile.modes) {
        const OperatorMode& mode = problem.modes[each.mode];
        text += fmt::format("{}{} of {}{}", text.empty() ? "" : " x ", each.length, mode.extent,
                            mode.is_reduced ? " reduced" : "");
    }
    return text.empty() ? "one element" : text;
}

}  // namespace ttgt
