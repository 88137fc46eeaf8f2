// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/sweep_cases.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/operands/portable_random.h"

namespace ttgt::tool {
namespace {

constexpr int most_large_modes = 4;  // of an input
constexpr std::int64_t small_extent = 8;
constexpr std::int64_t most_draws = 64;

/// The modes of one size, large or small.
struct ModeCounts {
    int l = 0;  ///< of L
    int r = 0;  ///< of R
    int contracted = 0;

    [[nodiscard]] int free() const { return l + r - 2 * contracted; }
};

/// What the draws of one combination have in common.
struct Combination {
    int rank_l = 0;
    int rank_r = 0;
    ModeCounts large;
    ModeCounts small;
};

/// The combinations the sweep goes through. L has at most R's rank: the other ones are the same
/// contractions with L and R exchanged.
std::vector<Combination> combinations(int max_rank) {
    std::vector<Combination> all;
    for (int l = 1; l <= max_rank; ++l) {
        for (int r = l; r <= max_rank; ++r) {
            Combination next{l, r, {}, {}};
            next.large = {std::min(l, most_large_modes), std::min(r, most_large_modes), 0};
            next.small = {l - next.large.l, r - next.large.r, 0};
            for (int large = 0; large <= next.large.l; ++large) {
                for (int small = 0; small <= next.small.l; ++small) {
                    next.large.contracted = large;
                    next.small.contracted = small;
                    const int rank_d = next.large.free() + next.small.free();
                    if (rank_d >= 1 && rank_d <= max_rank) all.push_back(next);
                }
            }
        }
    }
    return all;
}

std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
std::int64_t choices(int n, int k) { return factorial(n) / factorial(k) / factorial(n - k); }

/// Which modes are paired with which, and how D orders what is left.
std::int64_t pattern_count(const ModeCounts& modes) {
    const std::int64_t orders = modes.free() < 2 ? 1 : factorial(modes.free()) - 1;
    return choices(modes.l, modes.contracted) * choices(modes.r, modes.contracted) *
           factorial(modes.contracted) * orders;
}

/// The greatest common extent of the large modes with which all three tensors fit, 0 where none
/// does.
std::int64_t large_extent(const Combination& shape, std::int64_t volume) {
    const auto fits = [&](std::int64_t extent, int large, int small) {
        std::int64_t rest = volume;  // divided, for a product might overflow
        for (; large > 0; --large) rest /= extent;
        for (; small > 0; --small) rest /= small_extent;
        return rest >= 1;
    };
    const auto all_fit = [&](std::int64_t extent) {
        return fits(extent, shape.large.l, shape.small.l) &&
               fits(extent, shape.large.r, shape.small.r) &&
               fits(extent, shape.large.free(), shape.small.free());
    };
    std::int64_t fitting = 0;
    std::int64_t too_large = volume + 1;
    while (too_large - fitting > 1) {
        const std::int64_t middle = fitting + (too_large - fitting) / 2;
        (all_fit(middle) ? fitting : too_large) = middle;
    }
    return fitting;
}

std::vector<int> chosen(int from, int count, PortableRandom& random) {
    std::vector<int> modes(static_cast<std::size_t>(from));
    std::iota(modes.begin(), modes.end(), 0);
    random.shuffle(modes);
    modes.resize(static_cast<std::size_t>(count));
    return modes;
}

/// The labels of one draw. L's are a, b, c, … in this order, so that equal patterns give equal
/// expressions.
struct Labels {
    std::string l;
    std::string r;
    std::string d;
};

/// Draws the modes of one size and appends their labels; `next_r` is the next label for R alone.
void draw(const ModeCounts& modes, char& next_r, PortableRandom& random, Labels& labels) {
    std::string l(static_cast<std::size_t>(modes.l), ' ');
    std::iota(l.begin(), l.end(), static_cast<char>('a' + labels.l.size()));
    std::string r(static_cast<std::size_t>(modes.r), ' ');
    const std::vector<int> from_l = chosen(modes.l, modes.contracted, random);
    const std::vector<int> from_r = chosen(modes.r, modes.contracted, random);
    for (std::size_t i = 0; i < from_l.size(); ++i) {
        r[static_cast<std::size_t>(from_r[i])] = l[static_cast<std::size_t>(from_l[i])];
    }
    for (char& label : r) label = label == ' ' ? next_r++ : label;
    std::vector<char> free;
    std::copy_if(l.begin(), l.end(), std::back_inserter(free),
                 [&](char label) { return r.find(label) == std::string::npos; });
    std::copy_if(r.begin(), r.end(), std::back_inserter(free),
                 [&](char label) { return l.find(label) == std::string::npos; });
    std::vector<char> order = free;
    do random.shuffle(order);
    while (order.size() > 1 && order == free);
    labels.l += l;
    labels.r += r;
    labels.d.append(order.begin(), order.end());
}

Labels draw(const Combination& shape, PortableRandom& random) {
    Labels labels;
    auto next_r = static_cast<char>('a' + shape.rank_l);
    draw(shape.large, next_r, random, labels);
    draw(shape.small, next_r, random, labels);
    return labels;
}

ContractionCase to_case(const Combination& shape, const Labels& labels, std::int64_t extent) {
    ContractionCase entry;
    entry.expression = fmt::format("D({})+=L({})*R({})", fmt::join(labels.d, ","),
                                   fmt::join(labels.l, ","), fmt::join(labels.r, ","));
    const auto add = [&](char label, bool large) {
        entry.extents.push_back({std::string(1, label), large ? extent : small_extent});
    };
    for (std::size_t i = 0; i < labels.l.size(); ++i) {
        add(labels.l[i], std::cmp_less(i, shape.large.l));
    }
    for (std::size_t i = 0; i < labels.r.size(); ++i) {
        const bool shared = labels.l.find(labels.r[i]) != std::string::npos;
        if (!shared) add(labels.r[i], std::cmp_less(i, shape.large.r));
    }
    return entry;
}

/// Draws that depend on the seed and the combination alone.
PortableRandom random_for(const Combination& shape, std::uint64_t seed) {
    std::uint64_t key = 0;
    for (const int digit :
         {shape.rank_l, shape.rank_r, shape.large.contracted, shape.small.contracted}) {
        key = 10 * key + static_cast<std::uint64_t>(digit);
    }
    return PortableRandom(PortableRandom(seed).next() + key);
}

void add_cases(const Combination& shape, std::int64_t extent, std::uint64_t seed,
               std::vector<ContractionCase>& cases) {
    PortableRandom random = random_for(shape, seed);
    const std::int64_t patterns = pattern_count(shape.large) * pattern_count(shape.small);
    const auto wanted = static_cast<std::size_t>(std::min(patterns, most_draws));
    std::set<std::string> seen;
    while (seen.size() < wanted) {
        ContractionCase entry = to_case(shape, draw(shape, random), extent);
        if (!seen.insert(entry.expression).second) continue;
        entry.id = fmt::format("L{}R{}k{}.{}-{:02}", shape.rank_l, shape.rank_r,
                               shape.large.contracted, shape.small.contracted, seen.size());
        cases.push_back(std::move(entry));
    }
}

}  // namespace

std::vector<ContractionCase> sweep_cases(const SweepOptions& options) {
    std::vector<ContractionCase> cases;
    for (const Combination& shape : combinations(options.max_rank)) {
        const std::int64_t extent = large_extent(shape, options.volume);
        if (extent >= 2) add_cases(shape, extent, options.seed, cases);
    }
    return cases;
}

}  // namespace ttgt::tool
