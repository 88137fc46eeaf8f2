// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/transpose.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "transpose/any_kernel_plan.h"

namespace ttgt {

struct TransposePlan::State {
    TransposeProblem problem;
    AnyKernelPlan kernel;
    Device device;
    Stream stream;
    Layout in;
    Layout out;
    std::int64_t bytes = 0;
    int threads = 0;
    bool same_layout = false;  // every element keeps its address if the base pointers are equal
};

/// All but the kernel. Throws as plan_transpose() does on arguments.
[[nodiscard]] std::unique_ptr<TransposePlan::State> make_transpose_state(
    const Context& context, const Layout& in, const Layout& out, const std::vector<int>& perm,
    DType dtype, bool conjugate);

}  // namespace ttgt
