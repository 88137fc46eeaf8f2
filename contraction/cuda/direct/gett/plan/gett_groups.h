// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"

namespace ttgt::cuda {

/// Modes of one role. They belong to a DirectShape, which has to outlive this. Keeps what a search
/// asks for with each price.
class GroupModes {
public:
    GroupModes() { least_stride_.fill(most_span); }
    void add(const Mode<3>& mode);
    void reserve(std::size_t modes) { modes_.reserve(modes); }

    [[nodiscard]] std::size_t size() const { return modes_.size(); }
    [[nodiscard]] const Mode<3>& operator[](std::size_t m) const { return *modes_[m]; }
    /// Number of index tuples: the product of the extents.
    [[nodiscard]] std::int64_t volume() const { return volume_; }
    /// The mode with the smallest stride in an operand; null where the operand has none of the
    /// modes.
    [[nodiscard]] const Mode<3>* fastest(std::size_t operand) const { return fastest_[operand]; }
    /// The smallest stride of the modes in an operand, in elements, without its sign; most_span
    /// where the operand has none of the modes.
    [[nodiscard]] std::int64_t least_stride(std::size_t operand) const {
        return least_stride_[operand];
    }

private:
    std::vector<const Mode<3>*> modes_;
    std::int64_t volume_ = 1;
    std::array<const Mode<3>*, 3> fastest_{};
    std::array<std::int64_t, 3> least_stride_;
};

/// The modes of a product by role, and which input of the shape is the kernel's L.
struct GettGroups {
    /// The operand of the shape that is the kernel's L: 1 or 2.
    std::size_t l = 1;
    /// The operand of the shape that is the kernel's R: 2 or 1.
    std::size_t r = 2;
    /// Modes of the kernel's L and D.
    GroupModes rows;
    /// Modes of the kernel's R and D.
    GroupModes columns;
    /// Modes of both inputs, which are summed over.
    GroupModes inner;
    /// Modes of both inputs and D.
    GroupModes batch;

    /// The modes of rows or columns that the input `operand` has.
    [[nodiscard]] const GroupModes& free_of(std::size_t operand) const {
        return operand == l ? rows : columns;
    }
    /// Whether the smallest stride in D is that of a mode of the rows.
    [[nodiscard]] bool d_runs_along_rows() const {
        return rows.least_stride(0) < columns.least_stride(0);
    }
    /// Whether the smallest stride in an input is that of a mode of its rows or columns; else it is
    /// that of an inner mode.
    [[nodiscard]] bool runs_along_free(std::size_t operand) const {
        return free_of(operand).least_stride(operand) < inner.least_stride(operand);
    }
};

/// The groups of a shape whose L is the kernel's L.
[[nodiscard]] GettGroups given_groups(const DirectShape& shape);
/// The groups of a shape whose R is the kernel's L.
[[nodiscard]] GettGroups swapped_groups(const DirectShape& shape);

}  // namespace ttgt::cuda
