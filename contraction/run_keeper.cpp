// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/run_keeper.h"

#include "contraction/cuda/graph_keeper.h"

namespace ttgt {

std::unique_ptr<const RunKeeper> make_run_keeper(const Device& device) {
    return cuda::make_graph_keeper(device.index);
}

}  // namespace ttgt
