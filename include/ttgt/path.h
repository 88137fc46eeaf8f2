// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ttgt {

/// The cost by which a path, the order in which many tensors are multiplied, is chosen.
enum class Minimize : std::uint8_t {
    /// The predicted time on the context's device.
    time,
    /// The number of operations. A step that multiplies two tensors counts the product of the
    /// extents of all its labels, twice if it sums over a label.
    flops,
    /// The number of elements of the largest intermediate.
    memory,
};

/// How a product of more than two tensors, or a sum of products, is turned into steps of one or two
/// inputs each.
struct PathOptions {
    /// The search for a path. "optimal": the cheapest of all paths, for at most 16 tensors.
    /// "greedy": one path, quickly. "random-greedy": the cheapest of many randomised greedy paths,
    /// improved part by part. "annealing": as random-greedy, but each path is also changed step by
    /// step, at first to costlier paths too (simulated annealing). "auto": optimal for few tensors;
    /// for many random-greedy, or annealing if `trials` or `seconds` is set.
    std::string search = "auto";
    /// The cost that the search minimises.
    Minimize minimize = Minimize::time;
    /// The path to use instead of a search, for an expression that is a single product. Each step
    /// removes the tensors at two positions from the list of inputs and appends their product to
    /// the list, as in opt_einsum and numpy.einsum_path. Empty: a path is searched for.
    std::vector<std::array<std::size_t, 2>> path{};
    /// The seed of random-greedy and annealing. The same seed and the same number of trials give
    /// the same path.
    std::uint64_t seed = 0;
    /// How often random-greedy and annealing search, each time from other random numbers. 0: some
    /// times, fewer for many tensors; or, if `seconds` is set, as often as they allow.
    std::int64_t trials = 0;
    /// The most seconds that one search of random-greedy or annealing should take: it begins no
    /// trial that would end later if it took as long as the longest one before. The first trial is
    /// always done. 0: no limit. Planning searches once for each product, and twice if it compares
    /// the path of least time with the path of fewest operations.
    double seconds = 0;
    /// The most elements that an intermediate may have. Where the path of least cost has a larger
    /// one, the plan takes a path of less memory, or labels are cut into slices. Unset: any number.
    std::optional<std::int64_t> most_elements{};
    /// Whether products that are equal up to the names of labels and the order of modes are
    /// computed only once.
    bool share = true;
    /// Whether common factors are pulled out of sums where that reduces the number of operations.
    bool factor = true;
    /// Whether the order of the modes of each intermediate is chosen by predicted time. If false,
    /// an intermediate has the modes of its left factor first, then those of its right factor.
    bool choose_layouts = true;
    /// Groups of inputs, counted from 0, that are one and the same tensor, so that equal products
    /// of them are computed only once. A run must be given the same pointer for all inputs of a
    /// group.
    std::vector<std::vector<std::size_t>> same{};
    /// Inputs, counted from 0, that RunOptions::unchanged of a run may name. Intermediates computed
    /// from these inputs alone are not overwritten in the workspace, so that a later run can use
    /// them.
    std::vector<std::size_t> kept{};

    bool operator==(const PathOptions&) const = default;
};

}  // namespace ttgt
