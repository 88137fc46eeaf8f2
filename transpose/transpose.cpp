// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/transpose.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "src/core/overlap.h"
#include "transpose/cpu/measure.h"
#include "transpose/cpu/transpose_kernel.h"
#include "transpose/transpose_state.h"
#if TTGT_HAS_CUDA
#include "transpose/cuda/run.h"
#endif

namespace ttgt {

namespace {

void check_ranks(const Layout& in, const Layout& out, const std::vector<int>& perm) {
    if (in.rank() == out.rank() && in.rank() == perm.size()) return;
    throw RankMismatch(
        fmt::format("the input has rank {}, the output rank {}, and perm has {} entries; all three "
                    "must be equal",
                    in.rank(), out.rank(), perm.size()));
}

void check_permutation(const std::vector<int>& perm) {
    std::vector<bool> used(perm.size(), false);
    for (std::size_t i = 0; i < perm.size(); ++i) {
        if (perm[i] < 0 || static_cast<std::size_t>(perm[i]) >= perm.size()) {
            throw InvalidArgument(fmt::format("perm[{}] is {}, no mode of an input of rank {}", i,
                                              perm[i], perm.size()));
        }
        const auto mode = static_cast<std::size_t>(perm[i]);
        if (used[mode]) {
            throw InvalidArgument(
                fmt::format("perm[{}] is {}, a mode that perm already names before", i, perm[i]));
        }
        used[mode] = true;
    }
}

void check_extents(const Layout& in, const Layout& out, const std::vector<int>& perm) {
    for (std::size_t i = 0; i < perm.size(); ++i) {
        const std::int64_t extent = in.extents[static_cast<std::size_t>(perm[i])];
        if (out.extents[i] == extent) continue;
        throw ExtentMismatch(fmt::format(
            "mode {} of the output has extent {} but mode {} of the input, which perm[{}] "
            "puts there, has extent {}",
            i, out.extents[i], perm[i], i, extent));
    }
}

void check_arguments(const Layout& in, const Layout& out, const std::vector<int>& perm, DType dtype,
                     bool conjugate) {
    check_layout(in, size_bytes(dtype), "the input");
    check_layout(out, size_bytes(dtype), "the output");
    check_ranks(in, out, perm);
    check_permutation(perm);
    check_extents(in, out, perm);
    if (conjugate && !is_complex(dtype)) {
        throw InvalidArgument(
            fmt::format("conjugate is asked for, but {} is not complex", name(dtype)));
    }
    if (overlaps_itself(out)) {
        throw OverlapError(
            fmt::format("two elements of the output ({}) share one address", to_string(out)));
    }
}

bool keeps_addresses(const TransposeProblem& problem) {
    return std::all_of(problem.modes.begin(), problem.modes.end(), [](const Mode<2>& mode) {
        return mode.strides[input] == mode.strides[output];
    });
}

void check_scalar(const char* which, Scalar value, DType dtype) {
    if (is_complex(dtype) || value.imag() == 0.0) return;
    throw InvalidArgument(fmt::format("{} is {}{:+}i, but {} is not complex", which, value.real(),
                                      value.imag(), name(dtype)));
}

void check_no_stream(Stream stream) {
    if (stream == Stream{}) return;
    throw InvalidArgument("a stream was given to a transpose on the CPU, which has none");
}

void check_alignment(const char* which, const void* pointer, DType dtype) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (address % static_cast<std::uintptr_t>(size_bytes(dtype)) == 0) return;
    throw InvalidArgument(fmt::format("{} is at {}, which is not aligned to an element of {} bytes",
                                      which, pointer, size_bytes(dtype)));
}

void check_scalars(Scalar alpha, Scalar beta, DType dtype) {
    check_scalar("alpha", alpha, dtype);
    check_scalar("beta", beta, dtype);
    if (!is_opaque(dtype) || (alpha == 1.0 && beta == 0.0)) return;
    throw InvalidArgument(fmt::format(
        "alpha is {} and beta is {}, but {} elements can only be moved: alpha = 1, beta = 0",
        alpha.real(), beta.real(), name(dtype)));
}

}  // namespace

TransposePlan::TransposePlan(std::unique_ptr<const State> state) : state_(std::move(state)) {}
TransposePlan::~TransposePlan() = default;
TransposePlan::TransposePlan(TransposePlan&&) noexcept = default;
TransposePlan& TransposePlan::operator=(TransposePlan&&) noexcept = default;

std::int64_t TransposePlan::bytes() const noexcept { return state_->bytes; }

std::string TransposePlan::explain() const {
    const std::string head = fmt::format(
        "transpose of {} ({}) to ({}) on {}\n"
        "  bytes      {} read and written\n",
        name(state_->problem.dtype), to_string(state_->in), to_string(state_->out),
        to_string(state_->device), state_->bytes);
    return head + ttgt::explain(state_->kernel);
}

std::string_view TransposePlan::method() const noexcept { return method_of(state_->kernel); }

double TransposePlan::predicted_ms() const noexcept { return ttgt::predicted_ms(state_->kernel); }

void TransposePlan::run(Scalar alpha, const void* in, Scalar beta, void* out, Stream stream) const {
    const TransposeProblem& problem = state_->problem;
    check_scalars(alpha, beta, problem.dtype);
    if (problem.empty) return;
    if (in == nullptr) throw InvalidArgument("the input's pointer is null");
    if (out == nullptr) throw InvalidArgument("the output's pointer is null");
    const bool in_place = in == out && state_->same_layout;
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    if (!in_place &&
        overlap({&state_->in, element_bytes, in}, {&state_->out, element_bytes, out})) {
        throw OverlapError(fmt::format(
            "the input ({}) and the output ({}) overlap in memory and are not one identical layout",
            to_string(state_->in), to_string(state_->out)));
    }
    if (const auto* kernel = std::get_if<TransposeKernelPlan>(&state_->kernel)) {
        check_no_stream(stream);
        cpu::run_transpose(*kernel, alpha, in, beta, out, state_->threads);
        return;
    }
    check_alignment("the input", in, problem.dtype);
    check_alignment("the output", out, problem.dtype);
#if TTGT_HAS_CUDA
    cuda::run_transpose(std::get<cuda::TransposeKernelPlan>(state_->kernel), alpha, in, beta, out,
                        state_->device.index, stream == Stream{} ? state_->stream : stream);
#endif
}

std::unique_ptr<TransposePlan::State> make_transpose_state(const Context& context, const Layout& in,
                                                           const Layout& out,
                                                           const std::vector<int>& perm,
                                                           DType dtype, bool conjugate) {
    check_arguments(in, out, perm, dtype, conjugate);
    auto state = std::make_unique<TransposePlan::State>();
    state->in = in;
    state->out = out;
    state->threads = context.options().threads;
    state->device = context.options().device;
    state->stream = context.stream();
    state->problem = make_transpose_problem(dtype, conjugate, joint_modes(in, out, perm));
    state->same_layout = keeps_addresses(state->problem);
    state->bytes = bytes_moved(state->problem, false);
    return state;
}

TransposePlan plan_transpose(Context& context, const Layout& in, const Layout& out,
                             const std::vector<int>& perm, DType dtype,
                             const TransposeOptions& options) {
    auto state = make_transpose_state(context, in, out, perm, dtype, options.conjugate);
    const bool measured = options.planning == Planning::measure;
    if (state->device.kind == Device::Kind::cpu) {
        state->kernel = measured ? cpu::measure_transpose(state->problem, state->threads)
                                 : plan_transpose_kernel(state->problem);
    } else {
#if TTGT_HAS_CUDA
        const int device = state->device.index;
        const cuda::Architecture gpu = cuda::architecture_of(context.options());
        state->kernel = measured
                            ? cuda::measure_transpose(state->problem, gpu, device, state->stream)
                            : cuda::plan_transpose_kernel(state->problem, gpu);
#endif
    }
    return TransposePlan(std::move(state));
}

}  // namespace ttgt
