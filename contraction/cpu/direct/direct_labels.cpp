// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct_labels.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "contraction/plan/mode_roles.h"
#include "src/core/odometer.h"

namespace ttgt::cpu {
namespace {

/// Whether an operand has the label.
bool stands_in(const Mode<3>& label, std::size_t operand) { return label.strides[operand] != 0; }

/// Whether R is A. Of a real and a complex factor the complex one has to be A, because its parts
/// are rows; else A is the factor that has D's fastest free label.
bool is_swapped(const DirectStep& step) {
    if (is_complex(step.dtypes[1]) != is_complex(step.dtypes[2])) return is_complex(step.dtypes[2]);
    for (const Mode<3>& label : step.outputs) {
        const std::optional<Role> role = output_role(label);
        if (role == Role::free_l || role == Role::free_r) return role == Role::free_r;
    }
    return false;
}

/// Position of the label with the smallest stride in an operand, among labels that the operand has;
/// 0 where it has none of them.
std::size_t fastest(const LabelList& labels, std::size_t operand) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < labels.size(); ++i) {
        if (!stands_in(labels[i], operand)) continue;
        const bool better =
            !stands_in(labels[best], operand) ||
            std::abs(labels[i].strides[operand]) < std::abs(labels[best].strides[operand]);
        if (better) best = i;
    }
    return best;
}

/// Moves an operand's fastest label to the second place, unless it is first already. The first
/// place is that of D's fastest label.
void bring_fastest_second(LabelList& labels, std::size_t operand) {
    if (labels.size() < 3) return;
    const std::size_t position = fastest(labels, operand);
    if (position > 1) labels.move_to(position, 1);
}

/// Walks through index tuples of labels, run by run. The tuples of a run differ in the first label
/// alone; there has to be at least one label.
class RunWalk {
public:
    /// Begins at tuple number `position`, which may be within a run.
    RunWalk(const LabelList& labels, std::size_t operand, std::int64_t position)
        : labels_(labels),
          operand_(operand),
          seconds_(labels.size() > 1 ? labels[1].extent : 1),
          planes_(labels, 2, position / (labels[0].extent * seconds_)) {
        const std::int64_t rest = position % (labels[0].extent * seconds_);
        piece_begin_ = rest / (labels.piece() * seconds_) * labels.piece();
        const std::int64_t in_plane = rest - piece_begin_ * seconds_;
        second_ = in_plane / piece_length();
        in_piece_ = in_plane % piece_length();
    }

    /// Offset in the operand of the tuple at which the walk stands, in elements.
    [[nodiscard]] std::int64_t offset() const {
        std::int64_t offset = planes_.offsets()[operand_];
        if (seconds_ > 1) offset += second_ * labels_[1].strides[operand_];
        return offset + (piece_begin_ + in_piece_) * labels_[0].strides[operand_];
    }
    /// Tuples from there to the end of the run.
    [[nodiscard]] std::int64_t length() const { return piece_length() - in_piece_; }

    /// Goes to the beginning of the next run.
    void advance() {
        in_piece_ = 0;
        if (++second_ < seconds_) return;
        second_ = 0;
        piece_begin_ += labels_.piece();
        if (piece_begin_ < labels_[0].extent) return;
        piece_begin_ = 0;
        planes_.advance();
    }

private:
    [[nodiscard]] std::int64_t piece_length() const {
        return std::min(labels_.piece(), labels_[0].extent - piece_begin_);
    }

    const LabelList& labels_;
    std::size_t operand_;
    // Number of indices of the second label.
    std::int64_t seconds_;
    // Walks through the labels after the second one.
    Odometer<3, LabelList> planes_;
    std::int64_t piece_begin_ = 0;
    std::int64_t second_ = 0;
    std::int64_t in_piece_ = 0;
};

}  // namespace

void LabelList::move_to(std::size_t position, std::size_t target) {
    const auto begin = labels_.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(target),
                begin + static_cast<std::ptrdiff_t>(position),
                begin + static_cast<std::ptrdiff_t>(position) + 1);
}

void LabelList::sort_by(std::size_t operand) {
    std::sort(labels_.begin(), labels_.begin() + static_cast<std::ptrdiff_t>(size_),
              [&](const Mode<3>* x, const Mode<3>* y) {
                  return std::abs(x->strides[operand]) < std::abs(y->strides[operand]);
              });
}

DirectLabels classify(const DirectStep& step) {
    DirectLabels labels;
    if (is_swapped(step)) std::swap(labels.a, labels.b);
    const bool swapped = labels.a == operand_r;
    const Role free_a = swapped ? Role::free_r : Role::free_l;
    const Role only_a = swapped ? Role::lone_r : Role::lone_l;
    for (const Mode<3>& label : step.outputs) {
        const std::optional<Role> role = output_role(label);
        (role == Role::batch ? labels.batch
         : role == free_a    ? labels.rows
                             : labels.columns)
            .push_back(label);
    }
    for (const Mode<3>& label : step.sums) {
        const std::optional<Role> role = sum_role(label);
        // A label of neither factor repeats the terms of B. If it were an inner label, it would be
        // cut into blocks, and D would be written after the first block; but D may be A where
        // nothing is contracted.
        (role == Role::contracted ? labels.inner
         : role == only_a         ? labels.lone_a
                                  : labels.lone_b)
            .push_back(label);
    }
    bring_fastest_second(labels.rows, labels.a);
    bring_fastest_second(labels.columns, labels.b);
    if (!labels.inner.empty()) labels.inner.move_to(fastest(labels.inner, labels.a), 0);
    return labels;
}

void fill_offsets(const LabelList& labels, std::size_t operand, std::int64_t element_bytes,
                  std::int64_t first, std::int64_t count, std::int64_t* offsets) {
    if (labels.empty()) {
        std::fill_n(offsets, count, 0);
        return;
    }
    const std::int64_t stride = labels[0].strides[operand] * element_bytes;
    RunWalk walk(labels, operand, first);
    for (std::int64_t done = 0; done < count; walk.advance()) {
        std::int64_t offset = walk.offset() * element_bytes;
        const std::int64_t end = std::min(count, done + walk.length());
        for (; done < end; ++done, offset += stride) offsets[done] = offset;
    }
}

std::int64_t offset_at(const LabelList& labels, std::size_t operand, std::int64_t element_bytes,
                       std::int64_t position) {
    if (labels.empty()) return 0;
    std::int64_t offset = 0;
    const std::size_t last = labels.size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
        offset += position % labels[i].extent * labels[i].strides[operand];
        position /= labels[i].extent;
    }
    return (offset + position * labels[last].strides[operand]) * element_bytes;
}

}  // namespace ttgt::cpu
