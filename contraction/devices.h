// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>

#include <cstdint>
#include <memory>
#include <span>

#include "contraction/execute/backend.h"
#include "contraction/execute/operand_copies.h"
#include "contraction/execute/program_kernel.h"
#include "contraction/plan/generated_problem.h"
#include "contraction/plan/machine.h"

namespace ttgt {

/// What runs contractions on a device that a context was made for. Lives as long as the program.
[[nodiscard]] const Backend& backend_of(const Device& device);

/// What plans them there by, for a contraction that touches so many bytes.
[[nodiscard]] std::unique_ptr<const Machine> make_machine(const ContextOptions& options,
                                                          double footprint_bytes);

/// Generates and compiles a kernel for the problem on a CUDA context's device, as the options say.
/// Throws Unsupported with the reason where no kernel can be generated or compiled.
[[nodiscard]] std::shared_ptr<const ProgramKernel> make_program_kernel(
    const Context& context, const GeneratedProblem& problem, const PlanOptions& options);

/// Bytes of memory of a CUDA device.
[[nodiscard]] std::int64_t memory_bytes(const Device& device);

/// Copies host operands, of which `operands` are views with `d` first, to the device of a CUDA
/// context, on its stream. Throws OutOfMemory and DeviceError.
[[nodiscard]] std::unique_ptr<const OperandCopies> copy_operands(
    const TensorView& d, std::span<const ConstTensorView* const> operands, OldOutput old_output,
    Context& context);

}  // namespace ttgt
