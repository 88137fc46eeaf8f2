// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/devices.h"

#include "contraction/cpu/blas_price.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/cpu/cpu_machine.h"
#include "contraction/cuda/cuda_device.h"
#include "src/context/calibration.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/threads.h"

namespace ttgt {

const Backend& backend_of(const Device& device) {
    return device.kind == Device::Kind::cuda ? cuda::backend(device.index) : cpu::backend();
}

std::unique_ptr<const Machine> make_machine(const ContextOptions& options, double footprint_bytes) {
    if (options.device.kind == Device::Kind::cuda) return cuda::make_machine(options);
    return std::make_unique<const cpu::CpuMachine>(
        cpu::Rates(options.calibration, available_threads(options.threads), footprint_bytes),
        cpu::price_of_blas(*cpu_part(options.calibration)));
}

std::shared_ptr<const ProgramKernel> make_program_kernel(const Context& context,
                                                         const GeneratedProblem& problem,
                                                         const PlanOptions& options) {
    return cuda::make_program_kernel(context, problem, options);
}

std::int64_t memory_bytes(const Device& device) {
    return cuda::device_properties(device.index).memory_bytes;
}

std::unique_ptr<const OperandCopies> copy_operands(const TensorView& d,
                                                   std::span<const ConstTensorView* const> operands,
                                                   OldOutput old_output, Context& context) {
    return cuda::copy_operands(d, operands, old_output, context);
}

}  // namespace ttgt
