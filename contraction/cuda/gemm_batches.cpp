// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/gemm_batches.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ttgt::cuda {
namespace {

constexpr std::int64_t most_in_batch = std::numeric_limits<std::int32_t>::max();  // cuBLASLt's

}  // namespace

GemmBatches batches_of(const GemmStep& step) {
    GemmBatches batches;
    batches.calls = step.loops;
    const auto batch_of = [](const Mode<3>& mode) {
        return mode.extent <= most_in_batch ? mode.extent : 0;
    };
    const auto longest = std::max_element(
        batches.calls.begin(), batches.calls.end(),
        [&](const Mode<3>& a, const Mode<3>& b) { return batch_of(a) < batch_of(b); });
    if (longest == batches.calls.end() || batch_of(*longest) == 0) return batches;
    batches.batch = *longest;
    batches.calls.erase(longest);
    return batches;
}

BatchedGemm call_of(const GemmCall& shape, const Mode<3>& batch) {
    return {shape, batch.extent, batch.strides[0], batch.strides[1], batch.strides[2]};
}

}  // namespace ttgt::cuda
