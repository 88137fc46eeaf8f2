// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "contraction/plan/plan.h"
#include "src/core/counts.h"

namespace ttgt::cpu {

/// Some labels of a step, fastest first; lives on the stack.
class LabelList {
public:
    void push_back(const Mode<3>& label) {
        labels_[size_++] = &label;
        volume_ = saturating_product({volume_, label.extent});
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] const Mode<3>& operator[](std::size_t position) const {
        return *labels_[position];
    }
    /// Number of index tuples, `most_counted` where there are more.
    [[nodiscard]] std::int64_t volume() const noexcept { return volume_; }
    /// Moves a label forward to `target`, the ones between back by one.
    void move_to(std::size_t position, std::size_t target);
    /// In the order of an operand that has them all, its fastest first.
    void sort_by(std::size_t operand);

    /// Takes the first label in pieces of `length` and goes through the second one within each.
    void cut_first(std::int64_t length) { piece_ = length; }
    /// The length of those pieces; the first label's extent where it is not cut.
    [[nodiscard]] std::int64_t piece() const noexcept {
        return piece_ == 0 ? labels_[0]->extent : piece_;
    }

private:
    std::size_t size_ = 0;
    std::int64_t piece_ = 0;  // 0: not cut
    std::int64_t volume_ = 1;
    std::array<const Mode<3>*, 2 * max_rank> labels_;  // what two operands have, at most
};

/// A DirectStep seen as matrix products: D(row, column) = sum A(row, inner) * B(inner, column) per
/// index of `batch`, where A and B are L and R in the order that lets D's fastest label be a row.
struct DirectLabels {
    std::size_t a = 1;  ///< position of A and B in Mode::strides
    std::size_t b = 2;
    LabelList rows;     ///< D's fastest label first, then A's, then in the order of D
    LabelList columns;  ///< D's fastest label first, then B's, then in the order of D
    LabelList inner;    ///< of both factors, A's fastest label first
    LabelList batch;
    LabelList lone_a;  ///< summed, in A only
    LabelList lone_b;  ///< summed, in B only or in neither
};

/// `step` must outlive the result. What A and B are decides a label's place, not the expression: a
/// stride of 0 is a label that is not there.
[[nodiscard]] DirectLabels classify(const DirectStep& step);

/// Byte offsets of `count` index tuples of `labels` from the `first`-th on, in the array at
/// `operand` of their strides.
void fill_offsets(const LabelList& labels, std::size_t operand, std::int64_t element_bytes,
                  std::int64_t first, std::int64_t count, std::int64_t* offsets);
/// Byte offset of one index tuple of labels that are not cut.
[[nodiscard]] std::int64_t offset_at(const LabelList& labels, std::size_t operand,
                                     std::int64_t element_bytes, std::int64_t position);

}  // namespace ttgt::cpu
