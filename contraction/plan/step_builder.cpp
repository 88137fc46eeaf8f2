// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/step_builder.h"

#include <optional>
#include <utility>

#include "contraction/plan/gemm_call.h"

namespace ttgt {
namespace {

BufferRef operand_buffer(Operand operand) { return {static_cast<BufferRef::Slot>(operand), 0}; }

/// The modes with their two strides exchanged. packed_modes() gives the stride in the intermediate
/// first; a transpose of an operand into its intermediate needs the operand's stride first.
Modes<2> swapped(Modes<2> modes) {
    for (Mode<2>& mode : modes) std::swap(mode.strides[0], mode.strides[1]);
    return modes;
}

/// The labels that form an operand's column-major matrix.
struct MatrixGroups {
    const std::vector<std::size_t>& rows;     ///< labels of the contiguous dimension
    const std::vector<std::size_t>& columns;  ///< labels of the other dimension
};

MatrixGroups matrix_groups(const GemmForm& form, Operand operand) {
    if (operand == operand_d) return {form.rows, form.columns};
    const bool is_left = operand == form.left.operand;
    const std::vector<std::size_t>& free = is_left ? form.rows : form.columns;
    const bool inner_fastest = (is_left ? form.left : form.right).inner_fastest;
    return inner_fastest ? MatrixGroups{form.inner, free} : MatrixGroups{free, form.inner};
}

}  // namespace

StepBuilder::StepBuilder(const Problem& problem, const Candidate& candidate,
                         const KernelPlanner& kernels, std::int64_t scratch_limit)
    : problem_(problem),
      candidate_(candidate),
      kernels_(kernels),
      scratch_limit_(scratch_limit),
      map_(map_workspace(problem, candidate)) {}

bool StepBuilder::in_place(Operand operand) const { return map_.offsets[operand] < 0; }

BufferRef StepBuilder::buffer_of(Operand operand) const {
    if (in_place(operand)) return operand_buffer(operand);
    return {BufferRef::Slot::workspace, map_.offsets[operand]};
}

std::vector<std::size_t> StepBuilder::packed_order(Operand operand) const {
    for (const ReorderedInput& reordered : candidate_.reordered) {
        if (reordered.operand == operand) return reordered.labels;
    }
    const MatrixGroups groups = matrix_groups(candidate_.gemm, operand);
    std::vector<std::size_t> order = groups.rows;
    order.insert(order.end(), groups.columns.begin(), groups.columns.end());
    for (const std::size_t label : candidate_.gemm.loops) {
        if (stands_in(problem_.labels[label].role, operand)) order.push_back(label);
    }
    return order;
}

Modes<2> StepBuilder::packed_modes(Operand operand, const Extents& extents) const {
    Modes<2> modes;
    std::int64_t packed_stride = 1;
    for (const std::size_t label : packed_order(operand)) {
        modes.push_back({extents[label], {packed_stride, problem_.labels[label].strides[operand]}});
        packed_stride *= extents[label];
    }
    return modes;
}

TransposeStep StepBuilder::transpose_in(Operand operand, const Extents& extents,
                                        bool conjugate) const {
    TransposeStep step;
    step.kernel = kernels_.plan_transpose(make_transpose_problem(
        problem_.dtypes[operand], conjugate, swapped(packed_modes(operand, extents))));
    step.in = operand_buffer(operand);
    step.out = buffer_of(operand);
    return step;
}

Action StepBuilder::factor_in(const MatrixFactor& factor, const Extents& extents) const {
    const Operand operand = factor.operand;
    const DType dtype = problem_.dtypes[operand];
    // GEMM can only conjugate a matrix that it also transposes. A factor that is copied into the
    // workspace is therefore conjugated by the copy.
    const bool conjugate = problem_.conjugated[operand];
    const auto lone = labels_of(problem_, operand == operand_l ? Role::lone_l : Role::lone_r);
    if (lone.empty()) return transpose_in(operand, extents, conjugate);
    ReduceStep step;
    step.dtypes = {dtype, dtype};
    step.conjugate = conjugate;
    step.outputs = merge(packed_modes(operand, extents));
    for (const std::size_t label : lone) {
        step.sums.push_back({extents[label], {0, problem_.labels[label].strides[operand]}});
    }
    step.sums = merge(std::move(step.sums));
    step.in = operand_buffer(operand);
    step.out = buffer_of(operand);
    kernels_.plan_kernel(step, scratch_limit_);
    return step;
}

Action StepBuilder::output_in(const Extents& extents) const {
    return transpose_in(operand_d, extents);
}

Action StepBuilder::output_out(const Extents& extents) const {
    TransposeStep step;
    step.kernel = kernels_.plan_transpose(
        make_transpose_problem(problem_.dtypes[operand_d], packed_modes(operand_d, extents)));
    step.in = buffer_of(operand_d);
    step.out = operand_buffer(operand_d);
    if (!candidate_.gemm.accumulates_in_gemm) {
        step.alpha = ScalarRole::alpha;
        step.beta = problem_.beta_is_zero ? ScalarRole::zero : ScalarRole::beta;
    }
    return step;
}

StepBuilder::Matrix StepBuilder::matrix(Operand operand, const Extents& extents) const {
    const GemmForm& form = candidate_.gemm;
    const MatrixGroups groups = matrix_groups(form, operand);
    Matrix result;
    if (in_place(operand)) {
        result.view = as_matrix(problem_, operand, groups.rows, groups.columns, extents).value();
        for (const std::size_t label : form.loops) {
            result.loop_strides.push_back(problem_.labels[label].strides[operand]);
        }
        return result;
    }
    const std::int64_t rows = volume(groups.rows, extents);
    const std::int64_t columns = volume(groups.columns, extents);
    result.view = {rows, columns, rows};
    std::int64_t stride = rows * columns;
    for (const std::size_t label : form.loops) {
        const bool stands = stands_in(problem_.labels[label].role, operand);
        result.loop_strides.push_back(stands ? stride : 0);
        if (stands) stride *= extents[label];
    }
    return result;
}

Action StepBuilder::gemm(const Extents& extents) const {
    const GemmForm& form = candidate_.gemm;
    const Matrix a = matrix(form.left.operand, extents);
    const Matrix b = matrix(form.right.operand, extents);
    const Matrix c = matrix(operand_d, extents);
    const std::int64_t parts = form.real_view ? 2 : 1;
    GemmStep step;
    step.shape = gemm_call(problem_, form.left, form.right, form.real_view,
                           {c.view.rows, c.view.columns, volume(form.inner, extents), a.view.ld,
                            b.view.ld, c.view.ld});
    step.a = buffer_of(form.left.operand);
    step.b = buffer_of(form.right.operand);
    step.c = buffer_of(operand_d);
    for (std::size_t index = 0; index < form.loops.size(); ++index) {
        const std::size_t label = form.loops[index];
        const bool adds = is_summed(problem_.labels[label].role);
        (adds ? step.sums : step.loops)
            .push_back({extents[label],
                        {a.loop_strides[index] * parts, b.loop_strides[index],
                         c.loop_strides[index] * parts}});
    }
    step.loops = merge(std::move(step.loops));
    sort_by_stride(step.loops, 2);
    step.sums = merge(std::move(step.sums));
    sort_by_stride(step.sums, 0);
    step.alpha = form.accumulates_in_gemm ? ScalarRole::alpha : ScalarRole::one;
    const bool adds = form.accumulates_in_gemm && !problem_.beta_is_zero;
    step.beta = adds ? ScalarRole::beta : ScalarRole::zero;
    step.scratch_limit = scratch_limit_;
    return step;
}

Action StepBuilder::reordered_in(Operand operand) const {
    constexpr bool conjugate = false;  // the Direct step conjugates
    return transpose_in(operand, full_extents(problem_), conjugate);
}

std::vector<ProblemLabel> StepBuilder::direct_labels() const {
    std::vector<ProblemLabel> labels = problem_.labels;
    for (const auto& [operand, order] : candidate_.reordered) {
        const Modes<2> packed = packed_modes(operand, full_extents(problem_));
        for (std::size_t i = 0; i < order.size(); ++i) {
            labels[order[i]].strides[operand] = packed[i].strides[0];
        }
    }
    return labels;
}

Action StepBuilder::direct() const {
    DirectStep step;
    step.dtypes = problem_.dtypes;
    step.compute = problem_.compute;
    step.conjugate_l = problem_.conjugated[operand_l];
    step.conjugate_r = problem_.conjugated[operand_r];
    for (const ProblemLabel& label : direct_labels()) {
        (is_summed(label.role) ? step.sums : step.outputs).push_back({label.extent, label.strides});
    }
    step.outputs = merge(std::move(step.outputs));
    sort_by_stride(step.outputs, operand_d);
    step.sums = merge(std::move(step.sums));
    sort_by_stride(step.sums, operand_l);
    step.d = operand_buffer(operand_d);
    step.l = buffer_of(operand_l);
    step.r = buffer_of(operand_r);
    step.beta = problem_.beta_is_zero ? ScalarRole::zero : ScalarRole::beta;
    kernels_.plan_kernel(step, scratch_limit_);
    return step;
}

Action StepBuilder::reduce() const {
    ReduceStep step;
    step.dtypes = {problem_.dtypes[operand_d], problem_.dtypes[operand_l]};
    step.conjugate = problem_.conjugated[operand_l];
    for (const ProblemLabel& label : problem_.labels) {
        (is_summed(label.role) ? step.sums : step.outputs)
            .push_back({label.extent, {label.strides[operand_d], label.strides[operand_l]}});
    }
    step.outputs = merge(std::move(step.outputs));
    sort_by_stride(step.outputs, 0);
    step.sums = merge(std::move(step.sums));
    sort_by_stride(step.sums, 1);
    step.in = operand_buffer(operand_l);
    step.out = operand_buffer(operand_d);
    step.alpha = ScalarRole::alpha;
    step.beta = problem_.beta_is_zero ? ScalarRole::zero : ScalarRole::beta;
    kernels_.plan_kernel(step, scratch_limit_);
    return step;
}

Action StepBuilder::transpose() const {
    Modes<2> modes;
    for (const ProblemLabel& label : problem_.labels) {
        modes.push_back({label.extent, {label.strides[operand_l], label.strides[operand_d]}});
    }
    TransposeStep step;
    step.kernel = kernels_.plan_transpose(make_transpose_problem(
        problem_.dtypes[operand_d], problem_.conjugated[operand_l], std::move(modes)));
    step.in = operand_buffer(operand_l);
    step.out = operand_buffer(operand_d);
    step.alpha = ScalarRole::alpha;
    step.beta = problem_.beta_is_zero ? ScalarRole::zero : ScalarRole::beta;
    return step;
}

Action StepBuilder::scale() const {
    ScaleStep step;
    step.dtype = problem_.dtypes[operand_d];
    for (const ProblemLabel& label : problem_.labels) {
        if (!is_summed(label.role))
            step.modes.push_back({label.extent, {label.strides[operand_d]}});
    }
    step.modes = merge(std::move(step.modes));
    sort_by_stride(step.modes, 0);
    step.out = operand_buffer(operand_d);
    kernels_.plan_kernel(step);
    return step;
}

}  // namespace ttgt
