// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/lifetimes.h"

#include <algorithm>
#include <numeric>

#include "contraction/plan/workspace.h"
#include "src/core/checked.h"

namespace ttgt::network {
namespace {

bool meet(const Lifetime& a, const Lifetime& b) { return a.first <= b.last && b.first <= a.last; }

}  // namespace

WorkspaceOffsets place(const std::vector<Lifetime>& lifetimes) {
    std::vector<std::size_t> largest_first(lifetimes.size());
    std::iota(largest_first.begin(), largest_first.end(), 0);
    std::stable_sort(largest_first.begin(), largest_first.end(), [&](std::size_t a, std::size_t b) {
        return lifetimes[a].bytes > lifetimes[b].bytes;
    });

    WorkspaceOffsets result;
    result.offsets.resize(lifetimes.size());
    std::vector<std::size_t> placed;  // blocks that have a place, in ascending order of offset
    for (const std::size_t item : largest_first) {
        const Lifetime& lifetime = lifetimes[item];
        if (lifetime.bytes == 0) continue;
        std::int64_t offset = 0;
        for (const std::size_t other : placed) {
            if (!meet(lifetime, lifetimes[other])) continue;
            if (offset + lifetime.bytes <= result.offsets[other]) break;
            const std::int64_t end = checked_add(result.offsets[other], lifetimes[other].bytes,
                                                 "the workspace of a program");
            offset = std::max(offset, align_in_workspace(end));
        }
        result.offsets[item] = offset;
        const std::int64_t end = checked_add(offset, lifetime.bytes, "the workspace of a program");
        result.bytes = std::max(result.bytes, end);
        const auto behind = std::find_if(placed.begin(), placed.end(), [&](std::size_t other) {
            return result.offsets[other] > offset;
        });
        placed.insert(behind, item);
    }
    return result;
}

}  // namespace ttgt::network
