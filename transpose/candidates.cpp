// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/candidates.h"

#include <utility>

#include "transpose/planned_transpose.h"

namespace ttgt {

std::vector<TransposeCandidate> transpose_candidates(Context& context, const Layout& in,
                                                     const Layout& out,
                                                     const std::vector<int>& perm, DType dtype) {
    PlannedTranspose planned = plan_all_but_kernel(context, in, out, perm, dtype);
    std::vector<TransposeCandidate> candidates;
    for (SharedKernelPlan& kernel : planned.backend->candidates(planned.problem)) {
        std::string parameters = kernel->parameters();
        planned.kernel = std::move(kernel);
        candidates.push_back({make_transpose_plan(planned), std::move(parameters)});
    }
    candidates.front().chosen = true;
    return candidates;
}

}  // namespace ttgt
