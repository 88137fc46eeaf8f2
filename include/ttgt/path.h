// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// What the order of multiplying many tensors is chosen by.
enum class Minimize : std::uint8_t {
    time,    ///< predicted for the context's device
    flops,   ///< operations: index tuples of a step, twice where products are summed
    memory,  ///< elements of the largest intermediate
};

/// How products of more than two tensors, and sums of products, are turned into steps of one or
/// two inputs each.
struct PathOptions {
    /// "optimal": the best of all paths, for up to 16 tensors; "greedy"; "random-greedy": the best
    /// of many, then improved part by part; "auto": optimal or random-greedy, by the number.
    std::string search = "auto";
    Minimize minimize = Minimize::time;
    /// A path of the caller's own for the one product that the expression is: each step takes the
    /// tensors at two positions out of the list of inputs and appends their product (as opt_einsum
    /// and numpy.einsum_path write it). Empty: it is searched for.
    std::vector<std::array<std::size_t, 2>> path{};
    std::uint64_t seed = 0;  ///< of random-greedy: the same seed, the same path
    /// Computes equal products once, whatever their labels are called and however their modes are
    /// permuted.
    bool share = true;
    /// Pulls common factors out of sums, where fewer operations are left.
    bool factor = true;
    /// Chooses the order of the modes of intermediates by predicted time; else each has those of
    /// its left factor, then those of the right one.
    bool choose_layouts = true;
    /// Groups of inputs, counted from 0, that are one tensor: equal products of them are computed
    /// once. A run is given one pointer for all of a group.
    std::vector<std::vector<std::size_t>> same{};
    /// Inputs, counted from 0, that RunOptions::unchanged may name: what is computed from them
    /// alone keeps its place in the workspace.
    std::vector<std::size_t> kept{};

    bool operator==(const PathOptions&) const = default;
};

}  // namespace ttgt
