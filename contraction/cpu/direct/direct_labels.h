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

/// Some labels of a step, fastest first. Refers to the step's labels; needs no memory of the heap.
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
    /// Number of index tuples, at most `most_counted`.
    [[nodiscard]] std::int64_t volume() const noexcept { return volume_; }
    /// Moves the label at `position` forward to `target`; the labels between move back by one.
    void move_to(std::size_t position, std::size_t target);
    /// Sorts the labels by their strides in an operand that has them all, smallest first.
    void sort_by(std::size_t operand);

    /// Cuts the first label into pieces of `length` indices: index tuples run through the second
    /// label within each piece.
    void cut_first(std::int64_t length) { piece_ = length; }
    /// Number of indices of a piece of the first label; its extent where it is not cut.
    [[nodiscard]] std::int64_t piece() const noexcept {
        return piece_ == 0 ? labels_[0]->extent : piece_;
    }

private:
    /// Number of labels.
    std::size_t size_ = 0;
    /// Number of indices of a piece of the first label; 0 where it is not cut.
    std::int64_t piece_ = 0;
    /// Number of index tuples, at most `most_counted`.
    std::int64_t volume_ = 1;
    /// Two operands have at most this many labels.
    std::array<const Mode<3>*, 2 * max_rank> labels_;
};

/// A DirectStep seen as matrix products: D(row, column) = sum A(row, inner) * B(inner, column) for
/// each index of `batch`. A and B are L and R, or R and L, so that D's fastest label is a row.
struct DirectLabels {
    /// The position of A in Mode::strides.
    std::size_t a = 1;
    /// The position of B in Mode::strides.
    std::size_t b = 2;
    /// Labels of A and D: D's fastest first, then A's fastest, then in the order of D.
    LabelList rows;
    /// Labels of B and D: D's fastest first, then B's fastest, then in the order of D.
    LabelList columns;
    /// Labels of A and B that are summed over, A's fastest first.
    LabelList inner;
    /// Labels of A, B and D.
    LabelList batch;
    /// Labels of A alone, which are summed over.
    LabelList lone_a;
    /// Labels of B alone or of neither factor, which are summed over.
    LabelList lone_b;
};

/// The labels of a step, which must outlive the result. A label stands in an operand where its
/// stride there is not 0, whatever the expression said.
[[nodiscard]] DirectLabels classify(const DirectStep& step);

/// Writes the byte offsets of `count` index tuples of `labels`, from tuple number `first` on, in
/// the operand at position `operand` of Mode::strides. Its elements have `element_bytes` bytes.
void fill_offsets(const LabelList& labels, std::size_t operand, std::int64_t element_bytes,
                  std::int64_t first, std::int64_t count, std::int64_t* offsets);
/// Byte offset of index tuple number `position` of labels that are not cut, in the operand at
/// position `operand` of Mode::strides.
[[nodiscard]] std::int64_t offset_at(const LabelList& labels, std::size_t operand,
                                     std::int64_t element_bytes, std::int64_t position);

}  // namespace ttgt::cpu
