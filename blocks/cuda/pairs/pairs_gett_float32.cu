// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/pairs/pairs_gett_enqueue.cuh"

namespace ttgt::cuda {

void enqueue_pairs_float32(const PairsGettLaunch& launch) { enqueue_pairs_tile<float>(launch); }

}  // namespace ttgt::cuda
