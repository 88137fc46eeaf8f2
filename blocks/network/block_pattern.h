// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <vector>

#include "blocks/network/block_sum.h"
#include "network/path/network.h"

namespace ttgt::blocks {

/// Where a tensor of a product is not zero: labels, each once, and the blocks that have elements
/// and of which the sections of a repeated label are the same.
struct BlockPattern {
    network::Labels labels;  ///< numbers of the sum's labels, ascending: one of each mode
    BlockLayout layout;

    [[nodiscard]] double elements() const { return static_cast<double>(layout.elements()); }
};

[[nodiscard]] BlockPattern pattern_of(const BlockSum& sum, const network::Use& use);

/// What multiplying two tensors of blocks takes.
struct ProductCount {
    double multiplications = 0;
    double pairs = 0;  ///< of blocks
};

/// Takes time in proportion to blocks, whatever the number of pairs.
[[nodiscard]] ProductCount count_product(const BlockPattern& l, const BlockPattern& r);

/// The product's pattern, of which `kept` are the labels. Takes time in proportion to pairs.
[[nodiscard]] BlockPattern multiplied(const BlockPattern& l, const BlockPattern& r,
                                      const network::Labels& kept);

/// Whether a label stands in both.
[[nodiscard]] bool share_label(const BlockPattern& l, const BlockPattern& r);

}  // namespace ttgt::blocks
