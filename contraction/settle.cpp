// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/settle.h"

#include <algorithm>

namespace ttgt {
namespace {

bool has_lone_labels(const Problem& problem, Operand operand) {
    return !labels_of(problem, operand == operand_l ? Role::lone_l : Role::lone_r).empty();
}

/// Two real inputs and a complex output: no GEMM writes that.
bool widens_output(const Problem& problem) {
    return is_complex(problem.dtypes[operand_d]) && !is_complex(problem.dtypes[operand_l]) &&
           !is_complex(problem.dtypes[operand_r]);
}

}  // namespace

bool suits_gemm(const Problem& problem) {
    return !labels_of(problem, Role::contracted).empty() && !widens_output(problem);
}

bool can_stay_in_place(const Problem& problem, const GemmForm& form, const MatrixFactor& factor,
                       const Extents& extents) {
    const bool is_left = factor.operand == form.left.operand;
    // GEMM conjugates only what it also transposes.
    const bool gemm_transposes = is_left == factor.inner_fastest;
    if (problem.conjugated[factor.operand] && !gemm_transposes) return false;
    if (has_lone_labels(problem, factor.operand)) return false;
    const std::vector<std::size_t>& free = is_left ? form.rows : form.columns;
    const auto& first = factor.inner_fastest ? form.inner : free;
    const auto& second = factor.inner_fastest ? free : form.inner;
    return as_matrix(problem, factor.operand, first, second, extents).has_value();
}

bool prefers_inner_fastest(const Problem& problem, Operand operand, bool is_left,
                           const std::vector<std::size_t>& inner,
                           const std::vector<std::size_t>& free) {
    constexpr std::int64_t small_bytes = std::int64_t{256} * 1024;
    const auto is_contiguous = [&](std::size_t label) {
        return problem.labels[label].strides[operand] == 1;
    };
    if (problem.sizes.volumes[operand] * size_bytes(problem.dtypes[operand]) > small_bytes) {
        if (std::any_of(inner.begin(), inner.end(), is_contiguous)) return true;
        if (std::any_of(free.begin(), free.end(), is_contiguous)) return false;
    }
    return !is_left;
}

bool output_can_stay(const Problem& problem, const GemmForm& form, const Extents& extents) {
    return !form.real_view &&
           as_matrix(problem, operand_d, form.rows, form.columns, extents).has_value();
}

}  // namespace ttgt
