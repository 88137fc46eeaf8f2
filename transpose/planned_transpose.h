// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/transpose.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "transpose/backend.h"

namespace ttgt {

/// What a TransposePlan hides from its users.
struct PlannedTranspose {
    /// The problem, with merged modes.
    TransposeProblem problem;
    /// How the device moves the elements.
    SharedKernelPlan kernel;
    /// What the cache on disk did for the plan, for explain(); may be empty.
    std::string cache_note;
    /// The backend that has made the kernel plan and runs it.
    std::shared_ptr<const TransposeBackend> backend;
    /// The device of the context.
    Device device;
    /// The input's layout.
    Layout in;
    /// The output's layout.
    Layout out;
    /// Bytes that are read and written without accumulation.
    std::int64_t bytes = 0;
    /// Whether each element keeps its address if both base pointers are equal.
    bool same_layout = false;
};

/// Throws on arguments as plan_transpose() does.
void check_transpose(const Layout& in, const Layout& out, const std::vector<int>& perm, DType dtype,
                     bool conjugate);

/// Everything of a planned transpose apart from the kernel plan, which is null. Throws on arguments
/// as plan_transpose() does.
[[nodiscard]] PlannedTranspose plan_all_but_kernel(const Context& context, const Layout& in,
                                                   const Layout& out, const std::vector<int>& perm,
                                                   DType dtype, bool conjugate = false);

/// The public plan of a planned transpose.
[[nodiscard]] TransposePlan make_transpose_plan(PlannedTranspose planned);

}  // namespace ttgt
