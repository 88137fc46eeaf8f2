// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "blocks/execute/stage_runner.h"

namespace ttgt::blocks {

std::unique_ptr<const GroupedKernels> make_grouped_kernels(const Context&, const BlockProblem&,
                                                           TableUse) {
    cuda::not_built();
}

const StageRunner& stream_runner() { cuda::not_built(); }

}  // namespace ttgt::blocks
