// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_grouped.h"

#include <cstddef>

#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "transpose/cuda/grouped/grouped_kernel.cuh"
#include "transpose/cuda/grouped/grouped_scalars.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {

std::string emulate_grouped(const cuda::GroupedLaunch& launch,
                            const cuda::GroupedArguments& arguments,
                            const cuda::GroupedScalars& scalars) {
    std::string error;
    cuda::visit_grouped(launch.in, launch.out, [&](auto in, auto out) {
        using In = decltype(in);
        using Out = decltype(out);
        const auto finish = cuda::grouped_finish<Out>(scalars);
        error = cuda::run_blocks(cuda::shared_memory, static_cast<std::size_t>(launch.shared_bytes),
                                 launch.blocks, cuda::grouped_threads,
                                 [&] { cuda::grouped_kernel<In, Out>(arguments, finish); });
    });
    return error;
}

}  // namespace ttgt::test
