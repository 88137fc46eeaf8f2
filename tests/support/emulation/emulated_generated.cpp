// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_generated.h"

#include "tests/support/emulation/emulated_cuda.h"

// What the kernels say, and nvcc knows.
#define __align__(bytes) alignas(bytes)
#define __restrict__
namespace ttgt::cuda {
namespace {
#include <generated_kernels.inc>
}  // namespace
}  // namespace ttgt::cuda

namespace ttgt::test {

std::string emulate_generated(std::size_t number, const GeneratedCase& generated,
                              void* const* tensors, double alpha, double beta) {
    const cuda::GeneratedLayout layout = cuda::layout_of(generated.problem, generated.shape);
    return cuda::run_blocks(cuda::shared_memory, static_cast<std::size_t>(layout.shared_bytes),
                            layout.blocks, generated.shape.threads,
                            [&] { cuda::calls[number](tensors, alpha, beta); });
}

}  // namespace ttgt::test
