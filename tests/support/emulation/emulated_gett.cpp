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
#include "contraction/cuda/direct/finish_of.cuh"
#include "contraction/cuda/direct/gett/gett_kernel.cuh"
#include "contraction/cuda/direct/gett/gett_widths.h"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

template <class T, class Tile, int vector_l, int vector_r>
std::string run(const cuda::DirectLaunch& launch, const cuda::GettArguments& arguments,
                const cuda::DirectCall& call) {
    const cuda::Scale<T> finish = cuda::finish_of<T>(call);
    const void* l = call.l;
    const void* r = call.r;
    if (launch.swapped) std::swap(l, r);
    return cuda::run_blocks(cuda::shared_memory, static_cast<std::size_t>(launch.shared_bytes),
                            launch.blocks, launch.threads, [&] {
                                cuda::gett_kernel<T, Tile, vector_l, vector_r>(
                                    arguments, l, r, static_cast<T*>(call.d), finish);
                            });
}

template <class T, class Tile>
std::string run_vectors(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    const auto& arguments = std::get<cuda::GettArguments>(launch.arguments);
    return cuda::visit_widths<T>(arguments, [&](auto l, auto r) {
        return run<T, Tile, decltype(l)::value, decltype(r)::value>(launch, arguments, call);
    });
}

}  // namespace

bool is_emulated(DType dtype, int tile) {
    switch (dtype) {
        case DType::float64:
            return tile == 5 || tile == 8;
        case DType::float32:
            return tile == 4;
        default:
            return tile == 3;
    }
}

std::string emulate_gett(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if (!is_emulated(launch.dtype, launch.policy)) return "this tile is not emulated";
    switch (launch.dtype) {
        case DType::float64:
            if (launch.policy == 5) {
                return run_vectors<double, cuda::GettTileOf<cuda::gett_tiles_float64, 5>>(launch,
                                                                                          call);
            }
            return run_vectors<double, cuda::GettTileOf<cuda::gett_tiles_float64, 8>>(launch, call);
        case DType::float32:
            return run_vectors<float, cuda::GettTileOf<cuda::gett_tiles_float32, 4>>(launch, call);
        case DType::complex64:
            return run_vectors<cuda::Complex<float>,
                               cuda::GettTileOf<cuda::gett_tiles_complex64, 3>>(launch, call);
        default:
            return run_vectors<cuda::Complex<double>,
                               cuda::GettTileOf<cuda::gett_tiles_complex128, 3>>(launch, call);
    }
}

}  // namespace ttgt::test
