// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/transpose_problem.h"

#include <algorithm>
#include <utility>

namespace ttgt {

Modes<2> joint_modes(const Layout& in, const Layout& out, const std::vector<int>& perm) {
    Modes<2> modes;
    for (std::size_t i = 0; i < perm.size(); ++i) {
        modes.push_back(
            {out.extents[i], {in.strides[static_cast<std::size_t>(perm[i])], out.strides[i]}});
    }
    return modes;
}

TransposeProblem make_transpose_problem(DType dtype, bool conjugate, Modes<2> modes) {
    TransposeProblem problem;
    problem.dtype = dtype;
    problem.conjugate = conjugate && is_complex(dtype);
    problem.empty = std::any_of(modes.begin(), modes.end(),
                                [](const Mode<2>& mode) { return mode.extent == 0; });
    if (problem.empty) return problem;
    problem.modes = merge(std::move(modes));
    sort_by_stride(problem.modes, output);
    return problem;
}

}  // namespace ttgt
