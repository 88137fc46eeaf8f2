// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/transpose_timing.h"

#include <ttgt/transpose.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "tools/buffers.h"
#include "tools/checker.h"
#include "tools/interrupt.h"
#include "tools/timing.h"
#include "transpose/kernel_plan.h"

namespace ttgt::tool {
namespace {

Layout output_layout(const std::vector<std::int64_t>& extents, const std::vector<int>& perm) {
    std::vector<std::int64_t> permuted(perm.size());
    std::transform(perm.begin(), perm.end(), permuted.begin(),
                   [&](int mode) { return extents[static_cast<std::size_t>(mode)]; });
    return packed(std::move(permuted));
}

/// The kernel's plan, for what it says of itself.
TransposeKernelPlan kernel_plan(const Layout& in, const Layout& out, const std::vector<int>& perm,
                                DType dtype) {
    Modes<2> modes;
    for (std::size_t i = 0; i < perm.size(); ++i) {
        modes.push_back(
            {out.extents[i], {in.strides[static_cast<std::size_t>(perm[i])], out.strides[i]}});
    }
    return plan_transpose_kernel(make_transpose_problem(dtype, false, modes));
}

}  // namespace

TransposeTiming time_transpose(Context& context, const std::vector<std::int64_t>& extents,
                               const std::vector<int>& perm, DType dtype, int repeats, bool check) {
    constexpr int plan_repeats = 5;
    const Layout in_layout = packed(extents);
    const Layout out_layout = output_layout(extents, perm);
    const std::int64_t bytes = tensor_bytes(in_layout, dtype);
    const double moved = 2.0 * static_cast<double>(bytes);

    TransposeTiming timing;
    std::optional<TransposePlan> plan;
    timing.plan_us = 1e3 * median_ms(plan_repeats, [&] {
                         plan.emplace(plan_transpose(context, in_layout, out_layout, perm, dtype));
                     });
    const TransposeKernelPlan kernel = kernel_plan(in_layout, out_layout, perm, dtype);
    timing.method = to_string(kernel.tile.method);
    timing.predicted_ms = predicted_ms(kernel);

    const Buffer in = allocate_tensor(in_layout, dtype);
    const Buffer out = allocate_tensor(out_layout, dtype);
    fill_random(in.get(), volume(in_layout), dtype, 1);
    const int threads = context.options().threads;
    const double copy_ms = median_ms(repeats, [&] {
        throw_if_interrupted();
        copy_bytes(out.get(), in.get(), bytes, threads);
    });
    timing.time_ms = median_ms(repeats, [&] {
        throw_if_interrupted();
        plan->run(1.0, in.get(), 0.0, out.get());
    });
    timing.gb_s = moved / (timing.time_ms * 1e6);
    timing.copy_gb_s = moved / (copy_ms * 1e6);
    timing.check = "skipped";
    if (check) {
        timing.check =
            is_transpose_of(out.get(), in.get(), extents, perm, size_bytes(dtype)) ? "ok" : "fail";
    }
    return timing;
}

}  // namespace ttgt::tool
