// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/plan/kernel_planner.h"
#include "contraction/plan/plan.h"
#include "contraction/plan/workspace.h"
#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// Makes the actions of a candidate's steps. `extents` of a function are the extents of all labels
/// in one slice of the problem; when the plan runs, its loops move the operands' addresses from
/// slice to slice.
class StepBuilder {
public:
    /// `problem`, `candidate` and `kernels` must outlive the builder. Each action needs at most
    /// `scratch_limit` bytes of scratch memory.
    StepBuilder(const Problem& problem, const Candidate& candidate, const KernelPlanner& kernels,
                std::int64_t scratch_limit);

    /// Transposes L or R into the workspace, as the matrix that GEMM reads. Lone labels are summed
    /// over by the same action.
    [[nodiscard]] Action factor_in(const MatrixFactor& factor, const Extents& extents) const;
    /// Sets what padding adds to the contracted extent of a factor in the workspace to zero.
    /// Nothing where it adds nothing.
    [[nodiscard]] std::optional<Action> padding_of(const MatrixFactor& factor,
                                                   const Extents& extents) const;
    /// Transposes D into the intermediate C, so that GEMM can add to it.
    [[nodiscard]] Action output_in(const Extents& extents) const;
    /// Transposes the intermediate C into D.
    [[nodiscard]] Action output_out(const Extents& extents) const;
    /// Multiplies the matrices of one slice.
    [[nodiscard]] Action gemm(const Extents& extents) const;

    /// Transposes an input of Candidate::reordered into the workspace.
    [[nodiscard]] Action reordered_in(Operand operand) const;
    /// Does the whole problem as a Direct step.
    [[nodiscard]] Action direct() const;
    /// Does the whole problem as a Reduce step.
    [[nodiscard]] Action reduce() const;
    /// Does the whole problem as a Transpose step.
    [[nodiscard]] Action transpose() const;
    /// Does the whole problem as a Scale step.
    [[nodiscard]] Action scale() const;

private:
    /// The labels of an operand in the order of its intermediate, fastest first, with two strides
    /// in elements: in the intermediate and in the operand. For GEMM: the rows of its matrix, the
    /// columns, the loops; only padding leaves gaps. For Direct: the order of Candidate::reordered.
    [[nodiscard]] Modes<2> workspace_modes(Operand operand, const Extents& extents) const;
    /// The order of the operand's copy. Precondition: it is one of Candidate::reordered.
    [[nodiscard]] const std::vector<std::size_t>& reordered_labels(Operand operand) const;
    /// The labels of GemmForm::loops with their strides in the operand's intermediate, in elements;
    /// 0 where the operand lacks the label.
    [[nodiscard]] Modes<1> workspace_loops(Operand operand, const Extents& extents) const;
    /// The step that transposes an operand into its intermediate.
    [[nodiscard]] TransposeStep transpose_in(Operand operand, const Extents& extents,
                                             bool conjugate = false) const;
    /// The problem's labels with the strides that a Direct step uses: for a reordered input, the
    /// strides of its copy in the workspace.
    [[nodiscard]] std::vector<ProblemLabel> direct_labels() const;
    [[nodiscard]] BufferRef buffer_of(Operand operand) const;
    /// The matrix of an operand, in place or in the workspace.
    struct Matrix {
        MatrixView view;  ///< size and leading dimension of the matrix
        /// For each loop, elements of the operand from one index of the loop to the next.
        std::vector<std::int64_t> loop_strides;
    };
    [[nodiscard]] Matrix matrix(Operand operand, const Extents& extents) const;
    [[nodiscard]] bool in_place(Operand operand) const;

    const Problem& problem_;
    const Candidate& candidate_;
    const KernelPlanner& kernels_;
    std::int64_t scratch_limit_;
    WorkspaceMap map_;
};

}  // namespace ttgt
