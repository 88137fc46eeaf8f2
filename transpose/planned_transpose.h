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

/// What a TransposePlan hides.
struct PlannedTranspose {
    TransposeProblem problem;
    SharedKernelPlan kernel;
    std::string cache_note;  // what the cache on disk had to do with it; may be empty
    std::shared_ptr<const TransposeBackend> backend;
    Device device;
    Layout in;
    Layout out;
    std::int64_t bytes = 0;
    bool same_layout = false;  // every element keeps its address if the base pointers are equal
};

/// All but the kernel. Throws as plan_transpose() does on arguments.
[[nodiscard]] PlannedTranspose plan_all_but_kernel(const Context& context, const Layout& in,
                                                   const Layout& out, const std::vector<int>& perm,
                                                   DType dtype, bool conjugate);

[[nodiscard]] TransposePlan make_transpose_plan(PlannedTranspose planned);

}  // namespace ttgt
