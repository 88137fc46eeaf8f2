// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/candidate.h"
#include "contraction/matrix_view.h"

/// What of a GEMM candidate follows from its groups, loops and slices.
namespace ttgt {

/// True where some labels are contracted and the dtypes are such that one GEMM can multiply them.
[[nodiscard]] bool suits_gemm(const Problem& problem);

/// Whether the factor is a matrix as it lies, with factor.inner_fastest, that GEMM can take.
[[nodiscard]] bool can_stay_in_place(const Problem& problem, const GemmForm& form,
                                     const MatrixFactor& factor, const Extents& extents);

/// Whether a factor that is transposed had better have k contiguous: a large one keeps its
/// contiguous label contiguous, a small one becomes what GEMM reads best, untransposed.
[[nodiscard]] bool prefers_inner_fastest(const Problem& problem, Operand operand, bool is_left,
                                         const std::vector<std::size_t>& inner,
                                         const std::vector<std::size_t>& free);

/// Whether D can be written in place. A real GEMM cannot apply complex scalars: in a real view the
/// transpose out does, so there must be one.
[[nodiscard]] bool output_can_stay(const Problem& problem, const GemmForm& form,
                                   const Extents& extents);

}  // namespace ttgt
