// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/plan/generated_problem.h"
#include "contraction/plan/plan.h"

namespace ttgt::cuda {

/// Whether the label stands in the use.
[[nodiscard]] bool has_label(const GeneratedUse& use, std::size_t label);
/// Elements from one value of the label to the next, where it is of several modes their sum.
[[nodiscard]] std::int64_t stride_of(const GeneratedProblem& problem, const GeneratedUse& use,
                                     std::size_t label);

/// How many values these labels have together.
[[nodiscard]] double volume_of(const GeneratedProblem& problem,
                               const std::vector<std::size_t>& labels);

/// Bytes of operands read and written once; those that are added to, twice.
[[nodiscard]] double operand_bytes(const GeneratedProblem& problem);
/// Multiplications of all stages.
[[nodiscard]] double multiplications(const GeneratedProblem& problem);

/// Whether a kernel can be generated for it: of elements that it knows, sums that are short, at
/// most so many tensors, offsets within 32 bits, no operand read that was written, nothing empty.
[[nodiscard]] bool can_be_generated(const GeneratedProblem& problem);

/// A Direct step as one stage of one product; the tensors are D, L and R, R left out where there is
/// none. Nothing where kernels are not generated for such: of several types of elements, of halves,
/// of tf32, where nothing is summed, or where offsets are beyond 32 bits.
[[nodiscard]] std::optional<GeneratedProblem> generated_problem(const DirectStep& step);

/// The most terms of a sum for which a kernel is generated. Problems with longer sums are not small
/// and take as long by GEMM.
inline constexpr std::int64_t most_summed = 1024;

}  // namespace ttgt::cuda
