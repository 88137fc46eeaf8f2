// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"
#include "contraction/plan/workspace.h"
#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// Builds single actions on one slice of the problem; loops move the operands' bases to the slice.
class StepBuilder {
public:
    /// All three outlive it. Kernels get at most so many bytes of scratch memory each.
    StepBuilder(const Problem& problem, const Candidate& candidate, const Machine& machine,
                std::int64_t scratch_limit);

    /// Brings L or R into the workspace as the matrix GEMM wants, summing lone labels on the way.
    [[nodiscard]] Action factor_in(const MatrixFactor& factor, const Extents& extents) const;
    /// W = beta's D, before GEMM adds to it.
    [[nodiscard]] Action output_in(const Extents& extents) const;
    [[nodiscard]] Action output_out(const Extents& extents) const;
    [[nodiscard]] Action gemm(const Extents& extents) const;

    /// Whole-problem actions for the other methods.
    [[nodiscard]] Action reordered_in(Operand operand) const;
    [[nodiscard]] Action direct() const;
    [[nodiscard]] Action reduce() const;
    [[nodiscard]] Action transpose() const;
    [[nodiscard]] Action scale() const;

private:
    /// Labels of the operand in the order of its intermediate: matrix rows, columns, loops, or
    /// those of a reordered input.
    [[nodiscard]] std::vector<std::size_t> packed_order(Operand operand) const;
    /// (intermediate stride, operand stride) of those labels, the intermediate packed.
    [[nodiscard]] Modes<2> packed_modes(Operand operand, const Extents& extents) const;
    /// The operand into its intermediate.
    [[nodiscard]] TransposeStep transpose_in(Operand operand, const Extents& extents,
                                             bool conjugate) const;
    /// The problem's labels as Direct finds them: of an input that was reordered with the strides
    /// that it has in the workspace.
    [[nodiscard]] std::vector<ProblemLabel> direct_labels() const;
    [[nodiscard]] BufferRef buffer_of(Operand operand) const;
    /// The operand's matrix, in place or packed in the workspace, and how each loop moves it.
    struct Matrix {
        MatrixView view;
        std::vector<std::int64_t> loop_strides;
    };
    [[nodiscard]] Matrix matrix(Operand operand, const Extents& extents) const;
    [[nodiscard]] bool in_place(Operand operand) const;

    const Problem& problem_;
    const Candidate& candidate_;
    const Machine& machine_;
    std::int64_t scratch_limit_;
    WorkspaceMap map_;
};

}  // namespace ttgt
