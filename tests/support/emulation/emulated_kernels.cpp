// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_kernels.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {

alignas(128) thread_local std::int64_t in_rows[emulated_shared_bytes / sizeof(std::int64_t)];

}  // namespace ttgt::cuda

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "transpose/cuda/kernels/copy_kernel.cuh"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/narrow_kernel.cuh"
#include "transpose/cuda/kernels/packed_kernel.cuh"
#include "transpose/cuda/kernels/tiled_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

struct AddBytes {
    static constexpr bool reads_input() { return true; }
    static constexpr bool accumulates() { return true; }
    template <class Element>
    Element operator()(Element value, Element old) const {
        auto sum = std::bit_cast<std::array<std::uint8_t, sizeof(Element)>>(old);
        const auto added = std::bit_cast<std::array<std::uint8_t, sizeof(Element)>>(value);
        for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] = static_cast<std::uint8_t>(sum[i] + added[i]);
        }
        return std::bit_cast<Element>(sum);
    }
};

template <int index, int loads>
struct Policy {
    static constexpr int threads = cuda::tiled_policies[index].threads;
    static constexpr int in_bytes = cuda::tiled_policies[index].in_bytes;
    static constexpr int out_bytes = cuda::tiled_policies[index].out_bytes;
    static constexpr int store_bytes = cuda::tiled_policies[index].store_bytes;
    static constexpr int load_vector = loads;
};

/// As the launcher of the device does, but with a block after the other.
template <class Element, class Finish>
struct Emulator {
    const cuda::Launch& launch;
    const Element* in;
    Element* out;
    Finish finish;

    std::string operator()(const cuda::CopyArguments& arguments) const {
        return run(cuda::in_rows, [&] { cuda::copy_kernel(arguments, in, out, finish); });
    }
    std::string operator()(const cuda::PackedArguments& arguments) const {
        return run(cuda::shared_memory, [&] { cuda::packed_kernel(arguments, in, out, finish); });
    }
    std::string operator()(const cuda::TiledArguments& arguments) const {
        return with_policy<0>(arguments);
    }

private:
    template <int index>
    std::string with_policy(const cuda::TiledArguments& arguments) const {
        if constexpr (index < cuda::tiled_policy_count) {
            if (launch.policy != index) return with_policy<index + 1>(arguments);
            if constexpr (cuda::suits(cuda::tiled_policies[index], sizeof(Element))) {
                constexpr int vector = cuda::load_vector(sizeof(Element));
                if (launch.load_vector == 1) return tiled<Policy<index, 1>>(arguments);
                if (launch.load_vector == vector) return tiled<Policy<index, vector>>(arguments);
            }
        }
        return "no such tiled kernel is compiled";
    }

    template <class Chosen>
    std::string tiled(const cuda::TiledArguments& arguments) const {
        if (launch.threads != Chosen::threads) return "not the threads of the policy";
        return run(cuda::shared_memory, [&] {
            if constexpr (sizeof(Element) < cuda::word_bytes) {
                cuda::narrow_kernel<Element, Chosen, Finish>(arguments, in, out, finish);
            } else {
                cuda::tiled_kernel<Element, Chosen, Finish>(arguments, in, out, finish);
            }
        });
    }

    template <class Memory, class Kernel>
    std::string run(Memory& shared, const Kernel& kernel) const {
        const auto used = static_cast<std::size_t>(launch.shared_bytes);
        if (used + cuda::guard_bytes > sizeof(shared)) return "more shared memory than there is";
        return cuda::run_blocks(shared, used, launch.blocks, launch.threads, kernel);
    }
};

template <class Unit>
std::string move(const cuda::Launch& launch, const void* in, void* out, Writing writing) {
    const auto* const from = static_cast<const Unit*>(in);
    auto* const to = static_cast<Unit*>(out);
    if (writing == Writing::move) {
        return std::visit(Emulator<Unit, cuda::Move>{launch, from, to, {}}, launch.arguments);
    }
    return std::visit(Emulator<Unit, AddBytes>{launch, from, to, {}}, launch.arguments);
}

template <class Element>
std::string scale(const cuda::Launch& launch, ComputeOf<Element> alpha, ComputeOf<Element> beta,
                  std::pair<bool, bool> are_not_zero, bool conjugate, const void* in, void* out) {
    const cuda::Scale<Element> finish{alpha, beta, conjugate, are_not_zero.first,
                                      are_not_zero.second};
    return std::visit(
        Emulator<Element, cuda::Scale<Element>>{launch, static_cast<const Element*>(in),
                                                static_cast<Element*>(out), finish},
        launch.arguments);
}

}  // namespace

std::string emulate_move(const cuda::Launch& launch, std::int64_t unit_bytes, const void* in,
                         void* out, Writing writing) {
    switch (unit_bytes) {
        case 1:
            return move<std::uint8_t>(launch, in, out, writing);
        case 2:
            return move<std::uint16_t>(launch, in, out, writing);
        case 4:
            return move<std::uint32_t>(launch, in, out, writing);
        case 8:
            return move<cuda::uint2>(launch, in, out, writing);
        default:
            return move<cuda::uint4>(launch, in, out, writing);
    }
}

std::string emulate_scale(const cuda::Launch& launch, DType dtype, Scalar alpha, Scalar beta,
                          bool conjugate, const void* in, void* out) {
    const std::pair<bool, bool> are_not_zero{alpha != 0.0, beta != 0.0};
    const auto a = static_cast<float>(alpha.real());
    const auto b = static_cast<float>(beta.real());
    if (dtype == DType::float16) {
        return scale<float16>(launch, a, b, are_not_zero, conjugate, in, out);
    }
    if (dtype == DType::bfloat16) {
        return scale<bfloat16>(launch, a, b, are_not_zero, conjugate, in, out);
    }
    if (dtype == DType::float64) {
        return scale<double>(launch, alpha.real(), beta.real(), are_not_zero, conjugate, in, out);
    }
    using Complex = cuda::Complex<float>;
    const auto rounded = [](Scalar value) {
        return Complex{static_cast<float>(value.real()), static_cast<float>(value.imag())};
    };
    return scale<Complex>(launch, rounded(alpha), rounded(beta), are_not_zero, conjugate, in, out);
}

}  // namespace ttgt::test
