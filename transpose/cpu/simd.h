// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// The two loops that are written in vectors, compiled for every instruction set and chosen when
/// the program runs.
struct SimdKernels {
    /// buffer[r][i] = element r of the input from offset run[i] on, for `rows` x `length` elements;
    /// rows of the buffer start `pitch` bytes apart.
    using BlockTranspose = void (*)(const std::byte* in, const std::int64_t* run,
                                    std::int64_t length, std::int64_t rows, std::byte* buffer,
                                    std::int64_t pitch);
    BlockTranspose transpose1;  ///< elements of 1 byte
    BlockTranspose transpose2;
    BlockTranspose transpose4;
    BlockTranspose transpose8;
    BlockTranspose transpose16;
    /// Copies by non-temporal stores where whole lines are written; every line takes a step of
    /// `prefetcher`.
    void (*copy_non_temporal)(const std::byte* from, std::byte* to, std::int64_t bytes,
                              Prefetcher& prefetcher);
    const char* instruction_set;
};

/// Those for the best instruction set of this machine.
[[nodiscard]] SimdKernels simd_kernels();

/// Ends a sequence of `copy_non_temporal`: other threads then see what it wrote in order.
void end_non_temporal_stores();

}  // namespace ttgt::cpu
