// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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

[[nodiscard]] GroupIndex make_index(const GroupModes& modes, std::size_t first, std::size_t second,
                                    const GettOrder& order);

}  // namespace ttgt::cuda
