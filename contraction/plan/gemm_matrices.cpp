// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/gemm_matrices.h"

#include <algorithm>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// The product of matrices in the workspace whose contiguous extents are multiples of `unit`.
ProductShape product_in_workspace(const ProductShape& extents, bool left_inner_fastest,
                                  bool right_inner_fastest, std::int64_t unit) {
    // Two units are a sector of memory.
    const std::int64_t column_unit = unit > 1 ? 2 * unit : 1;
    ProductShape product;
    product.m = align_up(extents.m, unit);
    product.n = right_inner_fastest ? extents.n : align_up(extents.n, unit);
    const bool is_contiguous = left_inner_fastest || right_inner_fastest;
    product.k = is_contiguous ? align_up(extents.k, unit) : extents.k;
    product.lda = align_up(left_inner_fastest ? product.k : product.m, column_unit);
    product.ldb = align_up(right_inner_fastest ? product.k : product.n, column_unit);
    product.ldc = align_up(product.m, column_unit);
    return product;
}

}  // namespace

MatrixGroups matrix_groups(const GemmForm& form, Operand operand) {
    if (operand == operand_d) return {form.rows, form.columns};
    const bool is_left = operand == form.left.operand;
    const std::vector<std::size_t>& free = is_left ? form.rows : form.columns;
    const bool inner_fastest = (is_left ? form.left : form.right).inner_fastest;
    return inner_fastest ? MatrixGroups{form.inner, free} : MatrixGroups{free, form.inner};
}

GemmProduct padded(const GemmProduct& product, std::int64_t unit, const LoopsFit& fit) {
    const ProductShape& given = product.shape;
    GemmProduct result = product;
    result.shape =
        product_in_workspace(given, product.left.inner_fastest, product.right.inner_fastest, unit);
    const bool keeps_m = result.shape.m == given.m;
    const bool keeps_n = result.shape.n == given.n;
    const bool keeps_k = result.shape.k == given.k;
    const auto stays = [&](bool in_place, Operand operand, bool keeps_extents,
                           std::int64_t leading) {
        return in_place && keeps_extents && fit[operand] && leading % unit == 0;
    };
    result.left.in_place =
        stays(product.left.in_place, product.left.operand, keeps_m && keeps_k, given.lda);
    result.right.in_place =
        stays(product.right.in_place, product.right.operand, keeps_n && keeps_k, given.ldb);
    result.output_in_place =
        stays(product.output_in_place, operand_d, keeps_m && keeps_n, given.ldc);
    if (result.left.in_place) result.shape.lda = given.lda;
    if (result.right.in_place) result.shape.ldb = given.ldb;
    if (result.output_in_place) result.shape.ldc = given.ldc;
    return result;
}

LoopsFit loops_fit(const Problem& problem, const std::vector<std::size_t>& labels,
                   std::int64_t unit) {
    LoopsFit fit{};
    for (const Operand operand : {operand_d, operand_l, operand_r}) {
        fit[operand] = std::all_of(labels.begin(), labels.end(), [&](std::size_t label) {
            return problem.labels[label].strides[operand] % unit == 0;
        });
    }
    return fit;
}

ProductShape workspace_product(const GemmForm& form, const Extents& extents) {
    ProductShape given;
    given.m = volume(form.rows, extents);
    given.n = volume(form.columns, extents);
    given.k = volume(form.inner, extents);
    return product_in_workspace(given, form.left.inner_fastest, form.right.inner_fastest,
                                form.padding_unit);
}

MatrixView workspace_matrix(const GemmForm& form, Operand operand, const Extents& extents) {
    const ProductShape product = workspace_product(form, extents);
    if (operand == operand_d) return {product.m, product.n, product.ldc};
    const bool is_left = operand == form.left.operand;
    const std::int64_t free = is_left ? product.m : product.n;
    const bool inner_fastest = (is_left ? form.left : form.right).inner_fastest;
    const std::int64_t leading = is_left ? product.lda : product.ldb;
    return inner_fastest ? MatrixView{product.k, free, leading}
                         : MatrixView{free, product.k, leading};
}

GemmCall gemm_call(const Problem& problem, const MatrixFactor& left, const MatrixFactor& right,
                   bool real_view, const ProductShape& shape) {
    const std::int64_t parts = real_view ? 2 : 1;
    const auto transposed = [&](const MatrixFactor& factor) {
        const bool conjugate = factor.in_place && problem.conjugated[factor.operand];
        return conjugate ? MatrixOp::conjugate_transpose : MatrixOp::transpose;
    };
    GemmCall call;
    call.dtype = problem.dtypes[right.operand];
    // Libraries are never asked for tf32x3, three TF32 products in one: only ttgt's kernels do
    // that.
    call.compute = problem.compute == ComputeType::tf32 ? ComputeType::tf32 : ComputeType::full;
    if (left.inner_fastest) call.op_a = transposed(left);
    if (!right.inner_fastest) call.op_b = transposed(right);
    call.m = shape.m * parts;
    call.n = shape.n;
    call.k = shape.k;
    call.lda = shape.lda * parts;
    call.ldb = shape.ldb;
    call.ldc = shape.ldc * parts;
    return call;
}

}  // namespace ttgt
