// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "transpose/cpu/gathered_pieces.h"
#include "transpose/cpu/prefetcher.h"

namespace ttgt::cpu {

/// The loops that are written in vectors, compiled for every instruction set; the set is chosen
/// when the program runs. Each cache line that they write by non-temporal stores is a step of the
/// prefetcher.
struct SimdKernels {
    /// Transposes `rows` x `length` elements into a buffer: buffer[r][i] = the element r elements
    /// behind the byte offset run[i] of the input. Rows of the buffer begin `pitch` bytes apart.
    using BlockTranspose = void (*)(const std::byte* in, const std::int64_t* run,
                                    std::int64_t length, std::int64_t rows, std::byte* buffer,
                                    std::int64_t pitch);
    /// Transposes `rows` x `length` elements from registers into rows of the output: element i of
    /// row r is the element r elements behind the byte offset run[i] of the input. Row r begins at
    /// `out + at[r].out`; all rows consist of whole cache lines.
    using SquareWriter = void (*)(const std::byte* in, const std::int64_t* run, std::int64_t length,
                                  std::int64_t rows, std::byte* out, const ByteOffsets* at,
                                  Prefetcher& prefetcher);
    /// Transposes elements into pieces of the output by way of `buffer`, where `pieces` says that
    /// they lie. Each row is a piece; there are at most `most_together` rows. Element i of row r is
    /// the element r elements behind the byte offset run[i] of the input.
    using RowWriter = void (*)(const std::byte* in, const std::int64_t* run, std::int64_t length,
                               std::byte* buffer, const GatheredPieces& pieces,
                               Prefetcher& prefetcher);
    /// Transposes `rows` x `length` elements into the output, where groups of pieces.stride rows
    /// follow each other without a gap in both tensors. Element i of row r is the element r
    /// elements behind the byte offset run[i] of its piece of the input. The buffer has room for
    /// two rows and three cache lines.
    using AdjoiningWriter = void (*)(const std::byte* in, const std::int64_t* run,
                                     std::int64_t length, std::int64_t rows, std::byte* buffer,
                                     std::int64_t buffer_bytes, const OutputPieces& pieces,
                                     Prefetcher& prefetcher);
    /// The transpose loops for elements of one size in bytes: four functions that differ in where
    /// they write.
    struct OfElement {
        /// Transposes elements of the input into a buffer.
        BlockTranspose transpose;
        /// Transposes elements into rows of the output that consist of whole cache lines.
        SquareWriter write_squares;
        /// Transposes elements into rows of the output that may begin within a cache line.
        RowWriter write_rows;
        /// Transposes elements into rows of the output that follow each other without a gap.
        AdjoiningWriter write_adjoining;
    };
    /// The loops that move elements of 1 byte.
    OfElement of1;
    /// The loops that move elements of 2 bytes.
    OfElement of2;
    /// The loops that move elements of 4 bytes.
    OfElement of4;
    /// The loops that move elements of 8 bytes.
    OfElement of8;
    /// The loops that move elements of 16 bytes.
    OfElement of16;
    /// Writes pieces to the output: whole cache lines by non-temporal stores, the ends of pieces by
    /// plain stores.
    void (*write)(const GatheredPieces& pieces, Prefetcher& prefetcher);
    /// The name of the instruction set.
    const char* instruction_set;

    /// The loops that move elements of `element_bytes` bytes.
    template <std::size_t element_bytes>
    [[nodiscard]] const OfElement& of() const {
        if constexpr (element_bytes == 1) return of1;
        if constexpr (element_bytes == 2) return of2;
        if constexpr (element_bytes == 4) return of4;
        if constexpr (element_bytes == 8) return of8;
        return of16;
    }
};

/// The loops for the best instruction set of this machine.
[[nodiscard]] SimdKernels simd_kernels();

/// Ends a sequence of non-temporal stores, so that other threads see what was written in order.
void end_non_temporal_stores();

}  // namespace ttgt::cpu
