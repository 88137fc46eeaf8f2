// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_gett.h"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "contraction/cuda/direct/gett/kernels/gett_kernel.cuh"
#include "contraction/cuda/direct/gett/kernels/gett_updates.h"
#include "contraction/cuda/direct/gett/kernels/gett_widths.h"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

template <class T, ComputeType compute, class Tile, int vector_l, int vector_r, bool reads_old>
std::string run(const cuda::DirectLaunch& launch, const cuda::GettArguments& arguments,
                const cuda::DirectCall& call) {
    const auto finish = cuda::finish_of<ComputeOf<T>>(call);
    return cuda::run_blocks(cuda::shared_memory, static_cast<std::size_t>(launch.shared_bytes),
                            launch.blocks, launch.threads, [&] {
                                cuda::gett_kernel<T, compute, Tile, vector_l, vector_r, reads_old>(
                                    arguments, call.l, call.r, static_cast<T*>(call.d), finish);
                            });
}

template <class T, auto& tiles, int index, ComputeType compute = ComputeType::full>
std::string run_tile(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    const auto& arguments = std::get<cuda::GettArguments>(launch.arguments);
    using Tile = cuda::GettTileOf<tiles, index>;
    return cuda::visit_widths<T>(arguments, [&](auto l, auto r) {
        constexpr int vector_l = decltype(l)::value;
        constexpr int vector_r = decltype(r)::value;
        if constexpr (Tile::updates) {
            if (cuda::reads_old_early(arguments, call))
                return run<T, compute, Tile, vector_l, vector_r, true>(launch, arguments, call);
        }
        return run<T, compute, Tile, vector_l, vector_r, false>(launch, arguments, call);
    });
}

/// Runs the launch's tile, which is one of those with the numbers `index` and `others`.
template <class T, auto& tiles, int index, int... others>
std::string run_one_of(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if constexpr (sizeof...(others) > 0) {
        if (launch.policy != index) return run_one_of<T, tiles, others...>(launch, call);
    }
    return run_tile<T, tiles, index>(launch, call);
}

std::string run_warpgroups(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if (launch.compute == ComputeType::tf32)
        return run_tile<float, cuda::gett_tiles_tf32, 7, ComputeType::tf32>(launch, call);
    return run_tile<float, cuda::gett_tiles_tf32x3, 7, ComputeType::tf32x3>(launch, call);
}

template <class T, auto& tiles, auto& tiles_of_three, int index>
std::string run_tf32(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if (launch.compute == ComputeType::tf32)
        return run_tile<T, tiles, index, ComputeType::tf32>(launch, call);
    return run_tile<T, tiles_of_three, index, ComputeType::tf32x3>(launch, call);
}

}  // namespace

bool is_emulated(const cuda::GettProducts& products, int tile) {
    const bool is_full = products.compute == ComputeType::full;
    switch (products.dtype) {
        case DType::float16:
        case DType::bfloat16:
            return tile >= 3 && tile <= 5;
        case DType::float64:
            return tile == 5 || tile == 8 || tile == 10 || tile == 12;
        case DType::float32:
            return is_full ? tile == 4 || tile == 9 : tile == 5 || tile == 7;
        case DType::complex64:
            return tile == (is_full ? 3 : 2);
        default:
            return tile == 3 || tile == 5;
    }
}

std::string emulate_gett(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    using cuda::Complex;
    const bool is_full = launch.compute == ComputeType::full;
    if (!is_emulated({launch.input_dtype, launch.compute}, launch.policy))
        return "this tile is not emulated";
    switch (launch.input_dtype) {
        case DType::float16:
            return run_one_of<float16, cuda::gett_tiles_half, 3, 4, 5>(launch, call);
        case DType::bfloat16:
            return run_one_of<bfloat16, cuda::gett_tiles_half, 3, 4, 5>(launch, call);
        case DType::float64:
            return run_one_of<double, cuda::gett_tiles_float64, 5, 8, 10, 12>(launch, call);
        case DType::float32:
            if (launch.policy == 7) return run_warpgroups(launch, call);
            if (!is_full) {
                return run_tf32<float, cuda::gett_tiles_tf32, cuda::gett_tiles_tf32x3, 5>(launch,
                                                                                          call);
            }
            return run_one_of<float, cuda::gett_tiles_float32, 4, 9>(launch, call);
        case DType::complex64:
            if (!is_full) {
                constexpr auto& tiles = cuda::gett_tiles_complex_tf32;
                return run_tf32<Complex<float>, tiles, tiles, 2>(launch, call);
            }
            return run_tile<Complex<float>, cuda::gett_tiles_complex64, 3>(launch, call);
        default:
            return run_one_of<Complex<double>, cuda::gett_tiles_complex128, 3, 5>(launch, call);
    }
}

}  // namespace ttgt::test
