// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "contraction/cuda/direct/gett/plan/gett_groups.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"

namespace ttgt::cuda {

/// A digit of a group's index: a mode or, for a mode that is cut into chunks, the position in the
/// chunk or the number of the chunk.
struct IndexDigit {
    /// The mode that the digit belongs to.
    const Mode<3>* mode = nullptr;
    /// Number of values of the digit.
    std::int64_t extent = 1;
    /// Positions of the mode from one value of the digit to the next.
    std::int64_t below = 1;
};

/// Where the fastest digit of an operand stands in a group's index. Further digits that continue it
/// in the operand belong to the run.
struct IndexRun {
    /// Product of the extents of the digits before the run.
    std::int64_t begin = 1;
    /// Number of indices of the run.
    std::int64_t length = 1;
    /// Elements of the operand from one index of the run to the next; 0 where the operand has none
    /// of the group's modes.
    std::int64_t stride = 0;
};

/// The modes of a group as one index.
struct GroupIndex {
    /// The digits, fastest first.
    std::vector<IndexDigit> digits;
    /// Number of indices: the product of the digits' extents.
    std::int64_t size = 1;
    /// The runs of D, L and R.
    std::array<IndexRun, 3> runs;
};

/// A bound for the elements of an operand between `size` neighbouring indices of a group. Digits
/// that the indices pass through may have any value; the digits above them change by one carry.
[[nodiscard]] std::int64_t tile_span(const GroupIndex& index, std::int64_t size,
                                     std::size_t operand);
/// Whether the digits of a mode have more values than the mode has positions, so that some indices
/// are beyond the mode.
[[nodiscard]] bool is_cut_short(const GroupIndex& index, const Mode<3>& mode);

/// The indexes of a shape's groups. Each is made once, because a search prices hundreds of launches
/// with few different indexes. Refers to the shape, which has to outlive it; references that it
/// returns are valid as long as it is.
class GettIndexes {
public:
    explicit GettIndexes(const DirectShape& shape);

    [[nodiscard]] const DirectShape& shape() const { return shape_; }
    [[nodiscard]] const GettGroups& groups(bool swapped) const { return swapped ? other_ : given_; }
    /// The index of the rows in an order; `swapped` takes the shape's R as the kernel's L.
    [[nodiscard]] const GroupIndex& rows(bool swapped, const GettOrder& order);
    /// The index of the columns in an order; `swapped` takes the shape's R as the kernel's L.
    [[nodiscard]] const GroupIndex& columns(bool swapped, const GettOrder& order);
    /// The index of the inner positions in an order; `swapped` takes the shape's R as the kernel's
    /// L.
    [[nodiscard]] const GroupIndex& inner(bool swapped, const GettOrder& order);
    /// The index of the batch, in the order of D's strides.
    [[nodiscard]] const GroupIndex& batch() const { return batch_; }

private:
    /// An index that was made, with the order that it was made for.
    struct Made {
        /// The order that the index was made for.
        GettOrder order;
        /// The index.
        GroupIndex index;
    };
    /// The indexes of one group that were made. References to its elements stay valid.
    using Known = std::deque<Made>;
    /// The index of a group in an order along the operands `first` and `second`; made if it is not
    /// known.
    static const GroupIndex& find(Known& known, const GroupModes& modes, std::size_t first,
                                  std::size_t second, const GettOrder& order);

    const DirectShape& shape_;
    /// The groups with the inputs as they are in the shape.
    GettGroups given_;
    /// The groups with the inputs swapped.
    GettGroups other_;
    /// The index of the batch.
    GroupIndex batch_;
    /// Indexes of the free modes of the shape's L, and of its R.
    std::array<Known, 2> free_;
    /// Indexes of the inner modes with the inputs as given, and swapped.
    std::array<Known, 2> inner_;
};

}  // namespace ttgt::cuda
