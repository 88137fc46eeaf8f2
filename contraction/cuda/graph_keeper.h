// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/execute/run_replay.h"

namespace ttgt::cuda {

/// Makes the keeper of runs on CUDA device number `device`, which keeps them as CUDA graphs.
[[nodiscard]] std::unique_ptr<const RunKeeper> make_graph_keeper(int device);

}  // namespace ttgt::cuda
