// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// Where a rank holds its part of an operand of a run.
struct HeldMemory {
    std::string title;               ///< the operand's name in messages
    Layout layout;                   ///< layout of the part
    std::int64_t element_bytes = 1;  ///< bytes of an element
    const void* data = nullptr;      ///< the part's first element
    /// Whether the rank holds elements. A rank beyond the grid does not, not even of a tensor
    /// without modes, whose layout has one element on every rank.
    bool has_elements = true;
    bool is_written = false;  ///< whether the run writes the operand
};

/// Throws InvalidArgument where a part with elements is null, OverlapError where a part that is
/// written overlaps another part. `rank` is the number of this rank.
void check_memory(const std::vector<HeldMemory>& operands, int rank);

}  // namespace ttgt
