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

/// The arrays of a transpose's modes: Mode<2>::strides[input], Mode<2>::strides[output].
inline constexpr std::size_t input = 0;
inline constexpr std::size_t output = 1;

/// out = alpha * conj?(in) + beta * out over `modes`, merged, every extent >= 2, smallest output
/// stride first. An empty tensor has `empty` set and no modes; a scalar has no modes.
struct TransposeProblem {
    DType dtype = DType::float64;
    bool conjugate = false;
    bool empty = false;
    Modes<2> modes;

    friend bool operator==(const TransposeProblem&, const TransposeProblem&) = default;
};

/// The modes of two layouts that fit together, by output position; perm[i] is the input's mode at
/// output position i.
[[nodiscard]] Modes<2> joint_modes(const Layout& in, const Layout& out,
                                   const std::vector<int>& perm);

/// The layout of one of the arrays, modes as in the problem.
[[nodiscard]] Layout layout_of(const TransposeProblem& problem, std::size_t array);

/// Bytes read plus written, the output twice where it is accumulated into.
[[nodiscard]] std::int64_t bytes_moved(const TransposeProblem& problem, bool accumulates);

/// "48x5x32 in 160,32,1 out 1,48,240": extents and strides of the modes.
[[nodiscard]] std::string to_string(const TransposeProblem& problem);

/// Merges modes and sorts them; extents may be 0 or 1 here.
[[nodiscard]] TransposeProblem make_transpose_problem(DType dtype, bool conjugate, Modes<2> modes);

}  // namespace ttgt
