// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "blocks/problem/block_problem.h"
#include "src/core/function_ref.h"

namespace ttgt::blocks {

/// As a number of a block or a tuple: none.
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A block of L times a block of R, added to a block of D; with one input R has none.
struct Pair {
    std::uint32_t d = none;
    std::uint32_t l = none;
    std::uint32_t r = none;

    friend bool operator==(const Pair&, const Pair&) = default;
};

/// Numbers of the tuples of sections that blocks have, and the products that they make. All times
/// are in proportion to the numbers of blocks and of products.
struct BlockJoin {
    /// By number of a block: its tuple of free_l and batch sections, none where the block is not
    /// useful.
    std::vector<std::uint32_t> row_of_d, row_of_l;
    /// By number of a block: its tuple of contracted and batch sections.
    std::vector<std::uint32_t> inner_of_l, inner_of_r;
    /// By number of a block: its tuple of free_r sections.
    std::vector<std::uint32_t> column_of_d, column_of_r;
    std::uint32_t rows = 0;
    std::uint32_t inners = 0;
    std::uint32_t columns = 0;

    /// Calls visit(l, r) for each product, row by row, in a row by its inner tuples. With one
    /// input, r is `none`.
    void for_each_product(FunctionRef<void(std::uint32_t l, std::uint32_t r)> visit) const;
};

[[nodiscard]] BlockJoin join_blocks(const BlockProblem& problem);

/// All products, sorted by the block of D, and for each block in a fixed order. Throws MissingBlock
/// where a product reaches a block that D lacks, unless these are left out.
[[nodiscard]] std::vector<Pair> find_pairs(const BlockProblem& problem, const BlockJoin& join,
                                           bool leaves_out_missing);

/// The coordinates of the block of D that a product reaches.
[[nodiscard]] BlockCoordinates reached_block(const BlockProblem& problem, std::uint32_t l,
                                             std::uint32_t r);

}  // namespace ttgt::blocks
