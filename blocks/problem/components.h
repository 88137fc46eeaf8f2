// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/problem/block_join.h"

namespace ttgt::blocks {

/// Pairs whose blocks no other component has: a matrix product of its own. A row is a tuple of
/// sections of L's free and batch labels, a column one of R's free labels, an inner tuple one of
/// contracted and batch labels. No component can be cut so that its parts have no inner tuple and
/// no row in common, or no inner tuple and no column.
struct Component {
    std::vector<Pair> pairs;  ///< sorted as find_pairs() does
    /// Tuples, blocks of L, of R and of D that the pairs have: each once, sorted by number.
    std::vector<std::uint32_t> rows, inners, columns, l_blocks, r_blocks, d_blocks;
};

/// The components of products of two inputs, in the order of their first pairs. Takes time in
/// proportion to pairs; each component's tuples are sorted.
[[nodiscard]] std::vector<Component> find_components(const BlockJoin& join,
                                                     const std::vector<Pair>& pairs);

}  // namespace ttgt::blocks
