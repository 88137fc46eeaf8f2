// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "contraction/problem/problem.h"
#include "src/core/memory/overlap.h"

namespace ttgt::blocks {

/// Compares problems with the first one, which has been bound.
class LikeTheFirst {
public:
    LikeTheFirst(const Expression& expression, const std::vector<OperandLayout>& first)
        : first_(first) {
        add(expression.output);
        for (const Factor& factor : expression.terms.front().factors) add(factor);
        extents_.resize(names_.size());
    }

    /// Whether binding surely accepts the problem, told without binding it. Throws where a layout
    /// is none.
    [[nodiscard]] bool accepts(const std::vector<OperandLayout>& operands) {
        if (operands.size() != first_.size()) return false;
        std::fill(extents_.begin(), extents_.end(), unknown);
        for (std::size_t operand = 0; operand < operands.size(); ++operand) {
            const OperandLayout& its = operands[operand];
            const OperandLayout& firsts = first_[operand];
            if (its.dtype != firsts.dtype || its.layout.rank() != firsts.layout.rank()) {
                return false;
            }
            check_layout(its.layout, size_bytes(its.dtype), titles_[operand]);
            for (std::size_t mode = 0; mode < its.layout.rank(); ++mode) {
                std::int64_t& extent = extents_[labels_[operand][mode]];
                if (extent != unknown && extent != its.layout.extents[mode]) return false;
                extent = its.layout.extents[mode];
            }
        }
        return !overlaps_itself(operands[operand_d].layout);
    }

private:
    static constexpr std::int64_t unknown = -1;

    void add(const Factor& factor) {
        titles_.push_back(operand_title(static_cast<Operand>(labels_.size()), factor.name));
        std::vector<std::size_t>& numbers = labels_.emplace_back();
        for (const std::string& label : factor.labels) {
            const auto found = std::ranges::find(names_, label);
            numbers.push_back(static_cast<std::size_t>(found - names_.begin()));
            if (found == names_.end()) names_.push_back(label);
        }
    }

    const std::vector<OperandLayout>& first_;
    std::vector<std::string> titles_;  // of each operand
    std::vector<std::string> names_;
    std::vector<std::vector<std::size_t>> labels_;  // of each operand's modes
    std::vector<std::int64_t> extents_;             // of the problem that is compared
};

}  // namespace ttgt::blocks
