// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/gathered_pieces.h"
#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// The loops that are written in vectors, compiled for every instruction set and chosen when the
/// program runs. What they write by non-temporal stores counts as steps of a prefetcher.
struct SimdKernels {
    /// buffer[r][i] = element r of the input from offset run[i] on, for `rows` x `length` elements;
    /// rows of the buffer start `pitch` bytes apart.
    using BlockTranspose = void (*)(const std::byte* in, const std::int64_t* run,
                                    std::int64_t length, std::int64_t rows, std::byte* buffer,
                                    std::int64_t pitch);
    /// The same into rows of the output, from registers: row r begins at `out + at[r].out`, and all
    /// consist of whole cache lines.
    using SquareWriter = void (*)(const std::byte* in, const std::int64_t* run, std::int64_t length,
                                  std::int64_t rows, std::byte* out, const ByteOffsets* at,
                                  Prefetcher& prefetcher);
    /// The same into the pieces, which lie in `buffer` first: one for each row, `most_together` at
    /// most.
    using RowWriter = void (*)(const std::byte* in, const std::int64_t* run, std::int64_t length,
                               std::byte* buffer, const GatheredPieces& pieces,
                               Prefetcher& prefetcher);
    /// The same where so many rows as the pieces' stride follow each other without a gap in both
    /// tensors. The buffer has room for two rows and three cache lines.
    using AdjoiningWriter = void (*)(const std::byte* in, const std::int64_t* run,
                                     std::int64_t length, std::int64_t rows, std::byte* buffer,
                                     std::int64_t buffer_bytes, const OutputPieces& pieces,
                                     Prefetcher& prefetcher);
    struct OfElement {
        BlockTranspose transpose;
        SquareWriter write_squares;
        RowWriter write_rows;
        AdjoiningWriter write_adjoining;
    };
    OfElement of1;  ///< elements of 1 byte
    OfElement of2;
    OfElement of4;
    OfElement of8;
    OfElement of16;
    /// Whole lines of the pieces by non-temporal stores, ends by plain ones.
    void (*write)(const GatheredPieces& pieces, Prefetcher& prefetcher);
    const char* instruction_set;

    template <std::size_t element_bytes>
    [[nodiscard]] const OfElement& of() const {
        if constexpr (element_bytes == 1) return of1;
        if constexpr (element_bytes == 2) return of2;
        if constexpr (element_bytes == 4) return of4;
        if constexpr (element_bytes == 8) return of8;
        return of16;
    }
};

/// Those for the best instruction set of this machine.
[[nodiscard]] SimdKernels simd_kernels();

/// Ends a sequence of non-temporal stores: other threads then see what was written in order.
void end_non_temporal_stores();

}  // namespace ttgt::cpu
