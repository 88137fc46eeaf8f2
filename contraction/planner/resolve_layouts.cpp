// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/resolve_layouts.h"

#include <algorithm>

#include "contraction/plan/gemm_matrices.h"
#include "contraction/plan/workspace.h"

namespace ttgt {
namespace {

bool has_lone_labels(const Problem& problem, Operand operand) {
    return !labels_of(problem, operand == operand_l ? Role::lone_l : Role::lone_r).empty();
}

/// Whether the contracted labels should be fastest in a factor that is transposed. A large factor
/// keeps its fastest label in its group, which makes the transpose cheaper. A small factor becomes
/// the matrix that GEMM reads without transposing it.
bool prefers_inner_fastest(const Problem& problem, const GroupedFactor& factor) {
    constexpr std::int64_t small_bytes = std::int64_t{256} * 1024;
    const Operand operand = factor.operand;
    const auto is_contiguous = [&](std::size_t label) {
        return problem.labels[label].strides[operand] == 1;
    };
    if (problem.sizes.volumes[operand] * size_bytes(problem.dtypes[operand]) > small_bytes) {
        if (std::any_of(factor.inner.begin(), factor.inner.end(), is_contiguous)) return true;
        if (std::any_of(factor.free.begin(), factor.free.end(), is_contiguous)) return false;
    }
    return !factor.is_left;
}

/// Whether one GEMM can multiply inputs of these dtypes. It cannot make a complex D of two real
/// inputs.
bool gemm_can_multiply(const Problem& problem) {
    const bool makes_complex = is_complex(problem.dtypes[operand_d]) &&
                               !is_complex(problem.dtypes[operand_l]) &&
                               !is_complex(problem.dtypes[operand_r]);
    return !makes_complex;
}

/// The factor of `form` that is `operand`. `shapes` are the extents of labels in all shapes of
/// slices.
GroupedFactor grouped_factor(const Problem& problem, const GemmForm& form, Operand operand,
                             const std::vector<Extents>& shapes) {
    const bool is_left = operand == form.left.operand;
    const std::vector<std::size_t>& free = is_left ? form.rows : form.columns;
    return {operand,
            is_left,
            has_lone_labels(problem, operand),
            free,
            form.inner,
            merge_group(problem, operand, free, shapes),
            merge_group(problem, operand, form.inner, shapes)};
}

/// Whether GEMM can read the factor in place, as a matrix whose contracted labels are fastest if
/// `inner_fastest` is true, else its free labels.
bool can_stay_in_place(const Problem& problem, const GroupedFactor& factor, bool inner_fastest) {
    // GEMM can only conjugate a matrix that it also transposes.
    const bool gemm_transposes = factor.is_left == inner_fastest;
    if (problem.conjugated[factor.operand] && !gemm_transposes) return false;
    if (factor.has_lone_labels) return false;
    const auto& first = inner_fastest ? factor.merged_inner : factor.merged_free;
    const auto& second = inner_fastest ? factor.merged_free : factor.merged_inner;
    return as_matrix(first, second).has_value();
}

/// Whether GEMM can write D in place. It cannot if one input is complex and one is real: the GEMM
/// is then real and cannot apply complex alpha and beta, so the transpose of the product to D must.
bool output_can_stay(const Problem& problem, const GemmForm& form,
                     const std::vector<Extents>& shapes) {
    return !form.real_view && as_matrix(merge_group(problem, operand_d, form.rows, shapes),
                                        merge_group(problem, operand_d, form.columns, shapes))
                                  .has_value();
}

/// Operands that are no padded matrices where they lie are no longer in place.
void copy_what_padding_moves(const Problem& problem, GemmForm& form) {
    const Extents extents = full_extents(problem);
    GemmProduct product{form.left, form.right, form.output_in_place, {}};
    product.shape.m = volume(form.rows, extents);
    product.shape.n = volume(form.columns, extents);
    product.shape.k = volume(form.inner, extents);
    const auto between_columns = [&](Operand operand, bool in_place) {
        const auto [rows, columns] = matrix_groups(form, operand);
        return in_place ? as_matrix(problem, operand, rows, columns, extents)->ld : 0;
    };
    product.shape.lda = between_columns(form.left.operand, form.left.in_place);
    product.shape.ldb = between_columns(form.right.operand, form.right.in_place);
    product.shape.ldc = between_columns(operand_d, form.output_in_place);
    const GemmProduct moved =
        padded(product, form.padding_unit, loops_fit(problem, form.loops, form.padding_unit));
    form.left = moved.left;
    form.right = moved.right;
    form.output_in_place = moved.output_in_place;
}

}  // namespace

bool suits_gemm(const Problem& problem) {
    return gemm_can_multiply(problem) && !labels_of(problem, Role::contracted).empty();
}

bool is_outer_product(const Problem& problem) {
    return gemm_can_multiply(problem) && labels_of(problem, Role::contracted).empty() &&
           !labels_of(problem, Role::free_l).empty() && !labels_of(problem, Role::free_r).empty();
}

MatrixFactor resolve_layout(const Problem& problem, const GroupedFactor& factor) {
    const bool keeps_rows_contiguous = factor.is_left && is_mixed(problem);
    for (const bool inner_fastest : {false, true}) {
        if (inner_fastest && keeps_rows_contiguous) continue;
        if (can_stay_in_place(problem, factor, inner_fastest)) {
            return {.operand = factor.operand, .in_place = true, .inner_fastest = inner_fastest};
        }
    }
    return {.operand = factor.operand,
            .in_place = false,
            .inner_fastest = !keeps_rows_contiguous && prefers_inner_fastest(problem, factor)};
}

void resolve_layouts(const Problem& problem, Candidate& candidate) {
    GemmForm& form = candidate.gemm;
    const std::vector<Extents> shapes = slice_shapes(problem, candidate);
    for (MatrixFactor* const factor : {&form.left, &form.right}) {
        const GroupedFactor grouped = grouped_factor(problem, form, factor->operand, shapes);
        if (candidate.is_classic) {
            factor->in_place = can_stay_in_place(problem, grouped, factor->inner_fastest);
        } else {
            *factor = resolve_layout(problem, grouped);
        }
    }
    form.output_in_place = output_can_stay(problem, form, shapes);
    if (form.padding_unit > 1) copy_what_padding_moves(problem, form);
    // A slice of D may be a matrix in place even if the whole D is not.
    if (form.output_in_place) form.accumulates_in_gemm = true;
    candidate.workspace_bytes = map_workspace(problem, candidate).bytes;
}

}  // namespace ttgt
