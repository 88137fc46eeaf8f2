// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "src/core/memory/overlap.h"

namespace ttgt {

/// Where a rank holds its part of an operand of a run.
struct HeldMemory {
    MemoryRegion region;
    bool has_elements = true;  ///< what holds_elements() says
    bool is_written = false;   ///< whether the run writes the operand
};

/// Throws InvalidArgument where a part with elements is null, OverlapError where a part that is
/// written overlaps another part. `rank` is the number of this rank; `title` names an operand.
void check_memory(const std::vector<HeldMemory>& operands, int rank,
                  const std::function<std::string(std::size_t operand)>& title);

}  // namespace ttgt
