// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/transpose.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "src/cache/choice_cache.h"
#include "src/core/memory/overlap.h"
#include "transpose/kept_measure.h"
#include "transpose/planned_transpose.h"

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

bool keeps_addresses(const TransposeProblem& problem) {
    return std::all_of(problem.modes.begin(), problem.modes.end(), [](const Mode<2>& mode) {
        return mode.strides[input] == mode.strides[output];
    });
}

void choose_kernel(PlannedTranspose& planned, Planning planning, bool takes_kept) {
    const TransposeBackend& backend = *planned.backend;
    if (planning == Planning::measure || takes_kept) {
        const ChoiceCache cache{DiskCache(disk_cache_folder())};
        KeptTranspose kept = planning == Planning::measure
                                 ? kept_measure(backend, planned.problem, cache)
                                 : kept_transpose(backend, planned.problem, cache);
        planned.kernel = std::move(kept.plan);
        planned.cache_note = std::move(kept.note);
    }
    if (!planned.kernel) planned.kernel = backend.plan(planned.problem);
}

void check_scalar(const char* which, Scalar value, DType dtype) {
    if (is_complex(dtype) || value.imag() == 0.0) return;
    throw InvalidArgument(fmt::format("{} is {}{:+}i, but {} is not complex", which, value.real(),
                                      value.imag(), name(dtype)));
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

TransposePlan::TransposePlan(std::unique_ptr<const PlannedTranspose> planned)
    : planned_(std::move(planned)) {}
TransposePlan::~TransposePlan() = default;
TransposePlan::TransposePlan(TransposePlan&&) noexcept = default;
TransposePlan& TransposePlan::operator=(TransposePlan&&) noexcept = default;

std::int64_t TransposePlan::bytes() const noexcept { return planned_->bytes; }

std::string TransposePlan::explain() const {
    const std::string head = fmt::format(
        "transpose of {} ({}) to ({}) on {}\n"
        "  bytes      {} read and written\n",
        name(planned_->problem.dtype), to_string(planned_->in), to_string(planned_->out),
        to_string(planned_->device), planned_->bytes);
    const std::string& note = planned_->cache_note;
    return head + (note.empty() ? "" : fmt::format("  cache      {}\n", note)) +
           planned_->kernel->explain();
}

std::string_view TransposePlan::method() const noexcept { return planned_->kernel->method(); }

double TransposePlan::predicted_ms() const noexcept { return planned_->kernel->predicted_ms(); }

void TransposePlan::run(Scalar alpha, const void* in, Scalar beta, void* out, Stream stream) const {
    const TransposeProblem& problem = planned_->problem;
    check_scalars(alpha, beta, problem.dtype);
    if (problem.empty) return;
    if (in == nullptr) throw InvalidArgument("the input's pointer is null");
    if (out == nullptr) throw InvalidArgument("the output's pointer is null");
    const bool in_place = in == out && planned_->same_layout;
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    if (!in_place &&
        overlap({&planned_->in, element_bytes, in}, {&planned_->out, element_bytes, out})) {
        throw OverlapError(fmt::format(
            "the input ({}) and the output ({}) overlap in memory and are not one identical layout",
            to_string(planned_->in), to_string(planned_->out)));
    }
    planned_->backend->run(*planned_->kernel, alpha, in, beta, out, stream);
}

void check_transpose(const Layout& in, const Layout& out, const std::vector<int>& perm, DType dtype,
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
        throw AliasedOutput(
            fmt::format("two elements of the output ({}) share one address", to_string(out)));
    }
}

PlannedTranspose plan_all_but_kernel(const Context& context, const Layout& in, const Layout& out,
                                     const std::vector<int>& perm, DType dtype, bool conjugate) {
    check_transpose(in, out, perm, dtype, conjugate);
    PlannedTranspose planned;
    planned.problem = make_transpose_problem(dtype, conjugate, joint_modes(in, out, perm));
    planned.backend = make_transpose_backend(context);
    planned.device = context.options().device;
    planned.in = in;
    planned.out = out;
    planned.bytes = bytes_moved(planned.problem);
    planned.same_layout = keeps_addresses(planned.problem);
    return planned;
}

TransposePlan make_transpose_plan(PlannedTranspose planned) {
    return TransposePlan(std::make_unique<const PlannedTranspose>(std::move(planned)));
}

TransposePlan plan_transpose(Context& context, const Layout& in, const Layout& out,
                             const std::vector<int>& perm, DType dtype,
                             const TransposeOptions& options) {
    PlannedTranspose planned =
        plan_all_but_kernel(context, in, out, perm, dtype, options.conjugate);
    choose_kernel(planned, options.planning, context.options().use_kept_choices);
    return make_transpose_plan(std::move(planned));
}

}  // namespace ttgt
