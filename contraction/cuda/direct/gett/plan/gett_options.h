// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/gett/plan/gett_groups.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {

/// A run that is longer than any mode, so that the index follows one operand alone.
inline constexpr std::int64_t endless_run = std::int64_t{1} << 40;

/// Lists the choices of a shape that are worth a prediction. Refers to the shape and the GPU, which
/// have to outlive it. At most `scratch_bytes` bytes of partial sums.
class GettOptionMaker {
public:
    GettOptionMaker(const DirectShape& shape, const Architecture& gpu, std::int64_t scratch_bytes);

    /// The options of all tiles, without their lists.
    [[nodiscard]] std::vector<GettOptions> without_lists() const;
    /// Fills in the lists of options.
    void fill_lists(GettOptions& options) const;

private:
    [[nodiscard]] const GettGroups& groups_of(bool swapped) const {
        return groups_[swapped ? 1 : 0];
    }
    /// Whether a sum has few products.
    [[nodiscard]] bool is_short() const { return shape_.sum_count < 64; }
    /// Whether neighbours along the fastest mode of a group lie less than a sector (32 bytes) apart
    /// in an operand.
    [[nodiscard]] bool is_fast(const GroupModes& modes, std::size_t operand) const;
    /// Orders of a group's index that are worth a prediction; `tile` is the group's size in a tile.
    /// Where the operands `first` and `second` are both fast along different modes of the group,
    /// the orders combine runs of both, in either order. Where one operand is fast, the order
    /// follows it.
    [[nodiscard]] std::vector<GettOrder> orders(const GroupModes& modes, std::size_t first,
                                                std::size_t second, std::int64_t tile) const;
    /// Whether a tile is worth a prediction: whether D uses enough of it.
    [[nodiscard]] bool suits(const GettTile& tile, const GettGroups& groups) const;
    /// Adds the options of all tiles for a kind of products.
    void add_tiles(ComputeType compute, bool swapped, std::vector<GettOptions>& options) const;
    /// Number of tiles of D of all batch indices.
    [[nodiscard]] static std::int64_t tiles_of(const GettGroups& groups, const GettTile& tile);
    /// Number of slices of a whole sum.
    [[nodiscard]] std::int64_t slices_of(const GettTile& tile) const {
        return divide_up(shape_.sum_count, tile.inner);
    }
    /// What all choices with a tile have in common.
    [[nodiscard]] GettShare share_of(const GettGroups& groups, const GettTile& tile,
                                     const GettOptions& options) const;
    /// Numbers of splits that are worth a prediction: 1 and, where tiles do not fill the device,
    /// those that give half as many blocks as are resident on the device, as many, or twice as
    /// many.
    [[nodiscard]] std::vector<std::int64_t> split_counts(const GettGroups& groups,
                                                         const GettTile& tile) const;
    /// Of all numbers of splits, the one by which up to eight rounds of blocks keep clearly more
    /// multiprocessors busy than by any of `counts`: 144 tiles take two rounds of 132 blocks, four
    /// splits of them five. 1 where there is none.
    [[nodiscard]] std::int64_t fullest_splits(const GettGroups& groups, const GettTile& tile,
                                              const std::vector<std::int64_t>& counts) const;
    /// The most splits that scratch memory has room for and sums have slices for.
    [[nodiscard]] std::int64_t most_splits(const GettTile& tile) const;

    const DirectShape& shape_;
    const Architecture& gpu_;
    std::int64_t scratch_bytes_;
    /// The groups with the inputs as given, and swapped.
    std::array<GettGroups, 2> groups_;
};

}  // namespace ttgt::cuda
