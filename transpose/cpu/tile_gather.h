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

/// Reads rows of a plan's tiles into memory that has the output's order. T: an element's bits.
template <class T>
class TileGather {
public:
    TileGather(const CpuKernelPlan& plan, const SimdKernels& simd)
        : plan_(plan), transpose_(transpose_of(simd)) {}

    /// Whether what is contiguous in the input is long enough to be put without a buffer.
    [[nodiscard]] bool has_long_pieces() const { return plan_.piece * unit >= long_piece_bytes; }

    /// `rows` rows of `length` elements, `pitch` bytes apart in `buffer`; where they are tiled they
    /// must be contiguous in the input. `between(bytes)` is called from time to time, with what was
    /// read since.
    template <class Between>
    void rows(const std::byte* in, const ByteOffsets* at, std::int64_t rows, std::int64_t length,
              std::byte* buffer, std::int64_t pitch, const Between& between) const {
        if (plan_.tile.method == TransposeMethod::tiled && plan_.contiguous_rows > 1) {
            return strips(in + at->in, rows, length, buffer, pitch, between);
        }
        for (std::int64_t i = 0; i < rows; ++i, buffer += pitch) {
            row(in + at[i].in, length, buffer);
            between(length * unit);
        }
    }

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
    static constexpr std::int64_t long_piece_bytes = 1024;
    /// Elements of the run, each on cache lines of its own in the input, that are read at a time.
    static constexpr std::int64_t strip = std::max<std::int64_t>(16, 32 / unit);

    static SimdKernels::BlockTranspose transpose_of(const SimdKernels& simd) {
        if constexpr (unit == 1) return simd.transpose1;
        if constexpr (unit == 2) return simd.transpose2;
        if constexpr (unit == 4) return simd.transpose4;
        if constexpr (unit == 8) return simd.transpose8;
        return simd.transpose16;
    }

    /// By turns from both ends: if each strip lay as far from the one before, the machine would
    /// take them for a stream and fetch lines behind the tile.
    template <class Between>
    void strips(const std::byte* in, std::int64_t rows, std::int64_t length, std::byte* buffer,
                std::int64_t pitch, const Between& between) const {
        const std::int64_t count = std::max<std::int64_t>(length / strip, 1);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t at = i % 2 == 0 ? i / 2 : count - 1 - i / 2;
            const std::int64_t begin = at * strip;
            const std::int64_t end = at == count - 1 ? length : begin + strip;
            transpose_(in, plan_.run_in.data() + begin, end - begin, rows, buffer + begin * unit,
                       pitch);
            between((end - begin) * rows * unit);
        }
    }

    /// Four at a time: the compiler must take each store for one that may change the table.
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
