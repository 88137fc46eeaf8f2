// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "src/core/rounding.h"
#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

/// Cuts the rows of a tile into groups that are gathered at a time.
class RowGroups {
public:
    /// A group has about `wanted` rows, and at most `fit`.
    RowGroups(const CpuKernelPlan& plan, std::int64_t wanted, std::int64_t fit)
        : contiguous_(plan.has_squares() ? plan.contiguous_rows : 0),
          adjoining_(plan.adjoining_rows),
          wanted_(std::min(wanted, fit)),
          fit_(fit) {}

    /// Number of rows of the group that begins with `row`; `left` rows of the tile remain, this one
    /// included.
    [[nodiscard]] std::int64_t rows(std::int64_t row, std::int64_t left) const {
        // In-register transposes read rows that are contiguous in the input.
        if (contiguous_ > 0) left = std::min(left, contiguous_ - row % contiguous_);
        if (adjoining_ > 1 && adjoining_ <= fit_) return whole_pieces(left);
        if (adjoining_ > 1) left = std::min(left, adjoining_ - row % adjoining_);
        return left < 2 * wanted_ ? std::min(left, fit_) : wanted_;
    }

private:
    /// Number of rows of a group that consists of whole pieces of the output, if as many remain.
    [[nodiscard]] std::int64_t whole_pieces(std::int64_t left) const {
        if (left < adjoining_) return left;
        const std::int64_t enough = align_up(wanted_, adjoining_);
        const std::int64_t rows = enough <= fit_ ? enough : adjoining_;
        return std::min(rows, left / adjoining_ * adjoining_);
    }

    /// Number of rows that are contiguous in the input; 0 where that does not matter.
    std::int64_t contiguous_;
    /// Number of rows that follow each other in the output without a gap.
    std::int64_t adjoining_;
    /// About how many rows a group has.
    std::int64_t wanted_;
    /// Maximum number of rows of a group.
    std::int64_t fit_;
};

}  // namespace ttgt::cpu
