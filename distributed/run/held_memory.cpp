// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/held_memory.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

bool overlap(const HeldMemory& a, const HeldMemory& b) {
    return a.has_elements && b.has_elements &&
           overlap(MemoryRegion{&a.layout, a.element_bytes, a.data},
                   MemoryRegion{&b.layout, b.element_bytes, b.data});
}

}  // namespace

void check_memory(const std::vector<HeldMemory>& operands, int rank) {
    for (const HeldMemory& operand : operands) {
        if (operand.data != nullptr || !operand.has_elements) continue;
        throw InvalidArgument(
            fmt::format("the data of {} is null on rank {}", operand.title, rank));
    }
    for (const HeldMemory& written : operands) {
        if (!written.is_written) continue;
        for (const HeldMemory& other : operands) {
            if (&other == &written || !overlap(written, other)) continue;
            throw OverlapError(fmt::format("{} overlaps {} in memory on rank {}", written.title,
                                           other.title, rank));
        }
    }
}

}  // namespace ttgt
