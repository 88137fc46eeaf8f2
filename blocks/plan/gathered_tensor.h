// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "blocks/problem/block_shapes.h"

namespace ttgt::blocks {

/// The tuples of sections of a component's rows, columns, inner tuples or batch labels, laid one
/// after the other along one index. In a tuple the first label is fastest.
struct TupleIndex {
    std::vector<std::uint32_t> tuples;  ///< their numbers, sorted
    std::size_t labels = 0;
    std::vector<std::int64_t> extents;  ///< those of tuple i's labels from i * labels
    std::vector<std::int64_t> offsets;  ///< of each tuple along the index
    std::int64_t extent = 0;            ///< of the whole index

    /// Whether the index is one mode; with one tuple each label is a mode of its own.
    [[nodiscard]] bool is_merged() const { return tuples.size() > 1; }
    [[nodiscard]] std::size_t place_of(std::uint32_t tuple) const;
    [[nodiscard]] std::span<const std::int64_t> extents_of(std::size_t place) const {
        return std::span<const std::int64_t>(extents).subspan(place * labels, labels);
    }
};

/// Blocks of an operand in which the tuples are found.
struct TupleBlocks {
    const BlockShapes& shapes;
    Operand operand;
    const std::vector<std::uint32_t>& blocks;
    /// The tuple of each of the operand's blocks; empty: they have one tuple, of number 0.
    const std::vector<std::uint32_t>& number_of;
};
[[nodiscard]] TupleIndex make_index(const TupleBlocks& found_in,
                                    const std::vector<std::size_t>& labels,
                                    std::vector<std::uint32_t> tuples);

/// Where in a gathered tensor a block lies.
struct GatheredBlock {
    Layout layout;            ///< the labels of the first index, the second, the batch index
    std::int64_t offset = 0;  ///< elements from the tensor's begin
};

/// A tensor of two indices and the batch index, without gaps.
class GatheredTensor {
public:
    /// `second_is_fastest`: instead of the first index.
    GatheredTensor(DType dtype, const TupleIndex& first, const TupleIndex& second,
                   const TupleIndex& batch, bool second_is_fastest);

    /// dtype, and one mode for each merged index or one for each label.
    [[nodiscard]] OperandLayout operand() const;
    /// Sets `found` to the block of these tuples, given by their places in the indices.
    void set_block(GatheredBlock& found, std::size_t first, std::size_t second) const;
    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] std::int64_t bytes() const;

private:
    DType dtype_;
    std::array<const TupleIndex*, 3> indices_;
    std::array<std::int64_t, 3> strides_{};  ///< of each index
};

}  // namespace ttgt::blocks
