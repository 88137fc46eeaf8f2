// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"

namespace ttgt::cuda {

/// Calls visit(width_l, width_r) with the elements that one copy of L and one of R move. Both
/// widths are std::integral_constant, because each pair of them has a kernel of its own.
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
