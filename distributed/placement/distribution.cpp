// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "distributed/placement/placement.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

std::vector<std::string> split_labels(std::string_view labels) {
    std::vector<std::string> names(labels.empty() ? 0 : 1);
    for (const char letter : labels) {
        if (letter == ',') {
            names.emplace_back();
        } else if (letter != ' ') {
            names.back() += letter;
        }
    }
    return names;
}

void check_grid(const Distribution& distribution, int ranks, const std::string& operand) {
    std::int64_t product = 1;
    for (const int extent : distribution.grid) {
        if (extent < 1) {
            throw InvalidArgument(
                fmt::format("the grid of {} has {} ranks along an axis", operand, extent));
        }
        product = checked_multiply(product, extent, "the ranks of a grid");
    }
    if (product > ranks) {
        throw InvalidArgument(fmt::format("the grid {} of {} has {} ranks, but there are {}",
                                          fmt::join(distribution.grid, "x"), operand, product,
                                          ranks));
    }
}

void check_modes(const DistributedLayout& layout, const std::string& operand) {
    const Distribution& given = layout.distribution;
    if (given.modes.size() != layout.extents.size()) {
        throw RankMismatch(fmt::format("{} has {} modes, but its distribution names {}", operand,
                                       layout.extents.size(), given.modes.size()));
    }
    std::vector<int> axes;
    for (std::size_t mode = 0; mode < given.modes.size(); ++mode) {
        const ModeDistribution& of = given.modes[mode];
        if (of.axis < -1 || of.axis >= static_cast<int>(given.grid.size())) {
            throw InvalidArgument(
                fmt::format("mode {} of {} is spread over axis {}, but its grid "
                            "has {} axes",
                            mode, operand, of.axis, given.grid.size()));
        }
        if (of.block < 0) {
            throw InvalidArgument(
                fmt::format("mode {} of {} has blocks of {}", mode, operand, of.block));
        }
        if (of.axis >= 0 && std::count(axes.begin(), axes.end(), of.axis) > 0) {
            throw InvalidArgument(
                fmt::format("two modes of {} are spread over axis {}", operand, of.axis));
        }
        axes.push_back(of.axis);
    }
}

}  // namespace

Distribution replicated(int ranks, std::size_t modes) {
    return {{ranks}, std::vector<ModeDistribution>(modes)};
}

Distribution on_first_rank(std::size_t modes) { return {{}, std::vector<ModeDistribution>(modes)}; }

Distribution spread_evenly(int ranks, const std::vector<std::int64_t>& extents) {
    if (ranks < 1) {
        throw InvalidArgument(fmt::format("a tensor is to be spread over {} ranks", ranks));
    }
    if (extents.empty()) return replicated(ranks, 0);
    std::vector<int> parts(extents.size(), 1);
    for (const int factor : prime_factors(ranks)) {
        const auto rest = [&](std::size_t mode) {
            return static_cast<double>(extents[mode]) / parts[mode];
        };
        std::size_t best = 0;
        for (std::size_t mode = 1; mode < parts.size(); ++mode) {
            if (rest(mode) > rest(best)) best = mode;
        }
        parts[best] *= factor;
    }
    Distribution even{{}, std::vector<ModeDistribution>(extents.size())};
    for (std::size_t mode = 0; mode < parts.size(); ++mode) {
        if (parts[mode] == 1) continue;
        even.modes[mode].axis = static_cast<int>(even.grid.size());
        even.grid.push_back(parts[mode]);
    }
    return even;
}

Distribution distribute(std::string_view labels, std::vector<int> grid,
                        const std::vector<std::pair<std::string, ModeDistribution>>& spread) {
    const std::vector<std::string> names = split_labels(labels);
    Distribution distribution{std::move(grid), std::vector<ModeDistribution>(names.size())};
    for (const auto& [label, how] : spread) {
        const auto found = std::find(names.begin(), names.end(), label);
        if (found == names.end()) {
            throw InvalidArgument(
                fmt::format("label '{}' is to be spread, but is not among '{}'", label, labels));
        }
        distribution.modes[static_cast<std::size_t>(found - names.begin())] = how;
    }
    return distribution;
}

void check_distributed_layout(const DistributedLayout& layout, int ranks,
                              const std::string& operand) {
    check_layout(packed(layout.extents), size_bytes(layout.dtype), operand);
    check_grid(layout.distribution, ranks, operand);
    check_modes(layout, operand);
    if (!layout.strides.empty() && layout.strides.size() != layout.extents.size()) {
        throw RankMismatch(fmt::format("{} has {} modes, but {} strides", operand,
                                       layout.extents.size(), layout.strides.size()));
    }
}

Layout local_layout(const DistributedLayout& layout, int rank) {
    check_distributed_layout(layout, std::numeric_limits<int>::max(), "the tensor");
    if (rank < 0) throw InvalidArgument(fmt::format("there is no rank {}", rank));
    Layout local = packed(shard_extents(placement_of(layout), layout.extents, rank));
    if (!layout.strides.empty()) local.strides = layout.strides;
    check_layout(local, size_bytes(layout.dtype), "the tensor");
    return local;
}

std::vector<std::int64_t> global_indices(const DistributedLayout& layout, std::size_t mode,
                                         int rank) {
    const Layout local = local_layout(layout, rank);
    if (mode >= local.rank()) {
        throw InvalidArgument(fmt::format("there is no mode {} of {}", mode, local.rank()));
    }
    std::vector<std::int64_t> indices;
    if (local.extents[mode] == 0) return indices;
    const Share share = share_of(placement_of(layout), layout.extents[mode], mode, rank);
    for (std::int64_t i = 0; i < local.extents[mode]; ++i) {
        const std::int64_t turn = i / share.block;
        indices.push_back((turn * share.parts + share.part) * share.block + i % share.block);
    }
    return indices;
}

std::string to_string(const DistributedLayout& layout) {
    std::string text =
        fmt::format("{} {} on grid {}", name(layout.dtype), fmt::join(layout.extents, "x"),
                    fmt::join(layout.distribution.grid, "x"));
    for (std::size_t mode = 0; mode < layout.distribution.modes.size(); ++mode) {
        const ModeDistribution& of = layout.distribution.modes[mode];
        if (of.axis < 0) continue;
        text += fmt::format(", mode {} over axis {}", mode, of.axis);
        if (of.block > 0) text += fmt::format(" in blocks of {}", of.block);
    }
    return text;
}

}  // namespace ttgt
