// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_direct.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "contraction/cuda/direct/direct_calls.h"
#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"
#include "tests/support/emulation/emulated_gett.h"
#include "tests/support/emulation/emulated_outer.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "contraction/cuda/direct/kernels/elementwise_kernel.cuh"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/direct/kernels/product_kernel.cuh"
#include "contraction/cuda/direct/kernels/sum_kernel.cuh"
#include "contraction/cuda/direct/kernels/tall_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

constexpr int always_granted = 48 * 1024;

template <int index>
struct Policy {
    static constexpr int batch = cuda::product_policies[index].batch;
    static constexpr int rows = cuda::product_policies[index].rows;
    static constexpr int columns = cuda::product_policies[index].columns;
    static constexpr int blocks = 1;
};

/// As the launcher of the device does, but with a block after the other.
template <class In, class Out>
struct Emulator {
    using T = ComputeOf<Out>;
    static constexpr int widest =
        cuda::vector_bytes / static_cast<int>(std::max(sizeof(In), sizeof(Out)));

    const cuda::DirectLaunch& launch;
    const cuda::DirectCall& call;
    cuda::Scale<T> finish;

    std::string operator()(const cuda::ElementwiseArguments& arguments) const {
        const bool is_short = launch.has_short_offsets;
        if (launch.unit == widest) {
            return is_short ? elementwise<widest, std::int32_t>(arguments)
                            : elementwise<widest, std::int64_t>(arguments);
        }
        if (launch.unit != 1) return "no such elementwise kernel is compiled";
        return is_short ? elementwise<1, std::int32_t>(arguments)
                        : elementwise<1, std::int64_t>(arguments);
    }
    std::string operator()(const cuda::SumArguments& arguments) const {
        if (launch.unit == widest) return sum<widest>(arguments);
        if (launch.unit != 1) return "no such kernel of sums is compiled";
        return sum<1>(arguments);
    }
    std::string operator()(const cuda::ProductArguments& arguments) const {
        return product<0>(arguments);
    }
    std::string operator()(const cuda::TallArguments& arguments) const {
        return tall<0>(arguments);
    }
    std::string operator()(const cuda::OuterArguments&) const {
        return emulate_outer(launch, call);
    }
    std::string operator()(const cuda::GettArguments&) const { return emulate_gett(launch, call); }

private:
    template <int unit, class Offset>
    std::string elementwise(const cuda::ElementwiseArguments& arguments) const {
        return run([&] {
            cuda::elementwise_kernel<In, Out, unit, Offset>(arguments, call.l, call.r, d(), finish);
        });
    }
    template <int unit>
    std::string sum(const cuda::SumArguments& arguments) const {
        return run(
            [&] { cuda::sum_kernel<In, Out, unit>(arguments, call.l, call.r, d(), finish); });
    }
    template <int index>
    std::string product(const cuda::ProductArguments& arguments) const {
        if constexpr (index < cuda::product_policy_count) {
            if (launch.policy != index) return product<index + 1>(arguments);
            return run([&] {
                cuda::product_kernel<In, Out, Policy<index>>(arguments, call.l, call.r, d(),
                                                             finish);
            });
        }
        return "no such product kernel is compiled";
    }

    template <int index>
    std::string tall(const cuda::TallArguments& arguments) const {
        if constexpr (index < cuda::tall_policy_count) {
            if (launch.policy != index) return tall<index + 1>(arguments);
            constexpr int columns = cuda::tall_columns[index];
            return run([&] {
                cuda::tall_kernel<In, Out, columns>(arguments, call.l, call.r, d(), finish);
            });
        }
        return "no such tall kernel is compiled";
    }

    [[nodiscard]] Out* d() const { return static_cast<Out*>(call.d); }

    template <class Kernel>
    std::string run(const Kernel& kernel) const {
        if (launch.shared_bytes > always_granted) return "more shared memory than is granted";
        return cuda::run_blocks(cuda::shared_memory, static_cast<std::size_t>(launch.shared_bytes),
                                launch.blocks, launch.threads, kernel);
    }
};

template <class In, class Out = In>
std::string emulate(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    using T = ComputeOf<Out>;
    return std::visit(Emulator<In, Out>{launch, call, cuda::finish_of<T>(call)}, launch.arguments);
}

/// 16-bit elements, or float32 beside them in scratch memory.
template <class Half>
std::string emulate_half(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    if (launch.input_dtype == DType::float32) return emulate<float, Half>(launch, call);
    if (launch.dtype == DType::float32) return emulate<Half, float>(launch, call);
    return emulate<Half>(launch, call);
}

std::string emulate_any(const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
    const auto touches = [&](DType dtype) {
        return launch.dtype == dtype || launch.input_dtype == dtype;
    };
    if (touches(DType::float16)) return emulate_half<float16>(launch, call);
    if (touches(DType::bfloat16)) return emulate_half<bfloat16>(launch, call);
    switch (launch.dtype) {
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

}  // namespace

std::string emulate_direct(const cuda::DirectKernelPlan& plan, const Scalars& scalars,
                           const void* l, const void* r, void* d, void* scratch) {
    std::string error;
    cuda::for_each_launch(plan, scalars, l, r, d, scratch,
                          [&](const cuda::DirectLaunch& launch, const cuda::DirectCall& call) {
                              if (error.empty()) error = emulate_any(launch, call);
                          });
    return error;
}

}  // namespace ttgt::test
