// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ttgt::bench {

/// A product of two tensors of float64 over ranks, drawn by a seed: one or two labels in each of
/// m, n and k, sometimes a batch label, extents that ranks need not divide, and operands that lie
/// over grids of one or two axes, in one block a rank or in smaller ones, whole on every rank, or
/// on the first rank.
struct DrawnRankProblem {
    std::string expression;
    std::string extents;                     ///< "a:120 b:7", of each label
    std::vector<DistributedLayout> layouts;  ///< output first
};

class RankProblemDrawer {
public:
    RankProblemDrawer(std::uint64_t seed, int ranks, double least_flops, double most_flops)
        : random_(seed), ranks_(ranks), least_flops_(least_flops), most_flops_(most_flops) {}

    DrawnRankProblem draw() {
        draw_extents();
        DrawnRankProblem drawn;
        std::vector<std::string> texts;
        // Roles in D, L and R: free_l is 0, free_r 1, contracted 2 and batch 3.
        for (const std::array<std::size_t, 3>& roles :
             {std::array<std::size_t, 3>{0, 1, 3}, {0, 2, 3}, {2, 1, 3}}) {
            std::vector<Label> labels;
            for (const std::size_t role : roles) {
                labels.insert(labels.end(), labels_[role].begin(), labels_[role].end());
            }
            for (std::size_t i = labels.size(); i > 1; --i) {
                std::swap(labels[i - 1], labels[below(i)]);
            }
            drawn.layouts.push_back(layout_of(labels));
            std::vector<std::string> names;
            for (const Label& label : labels) names.push_back(std::string(1, label.name));
            texts.push_back(fmt::format("({})", fmt::join(names, ",")));
        }
        drawn.expression = fmt::format("D{}=L{}*R{}", texts[0], texts[1], texts[2]);
        for (const std::vector<Label>& of_role : labels_) {
            for (const Label& label : of_role) {
                drawn.extents += fmt::format("{}{}:{}", drawn.extents.empty() ? "" : " ",
                                             label.name, label.extent);
            }
        }
        return drawn;
    }

private:
    struct Label {
        char name;
        std::int64_t extent;
    };

    std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
    bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
    /// From 0 to 1.
    double share() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

    /// Extents of m, n and k whose product is between the least and the most multiplications.
    void draw_extents() {
        const double flops = least_flops_ * std::pow(most_flops_ / least_flops_, share());
        const std::int64_t batch = chance(20) ? 2 + static_cast<std::int64_t>(below(7)) : 1;
        std::array<double, 3> weights{};
        double sum = 0;
        for (double& weight : weights) sum += weight = 1 + 2 * share();
        char name = 'a';
        for (std::size_t role = 0; role < weights.size(); ++role) {
            const double extent =
                std::pow(flops / 2 / static_cast<double>(batch), weights[role] / sum);
            labels_[role].clear();
            double rest = extent;
            if (chance(50) && extent >= 16) {
                const double first = std::pow(extent, 0.3 + 0.4 * share());
                labels_[role].push_back({name++, std::llround(first)});
                rest = extent / first;
            }
            labels_[role].push_back({name++, std::max<std::int64_t>(std::llround(rest), 2)});
        }
        labels_[3].clear();
        if (batch > 1) labels_[3].push_back({name, batch});
    }

    DistributedLayout layout_of(const std::vector<Label>& labels) {
        DistributedLayout layout;
        for (const Label& label : labels) layout.extents.push_back(label.extent);
        if (chance(8)) {
            layout.distribution = on_first_rank(labels.size());
        } else if (chance(8)) {
            layout.distribution = replicated(ranks_, labels.size());
        } else {
            layout.distribution = spread(layout.extents);
        }
        return layout;
    }

    Distribution spread(const std::vector<std::int64_t>& extents) {
        std::vector<int> grid{ranks_};
        if (chance(50)) {
            std::vector<int> divisors;
            for (int rows = 2; rows < ranks_; ++rows) {
                if (ranks_ % rows == 0) divisors.push_back(rows);
            }
            if (!divisors.empty()) {
                const int rows = divisors[below(divisors.size())];
                grid = {rows, ranks_ / rows};
            }
        }
        Distribution result{grid, std::vector<ModeDistribution>(extents.size())};
        for (std::size_t axis = 0; axis < grid.size(); ++axis) {
            const std::size_t mode = below(extents.size());
            ModeDistribution& of = result.modes[mode];
            if (of.axis >= 0) continue;  // the ranks along this axis have copies
            of.axis = static_cast<int>(axis);
            const std::int64_t part = std::max<std::int64_t>(extents[mode] / grid[axis], 1);
            if (chance(40))
                of.block = 1 + static_cast<std::int64_t>(below(static_cast<std::size_t>(part)));
        }
        return result;
    }

    std::mt19937_64 random_;
    int ranks_;
    double least_flops_;
    double most_flops_;
    std::array<std::vector<Label>, 4> labels_;
};

}  // namespace ttgt::bench
