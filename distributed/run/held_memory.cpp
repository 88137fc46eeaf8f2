// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/held_memory.h"

#include <ttgt/error.h>

#include <fmt/format.h>

namespace ttgt {
namespace {

bool overlap(const HeldMemory& a, const HeldMemory& b) {
    return a.has_elements && b.has_elements && overlap(a.region, b.region);
}

}  // namespace

void check_memory(const std::vector<HeldMemory>& operands, int rank,
                  const std::function<std::string(std::size_t operand)>& title) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (operands[i].region.data != nullptr || !operands[i].has_elements) continue;
        throw InvalidArgument(fmt::format("the data of {} is null on rank {}", title(i), rank));
    }
    for (std::size_t written = 0; written < operands.size(); ++written) {
        if (!operands[written].is_written) continue;
        for (std::size_t other = 0; other < operands.size(); ++other) {
            if (other == written || !overlap(operands[written], operands[other])) continue;
            throw OverlapError(fmt::format("{} overlaps {} in memory on rank {}", title(written),
                                           title(other), rank));
        }
    }
}

}  // namespace ttgt
