// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/overlap.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// count + 1 values 0, stride, 2*stride, …
struct Steps {
    std::int64_t stride;
    std::int64_t count;
};

/// Decides whether sum_i stride_i * x_i = target has a solution with 0 <= x_i <= count_i:
/// depth-first with range and divisor pruning, largest stride first. For nested layouts (each
/// stride larger than all that is below it) every level leaves at most two choices.
class BoundedSum {
public:
    explicit BoundedSum(std::vector<Steps> steps) : steps_(std::move(steps)) {
        std::erase_if(steps_, [](const Steps& s) { return s.stride == 0 || s.count == 0; });
        std::sort(steps_.begin(), steps_.end(),
                  [](const Steps& a, const Steps& b) { return a.stride > b.stride; });
        reach_.assign(steps_.size() + 1, 0);
        divisor_.assign(steps_.size() + 1, 0);
        for (std::size_t level = steps_.size(); level-- > 0;) {
            reach_[level] = reach_[level + 1] + steps_[level].stride * steps_[level].count;
            divisor_[level] = std::gcd(divisor_[level + 1], steps_[level].stride);
        }
    }

    /// True too where the search is given up.
    [[nodiscard]] bool reaches(std::int64_t target) {
        budget_ = search_budget;
        return search(0, target);
    }

private:
    // Enough for hundreds of interleaved blocks, under a millisecond.
    static constexpr int search_budget = 100'000;

    bool search(std::size_t level, std::int64_t target) {
        if (target == 0) return true;
        if (target < 0 || target > reach_[level]) return false;
        if (target % divisor_[level] != 0) return false;
        if (--budget_ < 0) return true;
        const Steps& step = steps_[level];
        const std::int64_t rest = target - reach_[level + 1];
        const std::int64_t first = rest <= 0 ? 0 : divide_up(rest, step.stride);
        const std::int64_t last = std::min(step.count, target / step.stride);
        for (std::int64_t x = last; x >= first; --x) {
            if (search(level + 1, target - x * step.stride)) return true;
        }
        return false;
    }

    std::vector<Steps> steps_;
    std::vector<std::int64_t> reach_;    // largest sum of the levels from here on
    std::vector<std::int64_t> divisor_;  // common divisor of their strides
    int budget_ = 0;
};

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

void append_steps(const MemoryRegion& region, std::vector<Steps>& steps) {
    for (std::size_t mode = 0; mode < region.layout->rank(); ++mode) {
        steps.push_back({std::abs(region.layout->strides[mode]) * region.element_bytes,
                         region.layout->extents[mode] - 1});
    }
    steps.push_back({1, region.element_bytes - 1});
}

}  // namespace

bool overlaps_itself(const Layout& layout) {
    if (is_empty(layout)) return false;
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
        std::vector<Steps> difference{{steps[lead].stride, steps[lead].count - 1}};
        std::int64_t target = -steps[lead].stride;
        for (std::size_t other = lead + 1; other < steps.size(); ++other) {
            difference.push_back({steps[other].stride, 2 * steps[other].count});
            target += steps[other].stride * steps[other].count;
        }
        if (target >= 0 && BoundedSum(std::move(difference)).reaches(target)) return true;
    }
    return false;
}

bool overlap(const MemoryRegion& a, const MemoryRegion& b) {
    if (is_empty(*a.layout) || is_empty(*b.layout)) return false;
    const Range range_a = byte_range(a);
    const Range range_b = byte_range(b);
    if (range_a.last < range_b.first || range_b.last < range_a.first) return false;
    // first_a + x = last_b - y for some x of a's steps and y of b's, both counted from their ends.
    std::vector<Steps> steps;
    append_steps(a, steps);
    append_steps(b, steps);
    return BoundedSum(std::move(steps)).reaches(range_b.last - range_a.first);
}

}  // namespace ttgt
