// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "transpose/cpu/copy_bytes.h"
#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {

/// Reads rows of a plan's tiles into memory that has the output's order. T has the size of an
/// element.
template <class T>
class TileGather {
public:
    TileGather(const CpuKernelPlan& plan, const SimdKernels& simd)
        : plan_(plan), transpose_(simd.of<sizeof(T)>().transpose) {}

    /// Whether pieces that are contiguous in the input are long enough to be written without a
    /// buffer.
    [[nodiscard]] bool has_long_pieces() const { return plan_.piece * unit >= long_piece_bytes; }

    /// Reads `rows` rows of `length` elements to `buffer`, where they begin `pitch` bytes apart.
    /// Row i begins at in + at[i].in; where the plan has squares, all rows have to be contiguous in
    /// the input.
    void rows(const std::byte* in, const ByteOffsets* at, std::int64_t rows, std::int64_t length,
              std::byte* buffer, std::int64_t pitch) const {
        if (plan_.has_squares()) {
            return transpose_(in + at->in, plan_.run_in.data(), length, rows, buffer, pitch);
        }
        for (std::int64_t i = 0; i < rows; ++i) row(in + at[i].in, length, buffer + i * pitch);
    }

    /// Reads one row of `length` elements to `buffer`.
    void row(const std::byte* in, std::int64_t length, std::byte* buffer) const {
        const std::int64_t* run = plan_.run_in.data();
        if (plan_.piece == 1) return elements(in, run, length, buffer);
        for (std::int64_t done = 0; done < length; done += plan_.piece) {
            const std::int64_t piece = std::min(plan_.piece, length - done);
            copy_bytes(in + *run++, buffer + done * unit, piece * unit);
        }
    }

private:
    static constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
    /// Minimum number of bytes of a long piece.
    static constexpr std::int64_t long_piece_bytes = 1024;
    /// Reads elements by a table, four at a time: the compiler has to assume that each store may
    /// change the table.
    static void elements(const std::byte* in, const std::int64_t* run, std::int64_t length,
                         std::byte* buffer) {
        std::int64_t i = 0;
        for (; i + 4 <= length; i += 4) {
            const T four[] = {load<T>(in + run[i]), load<T>(in + run[i + 1]),
                              load<T>(in + run[i + 2]), load<T>(in + run[i + 3])};
            std::memcpy(buffer + i * unit, four, sizeof four);
        }
        for (; i < length; ++i) store(buffer + i * unit, load<T>(in + run[i]));
    }

    const CpuKernelPlan& plan_;
    SimdKernels::BlockTranspose transpose_;
};

}  // namespace ttgt::cpu
