// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/reference/reference.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// A contraction of distributed tensors of small integers, so that every result is exact.
struct SpreadCase {
    std::string expression;
    std::vector<DistributedLayout> operands;  ///< output first; strides are drawn by each rank
    bool has_gaps = false;                    ///< what a rank holds is not packed
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
    DistributedOptions options;
};

/// Labels of every role, 0 and 1 among the extents, grids and blocks of all kinds.
[[nodiscard]] SpreadCase draw_case(std::uint64_t seed, int ranks);
/// A distribution of a tensor of these extents, each mode spread or not.
[[nodiscard]] Distribution draw_distribution(Random& random, std::size_t modes,
                                             const std::vector<int>& grid);
/// A grid of at most that many ranks.
[[nodiscard]] std::vector<int> draw_grid(Random& random, int ranks);
/// The case in words, to replay it.
[[nodiscard]] std::string describe(const SpreadCase& drawn, std::uint64_t seed);

/// What one rank holds of an operand, in the middle of memory that nobody may write.
class Shard {
public:
    /// Filled with the numbers of operand `position`, or with NaNs.
    Shard(const SpreadCase& drawn, std::size_t position, int rank, bool is_filled);

    [[nodiscard]] const DistributedLayout& layout() const noexcept { return layout_; }
    [[nodiscard]] void* data() noexcept { return memory_.data() + margin; }
    /// The elements and `margin` bytes on either side, to be moved to a device and back.
    [[nodiscard]] std::vector<char>& memory() noexcept { return memory_; }
    static constexpr std::size_t margin = 64;

    /// The element at these indices among those that the rank holds.
    [[nodiscard]] Scalar at(const std::vector<std::int64_t>& indices) const;
    /// Whether bytes beside the elements are what they were.
    [[nodiscard]] bool is_unharmed_beside() const;

private:
    DistributedLayout layout_;
    Layout local_;
    std::vector<char> memory_;
};

/// Calls visit(local indices, indices in the whole tensor) for all that a rank holds.
void for_each_held(const DistributedLayout& layout, int rank,
                   const std::function<void(const std::vector<std::int64_t>&,
                                            const std::vector<std::int64_t>&)>& visit);

/// Every element of the result, first mode fastest, by the reference.
[[nodiscard]] std::vector<Scalar> expected_result(const SpreadCase& drawn);

/// Adds a failure where this rank's part of the output is not the expected one, exactly.
void check_shard(const SpreadCase& drawn, const Shard& d, int rank,
                 const std::vector<Scalar>& expected, const std::string& what);

}  // namespace ttgt::test
