// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/placement/runs.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ttgt {
namespace {

/// The number of indices after which the blocks of a share repeat. 1 if there is only one part,
/// which holds all indices.
std::int64_t period(const Share& share) {
    if (share.parts == 1) return 1;
    std::int64_t result = 0;
    if (__builtin_mul_overflow(share.block, share.parts, &result)) {
        return std::numeric_limits<std::int64_t>::max();
    }
    return result;
}

/// The least common multiple of the periods of two shares; the largest integer if it overflows.
std::int64_t common_period(const Share& from, const Share& to) {
    const std::int64_t a = period(from);
    const std::int64_t b = period(to);
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a / std::gcd(a, b), b, &result)) {
        return std::numeric_limits<std::int64_t>::max();
    }
    return result;
}

/// The position of an index among the indices that the share holds.
std::int64_t local_index(const Share& share, std::int64_t index) {
    if (share.parts == 1) return index;
    return index / period(share) * share.block + index % share.block;
}

/// The first index that the share holds, from `index` on.
std::int64_t next_held(const Share& share, std::int64_t index) {
    const std::int64_t block = index / share.block;
    const std::int64_t ahead = (share.part - block % share.parts + share.parts) % share.parts;
    return ahead == 0 ? index : (block + ahead) * share.block;
}

std::int64_t end_of_block(const Share& share, std::int64_t index) {
    if (share.parts == 1) return std::numeric_limits<std::int64_t>::max();
    return (index / share.block + 1) * share.block;
}

void append(std::vector<IndexRuns>& runs, IndexRuns next) {
    if (next.count > 1 && next.from_step == next.length && next.to_step == next.length) {
        next = {next.from, next.to, next.length * next.count, 1, 0, 0};
    }
    if (!runs.empty() && next.count == 1 && runs.back().count == 1 &&
        runs.back().from + runs.back().length == next.from &&
        runs.back().to + runs.back().length == next.to) {
        runs.back().length += next.length;
        return;
    }
    runs.push_back(next);
}

/// Calls visit(index, length), in ascending order, for each run of adjacent indices below `end`
/// that both shares hold.
template <class Visit>
void for_each_common(const Share& from, const Share& to, std::int64_t end, Visit&& visit) {
    std::int64_t index = 0;
    while (index < end) {
        const std::int64_t held = std::max(next_held(from, index), next_held(to, index));
        if (held > index) {
            index = held;
            continue;
        }
        const std::int64_t stop =
            std::min({end, end_of_block(from, index), end_of_block(to, index)});
        visit(index, stop - index);
        index = stop;
    }
}

}  // namespace

std::vector<IndexRuns> common_runs(const Share& from, const Share& to) {
    const std::int64_t repeat = common_period(from, to);
    const std::int64_t extent = from.extent;
    const std::int64_t full_periods = extent / repeat;  // number of full periods
    std::vector<IndexRuns> runs;
    if (full_periods > 0) {
        for_each_common(from, to, repeat, [&](std::int64_t index, std::int64_t length) {
            append(runs, {local_index(from, index), local_index(to, index), length, full_periods,
                          repeat / from.parts, repeat / to.parts});
        });
    }
    const std::int64_t done = full_periods * repeat;
    for_each_common(from, to, extent - done, [&](std::int64_t index, std::int64_t length) {
        append(runs, {local_index(from, index) + done / from.parts,
                      local_index(to, index) + done / to.parts, length, 1, 0, 0});
    });
    return runs;
}

std::int64_t common_count(const Share& from, const Share& to) {
    if (from.parts == 1) return count(to);
    if (to.parts == 1) return count(from);
    const auto common = [&](std::int64_t end) {
        std::int64_t sum = 0;
        for_each_common(from, to, end, [&](std::int64_t, std::int64_t length) { sum += length; });
        return sum;
    };
    const std::int64_t repeat = common_period(from, to);
    const std::int64_t full_periods = from.extent / repeat;  // number of full periods
    return (full_periods > 0 ? full_periods * common(repeat) : 0) +
           common(from.extent - full_periods * repeat);
}

}  // namespace ttgt
