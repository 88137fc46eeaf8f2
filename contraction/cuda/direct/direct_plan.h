// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/plan/plan.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

struct GettChoice;

/// One pass over the data: `fast` where the pointers are aligned for it, else `plain`.
struct DirectPass {
    DirectLaunch fast;
    DirectLaunch plain;
};

/// How a GPU does a Direct, a Reduce or a Scale step. Host data only: no device is asked.
struct DirectKernelPlan final : DeviceKernel {
    /// "product: tiles of 64 rows ...", "gett: 128x64x16 ...".
    [[nodiscard]] std::string describe() const override;

    std::int64_t scratch_bytes = 0;  ///< of device memory, aligned to 16 bytes at least
    bool swapped = false;            ///< the kernels' L is the step's R
    bool is_empty = false;           ///< D has no elements
    bool sums_nothing = false;       ///< D = beta * D: the inputs have no elements
    DirectPass main;
    std::optional<DirectPass> split_reduction;  ///< sums what `main` left in scratch memory
    Architecture gpu;
    std::string gett_choice;  ///< where `main` is a GETT kernel, whose price is that of the plan
};

/// The cheapest plan that needs at most `scratch_limit` bytes of scratch memory, and never more
/// than `most_scratch_bytes`. Takes some microseconds. Throws Unsupported or SizeOverflow where the
/// problem is beyond any launch.
[[nodiscard]] DirectKernelPlan plan_direct_kernel(const DirectStep& step, const Architecture& gpu,
                                                  std::int64_t scratch_limit);
inline constexpr std::int64_t most_scratch_bytes = std::int64_t{1} << 20;
/// That of one choice of a GETT kernel; nothing where it cannot be launched.
[[nodiscard]] std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step,
                                                               const GettChoice& choice,
                                                               const Architecture& gpu);
/// That of the choice that is predicted to be the fastest; nothing where there is none.
[[nodiscard]] std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step,
                                                               const Architecture& gpu,
                                                               std::int64_t scratch_limit);
/// Those that are predicted to be the fastest with each of their tiles and orders of inputs.
[[nodiscard]] std::vector<DirectKernelPlan> plan_gett_kernels(const DirectStep& step,
                                                              const Architecture& gpu,
                                                              std::int64_t scratch_limit);
inline constexpr std::int64_t most_gett_scratch_bytes = std::int64_t{1} << 26;

/// A sum over one input is a product without a second one; likewise.
[[nodiscard]] DirectKernelPlan plan_reduce_kernel(const ReduceStep& step, const Architecture& gpu,
                                                  std::int64_t scratch_limit);
/// Scaling is a sum of nothing, run with alpha = 0. beta = 0 writes zeros and reads nothing.
[[nodiscard]] DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu);

[[nodiscard]] double predicted_ms(const DirectKernelPlan& plan);

}  // namespace ttgt::cuda
