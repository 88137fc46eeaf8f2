// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace ttgt {

/// Decides whether sum_i stride_i * x_i = target has a solution with 0 <= x_i <= count_i. Allocates
/// nothing.
///
/// Terms that together make every multiple of one stride become one. Then depth-first: of the
/// largest and the smallest stride, the one is tried for which range and divisibility by the others
/// leave fewer values. Two terms are decided at once, nested strides (each larger than all below
/// it) after two values each at most.
class BoundedSum {
public:
    /// Both at least 0. There is room for the modes and the bytes of two layouts.
    void add(std::int64_t stride, std::int64_t count);
    /// True too where the search is given up.
    [[nodiscard]] bool reaches(std::int64_t target);

private:
    struct Term {
        std::int64_t stride;
        std::int64_t count;

        [[nodiscard]] std::int64_t reach() const { return stride * count; }
    };
    /// The values of one x to try: first, first + step, ...
    struct Values {
        std::int64_t first = 0;
        std::int64_t step = 1;
        std::int64_t count = 0;
    };

    // A few milliseconds: beyond are strides in many modes that have nothing to do with each other.
    static constexpr int search_budget = 20'000;

    void merge();
    [[nodiscard]] Values values(std::size_t term, std::size_t begin, std::size_t end,
                                std::int64_t target) const;
    [[nodiscard]] bool search(std::size_t begin, std::size_t end, std::int64_t target);

    std::array<Term, 2 * max_rank + 2> terms_;
    std::size_t size_ = 0;
    int budget_ = 0;
};

}  // namespace ttgt
