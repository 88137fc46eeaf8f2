// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/gemm_batches.h"

#include <algorithm>
#include <limits>

#include "contraction/cuda/batch_pointers.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

// The most matrices in a batch that cuBLASLt takes: evenly spaced (most_strided) or by pointers
// (most_pointers).
constexpr std::int64_t most_strided = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_pointers = 65535;

/// The batch by pointers: it takes as many of the step's longest loops as fit most_pointers.
GemmBatches pointer_batches_of(const GemmStep& step) {
    Modes<3> loops = step.loops;
    sort_few(loops.begin(), loops.end(),
             [](const Mode<3>& a, const Mode<3>& b) { return a.extent > b.extent; });
    GemmBatches batches;
    std::int64_t count = 1;
    for (const Mode<3>& loop : loops) {
        const bool fits = loop.extent <= most_pointers / count;
        (fits ? batches.batch : batches.calls).push_back(loop);
        if (fits) count *= loop.extent;
    }
    return batches;
}

}  // namespace

GemmBatches strided_batches_of(const GemmStep& step) {
    GemmBatches batches;
    batches.calls = step.loops;
    const auto batch_of = [](const Mode<3>& mode) {
        return mode.extent <= most_strided ? mode.extent : 0;
    };
    const auto longest = std::max_element(
        batches.calls.begin(), batches.calls.end(),
        [&](const Mode<3>& a, const Mode<3>& b) { return batch_of(a) < batch_of(b); });
    if (longest == batches.calls.end() || batch_of(*longest) == 0) return batches;
    batches.batch.push_back(*longest);
    batches.calls.erase(longest);
    return batches;
}

GemmBatches batches_of(const GemmStep& step) {
    GemmBatches strided = strided_batches_of(step);
    GemmBatches pointers = pointer_batches_of(step);
    const bool fits = pointer_bytes(pointers.batch) <= step.scratch_limit;
    return fits && volume(pointers.calls) < volume(strided.calls) ? pointers : strided;
}

}  // namespace ttgt::cuda
