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

// The functions of a build with CUDA that the code for all devices calls.

/// The backend that runs the steps of contractions on CUDA device number `device`.
[[nodiscard]] const Backend& backend(int device);
/// Makes the machine by which contractions are planned for a context with these options.
[[nodiscard]] std::unique_ptr<const Machine> make_machine(const ContextOptions& options);

/// Does what ttgt::make_program_kernel() does, on a CUDA device.
[[nodiscard]] std::shared_ptr<const ProgramKernel> make_program_kernel(
    const Context& context, const GeneratedProblem& problem, const PlanOptions& options);

/// Does what ttgt::copy_operands() does, for a context on a CUDA device.
[[nodiscard]] std::unique_ptr<const OperandCopies> copy_operands(
    const TensorView& d, std::span<const ConstTensorView* const> operands, OldOutput old_output,
    Context& context);

}  // namespace ttgt::cuda
