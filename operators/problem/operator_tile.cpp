// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/problem/operator_tile.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "src/core/counts.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// Finds the lengths of a tile's modes.
class TileChoice {
public:
    TileChoice(const OperatorProblem& problem, const TileWishes& wishes);

    [[nodiscard]] OperatorTile choose();

private:
    void find_uses();
    /// Lengthens the shortest runs, until none that is shorter than wished can grow.
    void grow_runs();
    /// Takes more steps of reduced modes, those along which the largest tensor lies first.
    void grow_reduced();
    /// Lengthens the first mode of the order that the tile does not have whole; false where the
    /// tile would become too large.
    bool grow_first(const std::vector<std::size_t>& order);
    [[nodiscard]] bool grow(std::size_t mode);
    [[nodiscard]] bool is_whole(std::size_t mode) const;
    /// Bytes of the use's elements in a tile that lie in one piece, if the tensor is packed.
    [[nodiscard]] double run_bytes(std::size_t use) const;
    [[nodiscard]] bool has_all(std::size_t use) const;
    [[nodiscard]] std::int64_t fitted(std::size_t mode, std::int64_t length) const;
    /// The length that cuts the mode into one part less than `length` does.
    [[nodiscard]] std::int64_t in_fewer_parts(std::size_t mode, std::int64_t length) const;
    [[nodiscard]] std::int64_t padded(std::size_t mode, std::int64_t length) const;
    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] OperatorTile ordered() const;

    const OperatorProblem& problem_;
    const TileWishes& wishes_;
    std::vector<std::int64_t> length_;              // of each mode; 0 for those that the tile lacks
    std::vector<std::size_t> taken_;                // modes of the tile, in the order of choice
    std::vector<std::size_t> uses_;                 // the large ones, the largest first
    std::vector<std::size_t> small_;                // those of small runs
    std::vector<std::vector<std::size_t>> orders_;  // of each use: its modes, the fastest first
};

TileChoice::TileChoice(const OperatorProblem& problem, const TileWishes& wishes)
    : problem_(problem), wishes_(wishes), length_(problem.modes.size(), 0) {
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        std::vector<std::size_t> order;
        for (std::size_t mode = 0; mode < problem.modes.size(); ++mode) {
            if (problem.modes[mode].strides[use] != 0) order.push_back(mode);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::abs(problem.modes[a].strides[use]) <
                   std::abs(problem.modes[b].strides[use]);
        });
        orders_.push_back(std::move(order));
    }
}

OperatorTile TileChoice::choose() {
    find_uses();
    grow_runs();
    grow_reduced();
    for (const std::size_t use : uses_) {
        while (grow_first(orders_[use])) {
        }
    }
    return ordered();
}

void TileChoice::find_uses() {
    std::vector<std::int64_t> sizes(problem_.uses.size());
    for (std::size_t use = 0; use < sizes.size(); ++use) sizes[use] = elements_of(problem_, use);
    const std::int64_t least = least_large_elements(problem_);
    const std::int64_t least_small = most_elements(problem_) / smallest_part;
    for (std::size_t use = 0; use < sizes.size(); ++use) {
        if (sizes[use] >= least) {
            uses_.push_back(use);
        } else if (wishes_.small_run_bytes > 0 && sizes[use] >= least_small) {
            small_.push_back(use);
        }
    }
    std::stable_sort(uses_.begin(), uses_.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
}

bool TileChoice::is_whole(std::size_t mode) const {
    return std::max<std::int64_t>(length_[mode], 1) >= problem_.modes[mode].extent;
}

double TileChoice::run_bytes(std::size_t use) const {
    auto bytes = static_cast<double>(size_bytes(problem_.uses[use].dtype));
    for (const std::size_t mode : orders_[use]) {
        bytes *= static_cast<double>(std::max<std::int64_t>(length_[mode], 1));
        if (!is_whole(mode)) break;
    }
    return bytes;
}

bool TileChoice::has_all(std::size_t use) const {
    return std::all_of(orders_[use].begin(), orders_[use].end(),
                       [&](std::size_t mode) { return is_whole(mode); });
}

void TileChoice::grow_runs() {
    std::vector<std::size_t> growing = uses_;
    growing.insert(growing.end(), small_.begin(), small_.end());
    const auto is_long = [&](std::size_t use) {
        const bool is_small = std::find(small_.begin(), small_.end(), use) != small_.end();
        const std::int64_t wanted = is_small ? wishes_.small_run_bytes : wishes_.run_bytes;
        return run_bytes(use) >= static_cast<double>(wanted) || has_all(use);
    };
    for (;;) {
        std::erase_if(growing, is_long);
        if (growing.empty()) return;
        const auto shortest = std::min_element(
            growing.begin(), growing.end(),
            [&](std::size_t a, std::size_t b) { return run_bytes(a) < run_bytes(b); });
        if (!grow_first(orders_[*shortest])) growing.erase(shortest);
    }
}

void TileChoice::grow_reduced() {
    std::vector<std::size_t> order;
    for (const std::size_t mode : orders_[uses_.front()]) {
        if (problem_.modes[mode].is_reduced) order.push_back(mode);
    }
    while (grow_first(order)) {
    }
}

bool TileChoice::grow_first(const std::vector<std::size_t>& order) {
    for (const std::size_t mode : order) {
        if (is_whole(mode)) continue;
        if (grow(mode)) return true;
        if (!wishes_.are_powers_of_two) return false;
    }
    return false;
}

std::int64_t TileChoice::padded(std::size_t mode, std::int64_t length) const {
    return divide_up(problem_.modes[mode].extent, length) * length;
}

bool TileChoice::grow(std::size_t mode) {
    const std::vector<std::size_t>& order = orders_[uses_.front()];
    const bool is_fastest = !order.empty() && order.front() == mode;
    // Short pieces of memory cost more than places that stay empty.
    const std::int64_t always_fits = is_fastest || !problem_.modes[mode].is_reduced ? 32 : 8;
    const bool is_new = length_[mode] == 0;
    if (is_new && taken_.size() >= wishes_.most_modes) return false;
    const std::int64_t before = std::max<std::int64_t>(length_[mode], 1);
    const auto fits = [&](std::int64_t length) {
        return length > before && elements() / before * length <= wishes_.elements;
    };
    std::int64_t length = fitted(mode, 2 * before);
    if (!fits(length) && !wishes_.are_powers_of_two) length = in_fewer_parts(mode, before);
    if (!fits(length)) return false;
    if (wishes_.are_powers_of_two && length > always_fits) {
        // Little of the last tile may be empty.
        const std::int64_t extent = problem_.modes[mode].extent;
        if (padded(mode, length) > std::max(extent + extent / 4, padded(mode, before))) {
            return false;
        }
    }
    if (is_new) taken_.push_back(mode);
    length_[mode] = length;
    return true;
}

std::int64_t TileChoice::fitted(std::size_t mode, std::int64_t length) const {
    const std::int64_t extent = std::max<std::int64_t>(problem_.modes[mode].extent, 1);
    if (wishes_.are_powers_of_two) {
        const auto enough = std::bit_ceil(static_cast<std::uint64_t>(extent));
        return std::min(length, static_cast<std::int64_t>(enough));
    }
    // Equal parts: no short tile at the end.
    const std::int64_t equal = divide_up(extent, divide_up(extent, std::min(length, extent)));
    const bool is_fastest = std::any_of(uses_.begin(), uses_.end(), [&](std::size_t use) {
        return !orders_[use].empty() && orders_[use].front() == mode;
    });
    if (!is_fastest) return equal;
    const std::int64_t aligned = std::min(align_up(equal, wishes_.multiple), extent);
    // A last tile of a few elements costs more than tiles that begin anywhere.
    const std::int64_t last = extent - (divide_up(extent, aligned) - 1) * aligned;
    return 2 * last >= aligned ? aligned : equal;
}

std::int64_t TileChoice::in_fewer_parts(std::size_t mode, std::int64_t length) const {
    const std::int64_t extent = problem_.modes[mode].extent;
    const std::int64_t parts = divide_up(extent, length);
    return parts > 1 ? fitted(mode, divide_up(extent, parts - 1)) : length;
}

std::int64_t TileChoice::elements() const {
    std::int64_t product = 1;
    for (const std::size_t mode : taken_) product *= length_[mode];
    return product;
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

std::int64_t most_elements(const OperatorProblem& problem) {
    std::int64_t largest = 0;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        largest = std::max(largest, elements_of(problem, use));
    }
    return largest;
}

std::int64_t least_large_elements(const OperatorProblem& problem) {
    constexpr std::int64_t small_part = 8;
    return most_elements(problem) / small_part;
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
