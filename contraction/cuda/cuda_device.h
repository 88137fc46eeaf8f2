// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/tensor.h>

#include <memory>
#include <span>

#include "contraction/execute/backend.h"
#include "contraction/execute/operand_copies.h"
#include "contraction/execute/program_kernel.h"
#include "contraction/plan/generated_problem.h"
#include "contraction/plan/machine.h"

namespace ttgt::cuda {

/// What runs contractions on the CUDA device of that number, and what plans them. What contractions
/// need of a build with CUDA is declared here.
[[nodiscard]] const Backend& backend(int device);
[[nodiscard]] std::unique_ptr<const Machine> make_machine(const ContextOptions& options);

/// As ttgt::make_program_kernel().
[[nodiscard]] std::shared_ptr<const ProgramKernel> make_program_kernel(
    const Context& context, const GeneratedProblem& problem, const PlanOptions& options);

/// As ttgt::copy_operands().
[[nodiscard]] std::unique_ptr<const OperandCopies> copy_operands(
    const TensorView& d, std::span<const ConstTensorView* const> operands, OldOutput old_output,
    Context& context);

}  // namespace ttgt::cuda
