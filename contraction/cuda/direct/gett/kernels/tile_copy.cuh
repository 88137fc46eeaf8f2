// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/cuda/direct/gett/kernels/gett_tables.cuh"
#include "contraction/cuda/direct/gett/kernels/gett_walk.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_tables.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

namespace ttgt::cuda {

/// One thread's part of copying an input's tiles to shared memory, `vector` elements at a time;
/// places outside the input become zeros. `free_size` is the tile's rows (of L) or columns (of R).
/// A thread copies always at one inner position of a slice, so that the offsets of its rows
/// (columns) stay.
template <class T, int free_size, int inner_size, int threads, int vector>
class TileCopy {
public:
    __device__ explicit TileCopy(const GettStage& stage)
        : stage_(stage),
          start_(walk_bits<0, log2_of<threads>>(stage.walk, static_cast<int>(threadIdx.x))),
          to_(start_.free * stage.free_stride + start_.other * stage.inner_stride) {
        // Where a thread has many copies, their offsets need the registers.
        if constexpr (each <= gett_most_copies / 2) {
            keep_in_register(start_.other);
            keep_in_register(to_);
        }
    }

    /// Begins with a tile. `table` says where its rows (columns) lie; `batch` points to the
    /// operand's first element for the index of the batch.
    __device__ void begin(const T* batch, const SideTable<free_size>& table) {
        from_ = batch + table.first;
        inside_ = 0;
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const int f = start_.free + stage_.copy_free[i];
            // The table is read for rows outside the tile too, so that no read waits for a test.
            const int at = in_side<free_size>(f) ? f : free_size - 1;
            const bool is_inside = in_side<free_size>(f) && !is_outside(table.in_d[at]);
            const std::int32_t offset = table.in_input[at];
            offset_[i] = is_inside ? low_bits(std::int64_t{offset} - table.first) : 0;
            inside_ |= (is_inside ? 1U : 0U) << i;
        }
    }

    /// Reads the offset of the thread's inner position in the next slice.
    __device__ void prefetch(const std::int64_t* inner_offsets) {
        inner_ = inner_offsets[start_.other];
    }

    /// Starts the copies of part `part` of `parts` parts of a slice to `to`. The parts of a slice
    /// follow each other, from 0 on.
    __device__ void copy(int part, int parts, T* to) {
        const bool has_slice = !is_outside(inner_);
        Slice slice{from_ + (has_slice ? inner_ : 0), has_slice ? inside_ : 0};
        if constexpr (keeps_slice) {
            if (part == 0) {
                keep_in_register(slice.begin);
                slice_ = slice;
            }
            slice = slice_;
        }
        auto* const begin = reinterpret_cast<unsigned char*>(to + to_);
#pragma unroll
        for (int i = 0; i < each; ++i) {
            if (i * parts / each != part) continue;
            if (!in_side<free_size>(start_.free + stage_.copy_free[i])) continue;
            copy_async_or_zero(reinterpret_cast<Unit*>(begin + stage_.copy_bytes[i]),
                               reinterpret_cast<const Unit*>(slice.begin + offset_[i]),
                               (slice.inside >> i & 1U) != 0);
        }
    }

private:
    /// Whether the address of a slice is computed once for all parts. Measured: for float32 and
    /// complex64 this is faster, for all other types it is slower.
    static constexpr bool keeps_slice =
        std::is_same_v<T, float> || std::is_same_v<T, Complex<float>>;

    /// What a thread copies of a slice.
    struct Slice {
        /// The operand at the thread's inner position.
        const T* begin = nullptr;
        /// A bit for each copy: whether the operand has its element.
        std::uint32_t inside = 0;
    };

    /// The elements that one copy moves.
    using Unit = Vector<T, vector>;
    /// Number of copies of a thread for a slice.
    static constexpr int each = side_of<free_size> * inner_size / threads / vector;
    static_assert(each > 0 && each <= gett_most_copies);

    const GettStage& stage_;
    /// The row (column) and inner position of the thread's first copy.
    TilePosition start_;
    /// Number of elements of shared memory before the thread's first copy.
    int to_;
    /// The operand at the index of the batch and the tile's first row (column).
    const T* from_ = nullptr;
    /// For each copy, elements from `from_` to its row (column).
    std::int32_t offset_[each];
    /// A bit for each copy: whether its row (column) is inside the operand.
    std::uint32_t inside_ = 0;
    /// Offset of the thread's inner position in the slice, in elements, or `outside`.
    std::int64_t inner_ = 0;
    /// The slice that is copied, where it is kept.
    Slice slice_;
};

}  // namespace ttgt::cuda
