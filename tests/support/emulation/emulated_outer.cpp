// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_outer.h"

#include <cstddef>
#include <string>
#include <variant>

#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/direct/outer/kernels/outer_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

/// Bytes of shared memory that devices grant without being asked.
constexpr std::size_t granted_bytes = std::size_t{48} * 1024;
/// Bytes of the kernel's static arrays.
constexpr std::size_t static_bytes =
    sizeof(std::int64_t) * cuda::most_outer_modes + sizeof(cuda::OuterTile);

template <class In, class Out = In>
std::string emulate(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    const auto& arguments = std::get<cuda::OuterArguments>(launch.arguments);
    const auto used = static_cast<std::size_t>(launch.shared_bytes);
    if (used + static_bytes > granted_bytes) return "more shared memory than is granted";
    if (launch.threads > cuda::most_outer_threads) return "more threads than the kernel has";
    if (arguments.threads != launch.threads) return "not the threads of the arguments";
    const auto finish = cuda::finish_of<ComputeOf<Out>>(call);
    auto* const d = static_cast<Out*>(call.d);
    return cuda::run_blocks(cuda::shared_memory, used, launch.blocks, launch.threads, [&] {
        if (launch.policy == cuda::steady_outer) {
            cuda::outer_kernel<In, Out, cuda::steady_outer>(arguments, call.l, call.r, d, finish);
        } else if (launch.policy == cuda::outer_of_one_run) {
            cuda::outer_kernel<In, Out, cuda::outer_of_one_run>(arguments, call.l, call.r, d,
                                                                finish);
        } else {
            cuda::outer_kernel<In, Out, cuda::outer_of_runs>(arguments, call.l, call.r, d, finish);
        }
    });
}

template <class Half>
std::string emulate_half(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if (launch.dtype == DType::float32) return emulate<Half, float>(launch, call);
    return emulate<Half>(launch, call);
}

}  // namespace

std::string emulate_outer(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    switch (launch.input_dtype) {
        case DType::float16:
            return emulate_half<float16>(launch, call);
        case DType::bfloat16:
            return emulate_half<bfloat16>(launch, call);
        case DType::float32:
            return emulate<float>(launch, call);
        case DType::float64:
            return emulate<double>(launch, call);
        case DType::complex64:
            return emulate<cuda::Complex<float>>(launch, call);
        default:
            return emulate<cuda::Complex<double>>(launch, call);
    }
}

}  // namespace ttgt::test
