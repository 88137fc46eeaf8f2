// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "transpose/cuda/grouped/grouped_arguments.h"

namespace ttgt::cuda {

/// A block that is transposed: extents, and strides in elements of both sides, in any order. Refers
/// to lists of the caller's.
struct GroupedBlock {
    std::span<const std::int64_t> extents;
    std::span<const std::int64_t> in_strides;
    std::span<const std::int64_t> out_strides;
};

/// How a block is cut into tiles. Nothing where the kernel does not serve it: more than
/// most_grouped_modes modes that cannot be merged, or offsets within a tile beyond 32 bits.
/// Precondition: the block has elements.
[[nodiscard]] std::optional<GroupedShape> make_grouped_shape(const GroupedBlock& block,
                                                             std::int64_t element_bytes);

/// Whether make_grouped_shape() certainly makes a shape, told without making it.
[[nodiscard]] bool surely_has_shape(const GroupedBlock& block);

/// The number of tiles of a shape.
[[nodiscard]] std::int64_t tiles_of(const GroupedShape& shape);

/// Where an item's array begins.
struct GroupedPlace {
    int array = 0;
    std::uint32_t block = 0;
    std::int64_t bytes = 0;
};

/// A launch of the grouped kernel without the addresses of tables and arrays.
struct GroupedLaunch {
    DType in = DType::float64;
    DType out = DType::float64;
    std::vector<GroupedItem> items;  ///< as GroupedArguments::items says
    std::vector<GroupedShape> shapes;
    std::vector<std::uint32_t> tile_items;  ///< the item of each tile
    GroupedArguments arguments{};           ///< its places in shared memory and element sizes
    std::int64_t shared_bytes = 0;
    std::int64_t blocks = 0;  ///< thread blocks
    std::int64_t bytes = 0;   ///< read and written

    /// One line for explain(): items, shapes, tiles.
    [[nodiscard]] std::string describe() const;
};

/// Whether the kernel turns elements of one dtype into the other: equal ones, and float32 into 16
/// bits.
[[nodiscard]] bool grouped_takes(DType in, DType out);

/// Collects items of one launch, which refer to shapes.
class GroupedLaunchBuilder {
public:
    /// Precondition: grouped_takes(in, out).
    GroupedLaunchBuilder(DType in, DType out, int multiprocessors);

    /// Makes room for so many items.
    void reserve(std::size_t items) { launch_.items.reserve(items + 1); }
    /// The number of the shape of blocks with these extents and strides; nothing where the kernel
    /// does not serve them. Adds a shape in each call: callers ask once. Precondition: the block
    /// has elements.
    [[nodiscard]] std::optional<std::uint32_t> add_shape(const GroupedBlock& block);
    /// Adds an item of a shape; false, adding nothing, where there are too many tiles. `flags` are
    /// bits such as grouped_reads.
    [[nodiscard]] bool add(std::uint32_t shape, const GroupedPlace& in, const GroupedPlace& out,
                           std::uint32_t flags);
    [[nodiscard]] GroupedLaunch finish();

private:
    /// What the items of a shape have in common.
    struct ShapeCosts {
        std::int64_t elements, tiles;  ///< no tiles: the item is small
    };
    void place_tables();
    void number_tiles();

    GroupedLaunch launch_;
    std::vector<ShapeCosts> costs_;  // by shape
    std::vector<GroupedItem> small_;
    int multiprocessors_;
    std::int64_t tiles_ = 0;
};

}  // namespace ttgt::cuda
