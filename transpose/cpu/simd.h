// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/piece_writer.h"

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
    /// Writes about so many bytes of what waits, whole lines by non-temporal stores.
    void (*write)(PieceWriter& writer, std::int64_t bytes);
    const char* instruction_set;
};

/// Those for the best instruction set of this machine.
[[nodiscard]] SimdKernels simd_kernels();

/// Ends a sequence of `write`: other threads then see what it wrote in order.
void end_non_temporal_stores();

}  // namespace ttgt::cpu
