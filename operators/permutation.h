// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "operators/evaluation_kernel.h"

namespace ttgt {

/// What a formula does that moves the elements of one input to their places in the output, and
/// perhaps adds what the output holds: D = alpha * A + beta * D, in any order of labels.
struct Permutation {
    std::size_t use = 0;     ///< of the input
    bool conjugate = false;  ///< elements of the input are conjugated
    double alpha = 1;        ///< 1 or -1
    double beta = 0;         ///< 0, 1 or -1
};

/// The permutation that a problem is, such as `D(a,b) = A(b,a)` or `D(a,b) -= conj(A(b,a))`; empty
/// for all others, and where the input has another dtype than the output or lacks one of its
/// labels.
[[nodiscard]] std::optional<Permutation> as_permutation(const OperatorProblem& problem);

/// Runs a permutation by a plan of the transpose core, which needs no compiler.
[[nodiscard]] std::shared_ptr<const EvaluationKernel> make_permutation_kernel(
    Context& context, const OperatorProblem& problem, const Permutation& permutation);

}  // namespace ttgt
