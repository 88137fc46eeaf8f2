// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "blocks/execute/stage_runner.h"

namespace ttgt::blocks {

const StageRunner& stream_runner() { cuda::not_built(); }

}  // namespace ttgt::blocks
