// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct_labels.h"

namespace ttgt::cpu {

/// Walks the index tuples of some labels in order, first label fastest, keeping the byte offset in
/// D, L and R.
class LabelWalk {
public:
    using Offsets = std::array<std::int64_t, 3>;

    /// Starts at the `position`-th tuple.
    LabelWalk(const LabelList& labels, std::int64_t position, const Offsets& element_bytes)
        : labels_(labels), element_bytes_(element_bytes) {
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            index_[i] = position % labels_[i].extent;
            position /= labels_[i].extent;
            move(i, index_[i]);
        }
    }

    [[nodiscard]] const Offsets& offsets() const noexcept { return offsets_; }

    /// To the next tuple; from the last one back to the first.
    void advance() noexcept {
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            if (++index_[i] < labels_[i].extent) return move(i, 1);
            move(i, 1 - labels_[i].extent);
            index_[i] = 0;
        }
    }

private:
    void move(std::size_t label, std::int64_t steps) noexcept {
        for (std::size_t operand = 0; operand < offsets_.size(); ++operand) {
            offsets_[operand] += steps * labels_[label].strides[operand] * element_bytes_[operand];
        }
    }

    const LabelList& labels_;
    Offsets element_bytes_;
    Offsets offsets_{};
    std::array<std::int64_t, 3 * max_rank> index_;
};

}  // namespace ttgt::cpu
