// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "contraction/cuda/cuda_device.h"
#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/graph_keeper.h"

namespace ttgt::cuda {

const Backend& backend(int) { not_built(); }
std::unique_ptr<const Machine> make_machine(const ContextOptions&) { not_built(); }

std::shared_ptr<const GeneratedKernelPlan> compiled(const GeneratedKernelPlan&, int) {
    not_built();
}
std::vector<std::shared_ptr<const GeneratedKernelPlan>> compiled_in_time(
    const std::vector<const GeneratedKernelPlan*>&, int, double) {
    not_built();
}
void run_generated(const GeneratedKernelPlan&, const Scalars&, std::span<void* const>, Stream) {
    not_built();
}
double time_generated_ms(const GeneratedKernelPlan&, int, std::span<void* const>, Stream, int) {
    not_built();
}
std::shared_ptr<const GeneratedKernelPlan> fastest_of(const std::vector<GeneratedKernelPlan>&, int,
                                                      Stream, double) {
    not_built();
}

std::unique_ptr<const RunKeeper> make_graph_keeper(int) { not_built(); }

std::string search_platform(int) { not_built(); }

std::unique_ptr<const OperandCopies> copy_operands(const TensorView&,
                                                   std::span<const ConstTensorView* const>,
                                                   OldOutput, Context&) {
    not_built();
}

}  // namespace ttgt::cuda
