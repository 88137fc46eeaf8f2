// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <vector>

#include "contraction/problem/problem.h"
#include "src/core/sort_few.h"

namespace ttgt {

/// Labels in the order of an operand, that with the smallest stride first.
[[nodiscard]] inline std::vector<std::size_t> by_stride(const Problem& problem,
                                                        std::vector<std::size_t> labels,
                                                        std::size_t operand) {
    sort_few(labels.begin(), labels.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(problem.labels[a].strides[operand]) <
               std::abs(problem.labels[b].strides[operand]);
    });
    return labels;
}

}  // namespace ttgt
