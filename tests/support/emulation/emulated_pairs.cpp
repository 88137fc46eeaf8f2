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
#include "blocks/cuda/pairs/pairs_gett_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

/// Runs the kernel with a tile of a GETT kernel.
template <class T>
std::string emulate_tile(const cuda::PairsLaunch& launch, const cuda::PairsArguments& arguments,
                         const cuda::PairsScalars& scalars) {
    std::string error;
    cuda::visit_pairs_tile<T>(launch.policy, [&](auto tile) {
        using Tile = decltype(tile);
        const auto finish = cuda::pairs_finish<T>(scalars);
        error = cuda::run_blocks(
            cuda::shared_memory, static_cast<std::size_t>(launch.staging.shared_bytes),
            static_cast<std::int64_t>(launch.tiles.size()), Tile::threads,
            [&] { cuda::pairs_gett_kernel<T, Tile>(arguments, launch.staging.arguments, finish); });
    });
    return error;
}

std::string emulate_tiles(const cuda::PairsLaunch& launch, const cuda::PairsArguments& arguments,
                          const cuda::PairsScalars& scalars) {
    switch (launch.dtype) {
        case DType::float32:
            return emulate_tile<float>(launch, arguments, scalars);
        case DType::float64:
            return emulate_tile<double>(launch, arguments, scalars);
        case DType::complex64:
            return emulate_tile<cuda::Complex<float>>(launch, arguments, scalars);
        default:
            return emulate_tile<cuda::Complex<double>>(launch, arguments, scalars);
    }
}

}  // namespace

std::string emulate_pairs(const cuda::PairsLaunch& launch, const cuda::PairsArguments& arguments,
                          const cuda::PairsScalars& scalars) {
    if (launch.policy >= cuda::pairs_lane_policies) {
        return emulate_tiles(launch, arguments, scalars);
    }
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
