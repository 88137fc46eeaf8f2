// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/memory/overlap.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "src/core/bounded_sum.h"

namespace ttgt {
namespace {

bool is_empty(const Layout& layout) {
    return std::find(layout.extents.begin(), layout.extents.end(), 0) != layout.extents.end();
}

/// First and last byte address of a region's elements.
struct Range {
    std::intptr_t first;
    std::intptr_t last;
};

/// Unchecked, unlike address_range: every run comes here, and the layout was checked when planning.
Range byte_range(const MemoryRegion& region) {
    const auto base = reinterpret_cast<std::intptr_t>(region.data);
    Range range{base, base + region.element_bytes - 1};
    for (std::size_t mode = 0; mode < region.layout->rank(); ++mode) {
        const std::int64_t reach = (region.layout->extents[mode] - 1) *
                                   region.layout->strides[mode] * region.element_bytes;
        (reach < 0 ? range.first : range.last) += reach;
    }
    return range;
}

void add_terms(const MemoryRegion& region, BoundedSum& sum) {
    for (std::size_t mode = 0; mode < region.layout->rank(); ++mode) {
        sum.add(std::abs(region.layout->strides[mode]) * region.element_bytes,
                region.layout->extents[mode] - 1);
    }
    sum.add(1, region.element_bytes - 1);
}

}  // namespace

bool overlaps_itself(const Layout& layout) {
    if (is_empty(layout)) return false;
    struct Steps {
        std::int64_t stride;
        std::int64_t count;
    };
    std::vector<Steps> steps;
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        if (layout.extents[mode] == 1) continue;
        if (layout.strides[mode] == 0) return true;
        steps.push_back({std::abs(layout.strides[mode]), layout.extents[mode] - 1});
    }
    std::sort(steps.begin(), steps.end(),
              [](const Steps& a, const Steps& b) { return a.stride > b.stride; });
    // Two index tuples that meet differ by d != 0 with sum stride*d = 0. Let `lead` be the first
    // difference, positive; shift the others, |d| <= count, to 0 … 2*count.
    for (std::size_t lead = 0; lead < steps.size(); ++lead) {
        BoundedSum difference;
        difference.add(steps[lead].stride, steps[lead].count - 1);
        std::int64_t target = -steps[lead].stride;
        for (std::size_t other = lead + 1; other < steps.size(); ++other) {
            difference.add(steps[other].stride, 2 * steps[other].count);
            target += steps[other].stride * steps[other].count;
        }
        if (target >= 0 && difference.reaches(target)) return true;
    }
    return false;
}

bool overlap(const MemoryRegion& a, const MemoryRegion& b) {
    if (is_empty(*a.layout) || is_empty(*b.layout)) return false;
    const Range range_a = byte_range(a);
    const Range range_b = byte_range(b);
    if (range_a.last < range_b.first || range_b.last < range_a.first) return false;
    // first_a + x = last_b - y for some x of a's steps and y of b's, both counted from their ends.
    BoundedSum sum;
    add_terms(a, sum);
    add_terms(b, sum);
    return sum.reaches(range_b.last - range_a.first);
}

}  // namespace ttgt
