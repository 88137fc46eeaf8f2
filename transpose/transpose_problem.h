// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>
#include <string>
#include <vector>

#include "src/core/modes.h"

namespace ttgt {

/// Index of the input in Mode<2>::strides.
inline constexpr std::size_t input = 0;
/// Index of the output in Mode<2>::strides.
inline constexpr std::size_t output = 1;

/// out = alpha * conj?(in) + beta * out over `modes`.
struct TransposeProblem {
    /// Element type of both tensors.
    DType dtype = DType::float64;
    /// Whether elements are conjugated; false where they are real.
    bool conjugate = false;
    /// Whether the tensors have no elements.
    bool empty = false;
    /// The merged modes, each of extent 2 or more, the smallest stride of the output first; strides
    /// are in elements. A scalar and an empty tensor have no modes.
    Modes<2> modes;

    friend bool operator==(const TransposeProblem&, const TransposeProblem&) = default;
};

/// The modes of two layouts of one tensor, by position in the output; perm[i] is the input's mode
/// at the output's position i.
[[nodiscard]] Modes<2> joint_modes(const Layout& in, const Layout& out,
                                   const std::vector<int>& perm);

/// The layout of the input (array = input) or of the output (array = output). Both layouts have the
/// modes of `problem`, in the order of TransposeProblem::modes.
[[nodiscard]] Layout layout_of(const TransposeProblem& problem, std::size_t array);

/// Bytes read and written together; the output counts twice where it is accumulated into.
[[nodiscard]] std::int64_t bytes_moved(const TransposeProblem& problem, bool accumulates = false);

/// Extents and strides of the modes: "48x5x32 in 160,32,1 out 1,48,240".
[[nodiscard]] std::string to_string(const TransposeProblem& problem);

/// The problem with these modes, merged and sorted. Extents may be 0 or 1 here.
[[nodiscard]] TransposeProblem make_transpose_problem(DType dtype, bool conjugate, Modes<2> modes);
/// The problem with these modes, without conjugation.
[[nodiscard]] TransposeProblem make_transpose_problem(DType dtype, Modes<2> modes);

}  // namespace ttgt
