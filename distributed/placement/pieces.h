// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "distributed/placement/placement.h"

namespace ttgt {

/// A redistribution of a tensor from the placement `from` to the placement `to`, on one rank. The
/// modes and their order stay the same.
struct Movement {
    DType dtype = DType::float64;       ///< dtype of the elements
    std::vector<std::int64_t> extents;  ///< extents of the whole tensor
    Placement from;                     ///< which rank holds which elements before
    Placement to;                       ///< which rank holds which elements after
    /// Axes of `from` along which ranks hold summands instead of copies. The receiver gets their
    /// sum.
    std::vector<int> sum_axes;
    std::vector<std::int64_t> from_strides;  ///< strides of this rank's part before, in elements
    std::vector<std::int64_t> to_strides;    ///< strides of this rank's part after, in elements
    bool conjugate = false;                  ///< whether the elements are conjugated on the way
    bool overwrites = false;                 ///< whether every run has alpha = 1 and beta = 0
};

/// From which ranks a receiver takes the elements it needs. Where several ranks hold copies of an
/// element, each receiver takes it from one of them: from itself if it holds a copy.
class Sources {
public:
    explicit Sources(const Movement& movement);
    /// Whether `receiver` takes from `sender` all elements that it needs and `sender` holds. The
    /// two may be the same rank.
    [[nodiscard]] bool serves(int sender, int receiver) const;
    /// The number of the summand, from 0, that a sender holds.
    [[nodiscard]] std::int64_t summand(int sender) const;
    /// How many summands are added to one result; 1 if nothing is summed.
    [[nodiscard]] std::int64_t summands() const;

private:
    const Movement& movement_;
    std::vector<int> copy_axes_;
};

/// A block of elements that one rank sends to another: all index tuples of some extents, with
/// constant strides at the sender and at the receiver.
struct Piece {
    std::int64_t from_offset = 0;  ///< elements from the start of the sender's part to the block
    std::int64_t to_offset = 0;    ///< elements from the start of the receiver's part to the block
    std::int64_t elements = 0;     ///< number of elements of the block
    Layout from;                   ///< layout of the block in the sender's part
    Layout to;                     ///< layout of the block in the receiver's part
    Layout packed;                 ///< layout of the block in a message, without gaps
};
/// The elements that the sender holds before and the receiver holds after, as blocks. Only this
/// rank's strides are known: the other rank's offset and layout in the result are meaningless.
[[nodiscard]] std::vector<Piece> pieces_between(const Movement& movement, int sender, int receiver);
/// Whether the pieces are a single block without gaps on one side, `&Piece::from` or `&Piece::to`,
/// so that the message needs no packing or unpacking there.
[[nodiscard]] bool lies_packed(const std::vector<Piece>& pieces, Layout Piece::*side);

/// The number of elements that `rank` receives from other ranks.
[[nodiscard]] std::int64_t received_elements(const Movement& movement, int rank);

/// Whether `rank` holds the same elements before and after the movement.
[[nodiscard]] bool holds_the_same(const Movement& movement, int rank);

/// The elements that a rank needs after a movement, as a block of the part that it holds before.
struct Part {
    std::int64_t offset = 0;  ///< elements from the start of the rank's part to the block
    Layout layout;            ///< layout of the block in the rank's part
};
/// The block, in the part that `rank` holds before, of all elements that it needs after. Empty if
/// the rank does not hold them all, they do not form one block, or elements are conjugated or
/// summed.
[[nodiscard]] std::optional<Part> part_in_place(const Movement& movement, int rank);

}  // namespace ttgt
