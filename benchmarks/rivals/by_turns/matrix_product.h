// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "benchmarks/rivals/by_turns/worker.h"

namespace ttgt::by_turns {

struct MatrixProduct {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// Of D(m,n)=L(m,k)*R(k,n), column-major matrices; throws NotDone where it is anything else.
[[nodiscard]] inline MatrixProduct matrix_product(const Contraction& problem) {
    const auto& [d, l, r] = std::tie(problem.d.labels, problem.l.labels, problem.r.labels);
    const bool is_product = d.size() == 2 && l.size() == 2 && r.size() == 2 && d[0] == l[0] &&
                            d[1] == r[1] && l[1] == r[0];
    if (!is_product) throw NotDone("multiplies matrices alone, D(m,n)=L(m,k)*R(k,n)");
    return {problem.d.extents[0], problem.d.extents[1], problem.r.extents[0]};
}

}  // namespace ttgt::by_turns
