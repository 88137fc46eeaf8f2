// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/transpose_problem.h"

#include "src/core/checked.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// The text of property(mode) for each mode, with `separator` between.
template <class Property>
std::string join(const Modes<2>& modes, char separator, Property property) {
    std::string text;
    for (const Mode<2>& mode : modes) {
        if (!text.empty()) text += separator;
        text += std::to_string(property(mode));
    }
    return text;
}

std::string extents(const Modes<2>& modes) {
    return join(modes, 'x', [](const Mode<2>& mode) { return mode.extent; });
}

std::string strides(const Modes<2>& modes, std::size_t array) {
    return join(modes, ',', [array](const Mode<2>& mode) { return mode.strides[array]; });
}

}  // namespace

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

TransposeProblem make_transpose_problem(DType dtype, Modes<2> modes) {
    constexpr bool conjugate = false;
    return make_transpose_problem(dtype, conjugate, std::move(modes));
}

std::int64_t bytes_moved(const TransposeProblem& problem, bool accumulates) {
    if (problem.empty) return 0;
    const std::int64_t passes = accumulates ? 3 : 2;
    return checked_multiply(volume(problem.modes), passes * size_bytes(problem.dtype),
                            "the bytes moved by a transpose");
}

Layout layout_of(const TransposeProblem& problem, std::size_t array) {
    Layout layout;
    for (const Mode<2>& mode : problem.modes) {
        layout.extents.push_back(mode.extent);
        layout.strides.push_back(mode.strides[array]);
    }
    return layout;
}

std::string to_string(const TransposeProblem& problem) {
    if (problem.empty) return "nothing";
    if (problem.modes.empty()) return "scalar";
    return fmt::format("{} in {} out {}{}", extents(problem.modes), strides(problem.modes, input),
                       strides(problem.modes, output), problem.conjugate ? " conjugated" : "");
}

}  // namespace ttgt
