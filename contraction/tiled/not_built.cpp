// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "contraction/tiled/tile_worker.h"

namespace ttgt {

std::unique_ptr<TileWorker> make_cuda_tile_worker(Context&, const TileWorkerTask&) {
    cuda::not_built();
}

}  // namespace ttgt
