// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "contraction/cuda/direct/gett/gett_groups.h"
#include "contraction/cuda/direct/gett/gett_plan.h"

namespace ttgt::cuda {

/// A digit of a group's index: a mode, or of a split mode its chunk or the number of the chunk.
struct IndexDigit {
    const Mode<3>* mode = nullptr;
    std::int64_t extent = 1;
    std::int64_t below = 1;  ///< positions of the mode from one value to the next
};

/// The digits of a group, fastest first.
struct GroupIndex {
    std::vector<IndexDigit> digits;
    std::int64_t size = 1;
};

/// Where an operand's fastest digit of a group begins in the index, and how long its run is.
struct IndexRun {
    std::int64_t begin = 1;  ///< product of the extents of the digits before it
    std::int64_t length = 1;
    std::int64_t stride = 0;
};
[[nodiscard]] IndexRun run_of(const GroupIndex& index, std::size_t operand);

/// Elements of an operand between `size` neighbouring indices of a group, at most. Digits that
/// the indices pass through have any value; above them, there is one carry.
[[nodiscard]] std::int64_t tile_span(const GroupIndex& index, std::int64_t size,
                                     std::size_t operand);
/// Whether the digits of a mode have more values than it has positions.
[[nodiscard]] bool is_cut_short(const GroupIndex& index, const Mode<3>& mode);

/// The indexes of a shape's groups, each made once: a search prices hundreds of launches with few
/// of them. Refers to the shape; what it returns stays as long as it does.
class GettIndexes {
public:
    explicit GettIndexes(const DirectShape& shape);

    [[nodiscard]] const DirectShape& shape() const { return shape_; }
    [[nodiscard]] const GettGroups& groups(bool swapped) const { return swapped ? other_ : given_; }
    [[nodiscard]] const GroupIndex& rows(bool swapped, const GettOrder& order);
    [[nodiscard]] const GroupIndex& columns(bool swapped, const GettOrder& order);
    [[nodiscard]] const GroupIndex& inner(bool swapped, const GettOrder& order);
    [[nodiscard]] const GroupIndex& batch() const { return batch_; }

private:
    /// Of one group along two operands.
    struct Made {
        GettOrder order;
        GroupIndex index;
    };
    using Known = std::deque<Made>;
    static const GroupIndex& find(Known& known, const GroupModes& modes, std::size_t first,
                                  std::size_t second, const GettOrder& order);

    const DirectShape& shape_;
    GettGroups given_;
    GettGroups other_;  ///< with the inputs swapped
    GroupIndex batch_;
    std::array<Known, 2> free_;   ///< of L, of R
    std::array<Known, 2> inner_;  ///< as given, swapped
};

}  // namespace ttgt::cuda
