// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/normalise.h"

#include <algorithm>

namespace ttgt {
namespace {

/// Stepping `outer` once equals stepping `inner` through its extent, in every operand.
bool continues(const ProblemLabel& inner, const ProblemLabel& outer) {
    if (inner.role != outer.role) return false;
    for (std::size_t operand = 0; operand < operand_count; ++operand) {
        std::int64_t reach = 0;
        const bool fits = !__builtin_mul_overflow(inner.strides[operand], inner.extent, &reach);
        if (!fits || outer.strides[operand] != reach) return false;
    }
    return true;
}

void merge_labels(std::vector<ProblemLabel>& labels) {
    for (std::size_t inner = 0; inner < labels.size();) {
        const auto outer =
            std::find_if(labels.begin(), labels.end(), [&](const ProblemLabel& label) {
                return &label != &labels[inner] && continues(labels[inner], label);
            });
        if (outer == labels.end()) {
            ++inner;
            continue;
        }
        labels[inner].extent *= outer->extent;
        labels[inner].name += "," + outer->name;
        labels.erase(outer);
        inner = 0;  // positions moved, and the longer label may now continue another
    }
}

}  // namespace

void normalise(Problem& problem) {
    for (const ProblemLabel& label : problem.labels) {
        if (label.extent != 0) continue;
        (is_summed(label.role) ? problem.sum_empty : problem.output_empty) = true;
    }
    std::erase_if(problem.labels, [](const ProblemLabel& label) { return label.extent == 1; });
    // Where a label is empty its strides mean nothing, and no step will use them.
    if (!problem.output_empty && !problem.sum_empty) merge_labels(problem.labels);
}

}  // namespace ttgt
