// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "distributed/placement.h"

namespace ttgt {

/// A tensor that goes from one placement to another, as one rank sees it; the modes of both are
/// the same, in the same order.
struct Movement {
    DType dtype = DType::float64;
    std::vector<std::int64_t> extents;  ///< of the whole tensor
    Placement from;
    Placement to;
    /// Axes of `from` along which ranks hold summands, not copies: their sum arrives.
    std::vector<int> sum_axes;
    std::vector<std::int64_t> from_strides;  ///< in elements, of what this rank holds
    std::vector<std::int64_t> to_strides;
    bool conjugate = false;
    bool overwrites = false;  ///< runs have alpha = 1 and beta = 0
};

/// Which ranks send: of several that hold copies, each receiver has one. It is the receiver itself
/// where that is one of them.
class Sources {
public:
    explicit Sources(const Movement& movement);
    /// Whether `receiver` takes what it needs of `sender`'s elements from `sender`.
    [[nodiscard]] bool serves(int sender, int receiver) const;
    /// Which summand a sender holds.
    [[nodiscard]] std::int64_t summand(int sender) const;
    [[nodiscard]] std::int64_t summands() const;

private:
    const Movement& movement_;
    std::vector<int> copy_axes_;
};

/// A regular block of elements that one rank sends another.
struct Piece {
    std::int64_t from_offset = 0;  ///< elements
    std::int64_t to_offset = 0;
    std::int64_t elements = 0;
    Layout from;
    Layout to;
    Layout packed;
};
/// What both hold; strides of the side that is another rank's mean nothing.
[[nodiscard]] std::vector<Piece> pieces_between(const Movement& movement, int sender, int receiver);
/// Whether they are one piece that lies on that side, `&Piece::from` or `&Piece::to`, as it is
/// sent.
[[nodiscard]] bool lies_packed(const std::vector<Piece>& pieces, Layout Piece::*side);

/// Elements that `rank` receives over links.
[[nodiscard]] std::int64_t received_elements(const Movement& movement, int rank);

/// Whether a rank holds the same elements before and after.
[[nodiscard]] bool holds_the_same(const Movement& movement, int rank);

/// What a rank needs after, where it holds that before in one regular block.
struct Part {
    std::int64_t offset = 0;  ///< elements from the first that the rank holds
    Layout layout;
};
/// Empty also where elements are conjugated or summed.
[[nodiscard]] std::optional<Part> part_in_place(const Movement& movement, int rank);

}  // namespace ttgt
