// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "contraction/cuda/direct/gett/gett_arguments.h"

namespace ttgt::cuda {

/// Calls visit(width of L's copies, width of R's), each an std::integral_constant in elements: of
/// each pair of widths there is a kernel.
template <class T, class Visit>
auto visit_widths(const GettArguments& arguments, Visit visit) {
    using One = std::integral_constant<int, 1>;
    using Widest = std::integral_constant<int, static_cast<int>(vector_bytes / sizeof(T))>;
    const bool wide_l = arguments.stage_l.vector > 1;
    const bool wide_r = arguments.stage_r.vector > 1;
    if (wide_l && wide_r) return visit(Widest{}, Widest{});
    if (wide_l) return visit(Widest{}, One{});
    if (wide_r) return visit(One{}, Widest{});
    return visit(One{}, One{});
}

}  // namespace ttgt::cuda
