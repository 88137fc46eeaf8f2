// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/outer/outer_tile.h"
#include "contraction/plan/plan.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// One pass of a kernel over the data, prepared as two launches that compute the same. A run uses
/// one of the two: `fast` if its pointers are aligned for it, else `plain`.
struct DirectPass {
    /// The launch for pointers that have the alignment in `fast.alignment`.
    DirectLaunch fast;
    /// The launch for pointers that are aligned to one element, but not as `fast` needs.
    DirectLaunch plain;
};

/// How a GPU does a Direct, a Reduce or a Scale step. Host data only: making it asks no device.
struct DirectKernelPlan final : DeviceKernel {
    /// One line of text for explain(), such as "product: tiles of 64 rows ..." or "gett: 128x64x16
    /// ...".
    [[nodiscard]] std::string describe() const override;
    /// Kinds: "nothing", "elementwise", "sums", "product", "tall", "gett", "outer".
    [[nodiscard]] KernelKey key() const override;

    /// Bytes of device memory for partial sums, aligned to at least 16 bytes; 0 where sums are not
    /// split.
    std::int64_t scratch_bytes = 0;
    /// Whether the kernels take the step's R as their L: where R alone is complex, or a GETT kernel
    /// reads R by rows. for_each_launch() is the one place that swaps the pointers.
    bool swapped = false;
    /// Whether D has no elements.
    bool is_empty = false;
    /// Whether the sums have no terms, so that D = beta * D and no input is read.
    bool sums_nothing = false;
    /// The pass that computes D or, where sums are split, the partial sums.
    DirectPass main;
    /// The pass after `main` that sums the partial sums of scratch memory to D; nothing where sums
    /// are not split.
    std::optional<DirectPass> split_reduction;
    /// The GPU that the plan was made for.
    Architecture gpu;
    /// How a GETT kernel does the product; nothing where `main` is another kernel. Where there is a
    /// choice, main.fast.us is the price of the whole plan.
    std::optional<GettChoice> gett;
};

/// Plans a Direct step with elementwise, sum, product or tall kernels; plan_gett_kernel() is for
/// GETT kernels. The plan needs at most `scratch_limit` bytes of scratch memory, and at most
/// most_scratch_bytes. Takes some microseconds. Throws Unsupported or SizeOverflow where the
/// problem is beyond any launch.
[[nodiscard]] DirectKernelPlan plan_direct_kernel(const DirectStep& step, const Architecture& gpu,
                                                  std::int64_t scratch_limit);
/// The same, or nothing where the plan is soon known to take more than `most_ms` milliseconds.
[[nodiscard]] std::optional<DirectKernelPlan> plan_direct_kernel(const DirectStep& step,
                                                                 const Architecture& gpu,
                                                                 std::int64_t scratch_limit,
                                                                 double most_ms);
/// Maximum number of bytes of scratch memory of a plan without a GETT kernel.
inline constexpr std::int64_t most_scratch_bytes = std::int64_t{1} << 20;
/// Plans a Direct step with a GETT kernel as `choice` says. Returns nothing where no GETT kernel
/// suits the step, or the choice cannot be launched.
[[nodiscard]] std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step,
                                                               const GettChoice& choice,
                                                               const Architecture& gpu);
/// Plans a Direct step with the GETT kernel that is predicted to be the fastest among the choices
/// that best_gett() compares. The plan needs at most `scratch_limit` bytes of scratch memory, and
/// at most most_gett_scratch_bytes. Returns nothing where no GETT kernel suits the step.
[[nodiscard]] std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step,
                                                               const Architecture& gpu,
                                                               std::int64_t scratch_limit);
/// Plans for a Direct step with GETT kernels, to be measured: for each tile and each order of the
/// inputs that likely_getts() returns, the plan that is predicted to be the fastest. Sorted by
/// predicted time. Each plan needs at most `scratch_limit` bytes of scratch memory, and at most
/// most_gett_scratch_bytes.
[[nodiscard]] std::vector<DirectKernelPlan> plan_gett_kernels(const DirectStep& step,
                                                              const Architecture& gpu,
                                                              std::int64_t scratch_limit);
/// Plans a Direct step with the outer kernel (contraction/cuda/direct/outer), whose tiles lie along
/// D. Needs no scratch memory. Returns nothing where favours_outer() is false of the step. Throws
/// Unsupported or SizeOverflow where the problem is beyond any launch.
[[nodiscard]] std::optional<DirectKernelPlan> plan_outer_kernel(const DirectStep& step,
                                                                const Architecture& gpu);
/// Plans a Direct step with the outer kernel and these tiles. Needs no scratch memory. Returns
/// nothing where the kernel does not serve the step, or the tiles cannot be launched.
[[nodiscard]] std::optional<DirectKernelPlan> plan_outer_kernel(const DirectStep& step,
                                                                const OuterChunks& chunks,
                                                                const Architecture& gpu);
/// Maximum number of bytes of scratch memory of a plan with a GETT kernel.
inline constexpr std::int64_t most_gett_scratch_bytes = std::int64_t{1} << 26;

/// Plans a Reduce step: a sum over one input, done as a product without a second input. The plan
/// needs at most `scratch_limit` bytes of scratch memory, and at most most_scratch_bytes. Throws
/// Unsupported or SizeOverflow where the problem is beyond any launch.
[[nodiscard]] DirectKernelPlan plan_reduce_kernel(const ReduceStep& step, const Architecture& gpu,
                                                  std::int64_t scratch_limit);
/// Plans a Scale step, D = beta * D, as a sum without terms. The plan is run with alpha = 0 and
/// needs no scratch memory. beta = 0 writes zeros and reads nothing.
[[nodiscard]] DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu);

/// Predicted milliseconds of a run, launches included; 0 where D has no elements.
[[nodiscard]] double predicted_ms(const DirectKernelPlan& plan);

}  // namespace ttgt::cuda
