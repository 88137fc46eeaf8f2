// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct_labels.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "contraction/plan/mode_roles.h"

namespace ttgt::cpu {
namespace {

bool stands_in(const Mode<3>& label, std::size_t operand) { return label.strides[operand] != 0; }

/// The complex one of mixed factors has to be A, as its parts are rows; else the one that has D's
/// fastest free label.
bool is_swapped(const DirectStep& step) {
    if (is_complex(step.dtypes[1]) != is_complex(step.dtypes[2])) return is_complex(step.dtypes[2]);
    for (const Mode<3>& label : step.outputs) {
        const std::optional<Role> role = output_role(label);
        if (role == Role::free_l || role == Role::free_r) return role == Role::free_r;
    }
    return false;
}

/// Position of the label with the smallest stride in an operand it stands in; 0 where none does.
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

/// Leaves D's fastest label first.
void bring_fastest_second(LabelList& labels, std::size_t operand) {
    if (labels.size() < 3) return;
    const std::size_t position = fastest(labels, operand);
    if (position > 1) labels.move_to(position, 1);
}

}  // namespace

void LabelList::move_to(std::size_t position, std::size_t target) {
    const auto begin = labels_.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(target),
                begin + static_cast<std::ptrdiff_t>(position),
                begin + static_cast<std::ptrdiff_t>(position) + 1);
}

LabelList::Run LabelList::run_at(std::int64_t position) const {
    const std::int64_t extent = (*this)[0].extent;
    if (piece_ == 0) return {position, extent - position % extent};
    const std::int64_t second = (*this)[1].extent;
    const std::int64_t plane = extent * second;
    const std::int64_t first = position % plane / (piece_ * second) * piece_;
    const std::int64_t rest = position % plane - first * second;
    const std::int64_t length = std::min(piece_, extent - first);
    const std::int64_t in_piece = rest % length;
    return {position / plane * plane + rest / length * extent + first + in_piece,
            length - in_piece};
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
        // One that stands in neither repeats the terms of B. As an inner label it would be cut into
        // blocks, and D written after the first: D may be A where nothing is contracted.
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
    for (std::int64_t done = 0; done < count;) {
        const LabelList::Run run = labels.run_at(first + done);
        std::int64_t offset = offset_at(labels, operand, element_bytes, run.position);
        const std::int64_t end = std::min(count, done + run.length);
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
