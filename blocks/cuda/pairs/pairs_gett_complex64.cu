// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/pairs/pairs_gett_enqueue.cuh"

namespace ttgt::cuda {

void enqueue_pairs_complex64(const PairsGettLaunch& launch) {
    enqueue_pairs_tile<Complex<float>>(launch);
}

}  // namespace ttgt::cuda
