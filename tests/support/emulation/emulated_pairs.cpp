// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_pairs.h"

#include <cstddef>
#include <cstdint>

#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "blocks/cuda/pairs/pairs_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {

std::string emulate_pairs(const cuda::PairsLaunch& launch, const cuda::PairsArguments& arguments,
                          const cuda::PairsScalars& scalars) {
    std::string error;
    cuda::visit_pairs(launch.dtype, launch.policy, [&](auto out, auto policy) {
        using Out = decltype(out);
        constexpr int number = decltype(policy)::value;
        const auto finish = cuda::pairs_finish<Out>(scalars);
        error = cuda::run_blocks(
            cuda::shared_memory, static_cast<std::size_t>(cuda::pairs_shared_bytes<Out, number>),
            static_cast<std::int64_t>(launch.tiles.size()), cuda::pairs_policies[number].threads,
            [&] { cuda::pairs_kernel<Out, number>(arguments, finish); });
    });
    return error;
}

}  // namespace ttgt::test
