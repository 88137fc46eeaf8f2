// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ttgt::blocks {

/// How a block is transposed: modes with strides in elements of both sides, in any order.
struct MoveShape {
    std::span<const std::int64_t> extents, to_strides, from_strides;
};

/// The shapes of a plan's moves. Thousands of moves have a few shapes: each is kept once.
class MoveShapes {
public:
    /// The number of a shape: 0, 1, ... in the order in which they are asked for.
    [[nodiscard]] std::uint32_t number_of(const MoveShape& shape);
    /// The shape with a number. Its lists live as long as this object.
    [[nodiscard]] MoveShape shape(std::uint32_t number) const;
    /// The number of elements that a move of the shape has.
    [[nodiscard]] double volume(std::uint32_t number) const { return volumes_[number]; }
    [[nodiscard]] std::size_t count() const { return lists_.size(); }

private:
    using List = std::vector<std::int64_t>;  // extents, strides of the one side, of the other
    struct Hash {
        std::size_t operator()(const List& list) const noexcept;
    };

    List wanted_;  // the one that is looked up
    std::unordered_map<List, std::uint32_t, Hash> numbers_;
    std::vector<const List*> lists_;  // by number
    std::vector<double> volumes_;     // by number
};

}  // namespace ttgt::blocks
