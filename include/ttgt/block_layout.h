// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>
#include <ttgt/export.h>
#include <ttgt/layout.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ttgt {

/// The extents of the sections into which a mode is cut, one after the other. Each is 0 or more.
using Sections = std::vector<std::int64_t>;

/// The place of a block: the number of its section in each mode, counted from 0.
using BlockCoordinates = std::vector<std::int32_t>;

/// A block stands twice in a list of blocks.
class TTGT_EXPORT RepeatedBlock : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// The output lacks a block that a product of the inputs' blocks reaches.
class TTGT_EXPORT MissingBlock : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// An abelian group, as a product of groups of numbers. Component i of a charge is any integer
/// where moduli[i] is 0 (the group U(1)), and counts modulo moduli[i] elsewhere (the group Z_n).
struct ChargeGroup {
    std::vector<std::int64_t> moduli{0};  ///< one of each component; 0 or more
};

/// A mode whose sections have charges.
struct ChargedMode {
    Sections sections;  ///< extents of the sections
    /// The charge of each section; each has one number for each component of the group.
    std::vector<std::vector<std::int64_t>> charges;
    int sign = 1;  ///< 1 or -1: the charges of the mode count with this sign
};

/// Where the nonzero blocks of a tensor are. Each mode is cut into sections; a block is one section
/// of each mode, and all elements outside of the blocks are zero. Immutable; a copy shares the
/// lists and costs nothing. Several threads may use one layout.
class TTGT_EXPORT BlockLayout {
public:
    /// The blocks with these coordinates, in this order; for a scalar (no sections) at most one
    /// block without coordinates. Each block is packed, its first mode is fastest, and the blocks
    /// lie one after the other. Throws InvalidArgument naming mode, block and section where there
    /// are more than max_rank modes, an extent is negative, or a block has another number of
    /// coordinates or a section that its mode does not have; RepeatedBlock where two blocks have
    /// the same coordinates; SizeOverflow where the elements exceed 64-bit integers.
    BlockLayout(std::vector<Sections> sections, const std::vector<BlockCoordinates>& blocks);
    /// The same from one list of all coordinates: those of block i begin at i * rank.
    BlockLayout(std::vector<Sections> sections, std::vector<std::int32_t> coordinates,
                std::int64_t blocks);
    /// A dense tensor: one block, one section a mode, the strides of `dense`.
    explicit BlockLayout(const Layout& dense);

    /// All blocks whose charges add up to `total`: the sum over the modes of sign * charge, in each
    /// component of the group. The first mode's section runs fastest. Throws InvalidArgument naming
    /// the mode where a charge has another number of components than the group, the charges are
    /// not one a section, a sign is not 1 or -1, or a modulus is negative, and where there are more
    /// blocks than 2^31 or more than 2^18 different sums of charges.
    [[nodiscard]] static BlockLayout from_charges(const std::vector<ChargedMode>& modes,
                                                  std::vector<std::int64_t> total,
                                                  const ChargeGroup& group = {});

    /// The same blocks with other places. `strides` in elements, those of block i begin at i *
    /// rank. `offsets`: the elements from the begin of a pool to element (0, 0, …) of each block;
    /// empty: the layout is for views with an address for each block. Throws InvalidArgument where
    /// the lists have other lengths, SizeOverflow where an address exceeds 64-bit integers.
    [[nodiscard]] BlockLayout with_strides(std::vector<std::int64_t> strides,
                                           std::vector<std::int64_t> offsets = {}) const;

    /// The number of modes.
    [[nodiscard]] std::size_t rank() const noexcept;
    /// The sections of all modes.
    [[nodiscard]] const std::vector<Sections>& sections() const noexcept;
    /// The number of blocks.
    [[nodiscard]] std::int64_t blocks() const noexcept;
    /// The coordinates of a block. Precondition of these four: block is at least 0 and below
    /// blocks().
    [[nodiscard]] std::span<const std::int32_t> coordinates(std::int64_t block) const noexcept;
    /// The extents of a block.
    [[nodiscard]] std::vector<std::int64_t> extents(std::int64_t block) const;
    /// Extents and strides of a block.
    [[nodiscard]] Layout layout(std::int64_t block) const;
    /// Elements from the begin of a pool to the block. Precondition: has_offsets().
    [[nodiscard]] std::int64_t offset(std::int64_t block) const noexcept;
    /// Whether the layout says where in a pool each block lies.
    [[nodiscard]] bool has_offsets() const noexcept;
    /// Whether every block is packed and the blocks lie one after the other.
    [[nodiscard]] bool is_packed() const noexcept;
    /// The elements of all blocks together.
    [[nodiscard]] std::int64_t elements() const noexcept;
    /// The number of the block with these coordinates; nothing where there is none.
    [[nodiscard]] std::optional<std::int64_t> find(
        std::span<const std::int32_t> coordinates) const noexcept;
    /// Whether sections, coordinates and strides are the same, in the same order; offsets may
    /// differ. Takes no time for copies of one layout.
    [[nodiscard]] bool has_blocks_of(const BlockLayout& other) const noexcept;

private:
    struct State;
    explicit BlockLayout(std::shared_ptr<const State> state);

    std::shared_ptr<const State> state_;
};

/// The coordinates as text, such as "(0, 3, 1)".
[[nodiscard]] TTGT_EXPORT std::string to_string(std::span<const std::int32_t> coordinates);

}  // namespace ttgt
