// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/problem/operator_tile.h"

namespace ttgt::cuda {

/// How the elements of a reduction's tile, whose lengths are powers of two, fall on vectors,
/// threads and their items. An element's number has the bits of its place in a vector, then those
/// of the thread, then those of the item; each mode of the tile has some bits in a row.
class ReductionBits {
public:
    ReductionBits(const OperatorProblem& problem, const OperatorTile& tile, int vector);

    /// How many sums a thread has.
    [[nodiscard]] int accumulators() const;
    /// The number of the sum that the variables `item` and `k`, the place in the vector, belong to.
    [[nodiscard]] std::string accumulator() const;
    /// The bits of `item` that are reduced, and whether `k` is.
    [[nodiscard]] int reduced_item_mask() const {
        return mask(warp_bit_ + warp_bits, total_, false);
    }
    [[nodiscard]] bool is_vector_reduced() const { return vector_bits_ > 0 && !modes_[0].is_kept; }
    /// The bits of a lane's number that are reduced.
    [[nodiscard]] int reduced_lane_mask() const {
        return mask(vector_bits_, vector_bits_ + lane_bits, false);
    }
    /// How many warps have sums of one element.
    [[nodiscard]] std::int64_t warp_rows() const;
    /// The number of the variable `warp` among them.
    [[nodiscard]] std::string warp_row() const;

private:
    static constexpr int lane_bits = 5;
    static constexpr int warp_bits = 3;
    struct ModeBits {
        int first;
        int count;
        bool is_kept;
    };
    /// The bits [first, last) that are reduced, or kept, as a mask from bit `first` on.
    [[nodiscard]] int mask(int first, int last, bool is_kept) const;
    /// The bits of `variable` that `mask` has, side by side.
    [[nodiscard]] static std::string gathered(const std::string& variable, int mask);

    std::vector<ModeBits> modes_;
    int vector_bits_;
    int warp_bit_;   ///< the first bit of the warp's number
    int total_ = 0;  ///< bits of the tile
};

/// Elements of the output in a tile.
[[nodiscard]] std::int64_t kept_volume(const OperatorTile& tile, const OperatorProblem& problem);
/// What a reduction is done in: double precision, but the values' own for max and min, which round
/// nothing.
[[nodiscard]] DType wide_dtype(const OperatorProblem& problem);
/// How many of a tile's kept elements, a power of two, a block of the kernel joins that joins
/// chunks: few, so that many blocks share the work, and enough for whole lines of memory.
[[nodiscard]] std::int64_t joined_elements(std::int64_t kept);
/// The tile's modes that the output has, the fastest first.
[[nodiscard]] std::vector<std::size_t> kept_order(const OperatorTile& tile,
                                                  const OperatorProblem& problem);

}  // namespace ttgt::cuda
