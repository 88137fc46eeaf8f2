// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/step_builder.h"

#include <algorithm>
#include <utility>

#include "contraction/plan/gemm_matrices.h"

namespace ttgt {
namespace {

BufferRef operand_buffer(Operand operand) { return {static_cast<BufferRef::Slot>(operand), 0}; }

/// The modes with their two strides exchanged. workspace_modes() gives the stride in the
/// intermediate first; a transpose of an operand into its intermediate needs the operand's stride
/// first.
Modes<2> swapped(Modes<2> modes) {
    for (Mode<2>& mode : modes) std::swap(mode.strides[0], mode.strides[1]);
    return modes;
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

const std::vector<std::size_t>& StepBuilder::reordered_labels(Operand operand) const {
    const auto found =
        std::find_if(candidate_.reordered.begin(), candidate_.reordered.end(),
                     [&](const ReorderedInput& reordered) { return reordered.operand == operand; });
    return found->labels;
}

Modes<1> StepBuilder::workspace_loops(Operand operand, const Extents& extents) const {
    const MatrixView matrix = workspace_matrix(candidate_.gemm, operand, extents);
    std::int64_t stride = matrix.ld * matrix.columns;
    Modes<1> loops;
    for (const std::size_t label : candidate_.gemm.loops) {
        const bool stands = stands_in(problem_.labels[label].role, operand);
        loops.push_back({extents[label], {stands ? stride : 0}});
        if (stands) stride *= extents[label];
    }
    return loops;
}

Modes<2> StepBuilder::workspace_modes(Operand operand, const Extents& extents) const {
    Modes<2> modes;
    std::int64_t stride = 1;
    const auto append = [&](const std::vector<std::size_t>& labels) {
        for (const std::size_t label : labels) {
            modes.push_back({extents[label], {stride, problem_.labels[label].strides[operand]}});
            stride *= extents[label];
        }
    };
    if (candidate_.method != Method::gemm) {
        append(reordered_labels(operand));
        return modes;
    }
    const GemmForm& form = candidate_.gemm;
    const MatrixGroups groups = matrix_groups(form, operand);
    append(groups.rows);
    stride = workspace_matrix(form, operand, extents).ld;
    append(groups.columns);
    const Modes<1> loops = workspace_loops(operand, extents);
    for (std::size_t i = 0; i < loops.size(); ++i) {
        const std::int64_t in_operand = problem_.labels[form.loops[i]].strides[operand];
        const auto [in_workspace] = loops[i].strides;
        if (in_workspace != 0) modes.push_back({loops[i].extent, {in_workspace, in_operand}});
    }
    return modes;
}

TransposeStep StepBuilder::transpose_in(Operand operand, const Extents& extents,
                                        bool conjugate) const {
    TransposeStep step;
    step.kernel = kernels_.plan_transpose(make_transpose_problem(
        problem_.dtypes[operand], conjugate, swapped(workspace_modes(operand, extents))));
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
    step.outputs = merge(workspace_modes(operand, extents));
    for (const std::size_t label : lone) {
        step.sums.push_back({extents[label], {0, problem_.labels[label].strides[operand]}});
    }
    step.sums = merge(std::move(step.sums));
    step.in = operand_buffer(operand);
    step.out = buffer_of(operand);
    kernels_.plan_kernel(step, scratch_limit_);
    return step;
}

std::optional<Action> StepBuilder::padding_of(const MatrixFactor& factor,
                                              const Extents& extents) const {
    const std::int64_t given = volume(candidate_.gemm.inner, extents);
    const std::int64_t added = workspace_product(candidate_.gemm, extents).k - given;
    if (added == 0) return {};
    const MatrixView matrix = workspace_matrix(candidate_.gemm, factor.operand, extents);
    ScaleStep step;
    step.dtype = problem_.dtypes[factor.operand];
    step.beta = ScalarRole::zero;
    step.out = buffer_of(factor.operand);
    if (factor.inner_fastest) {
        step.out.offset += given * size_bytes(step.dtype);
        step.modes = {{added, {1}}, {matrix.columns, {matrix.ld}}};
    } else {
        step.out.offset += given * matrix.ld * size_bytes(step.dtype);
        step.modes = {{added * matrix.ld, {1}}};
    }
    for (const Mode<1>& loop : workspace_loops(factor.operand, extents)) {
        if (loop.strides[0] != 0) step.modes.push_back(loop);
    }
    step.modes = merge(std::move(step.modes));
    sort_by_stride(step.modes, 0);
    kernels_.plan_kernel(step);
    return step;
}

Action StepBuilder::output_in(const Extents& extents) const {
    return transpose_in(operand_d, extents);
}

Action StepBuilder::output_out(const Extents& extents) const {
    TransposeStep step;
    step.kernel = kernels_.plan_transpose(
        make_transpose_problem(problem_.dtypes[operand_d], workspace_modes(operand_d, extents)));
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
    result.view = workspace_matrix(form, operand, extents);
    for (const Mode<1>& loop : workspace_loops(operand, extents)) {
        result.loop_strides.push_back(loop.strides[0]);
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
                           {c.view.rows, c.view.columns, workspace_product(form, extents).k,
                            a.view.ld, b.view.ld, c.view.ld});
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
        const Modes<2> copied = workspace_modes(operand, full_extents(problem_));
        for (std::size_t i = 0; i < order.size(); ++i) {
            labels[order[i]].strides[operand] = copied[i].strides[0];
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
