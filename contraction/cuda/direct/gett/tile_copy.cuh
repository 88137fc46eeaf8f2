// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_tables.cuh"
#include "contraction/cuda/direct/gett/gett_walk.cuh"
#include "contraction/cuda/direct/gett/tile_tables.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

namespace ttgt::cuda {

/// How a thread copies its part of an input's tiles to shared memory, `vector` elements at a time,
/// zeros where outside: always at one inner position, so that its rows' (columns') offsets stay.
template <class T, int free_size, int inner_size, int threads, int vector>
class TileCopy {
public:
    __device__ explicit TileCopy(const GettStage& stage)
        : stage_(stage),
          start_(walk_bits<0, log2_of<threads>>(stage.walk, static_cast<int>(threadIdx.x))),
          to_(start_.free * stage.free_step + start_.other * stage.inner_step) {}

    /// The tile whose rows (columns) lie where `table` says, `batch` being the operand's beginning.
    __device__ void begin(const T* batch, const SideTable<free_size>& table) {
        from_ = batch + table.first;
        inside_ = 0;
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const int f = start_.free + step(i);
            const int at = min(f, free_size - 1);  // read in any case, so that no read waits
            const bool is_inside = f < free_size && table.in_d[at] > lowest_offset;
            const std::int32_t offset = table.in_input[at];
            offset_[i] = is_inside ? low_bits(std::int64_t{offset} - table.first) : 0;
            inside_ |= (is_inside ? 1U : 0U) << i;
        }
    }

    /// Reads where the next slice's inner positions lie.
    __device__ void prefetch(const std::int64_t* inner_offsets) {
        inner_ = inner_offsets[start_.other];
    }

    /// One of `parts` parts of a slice.
    __device__ void copy(int part, int parts, T* to) const {
        const bool has_slice = inner_ > lowest_offset;
        const std::uint32_t inside = has_slice ? inside_ : 0;
        const T* const slice = from_ + (has_slice ? inner_ : 0);
#pragma unroll
        for (int i = 0; i < each; ++i) {
            if (i * parts / each != part) continue;
            if (side_of<free_size> != free_size && start_.free + step(i) >= free_size) continue;
            copy_async_or_zero(reinterpret_cast<Unit*>(to + to_ + step(i) * stage_.free_step),
                               reinterpret_cast<const Unit*>(slice + offset_[i]),
                               (inside >> i & 1U) != 0);
        }
    }

private:
    using Unit = Vector<T, vector>;
    static constexpr int each = side_of<free_size> * inner_size / threads / vector;
    static_assert(each > 0 && each <= 32);

    __device__ int step(int i) const {
        return walk_bits<log2_of<threads>, log2_of<each>>(stage_.walk, i).free;
    }

    const GettStage& stage_;
    TilePosition start_;
    int to_;
    const T* from_ = nullptr;
    std::int32_t offset_[each];
    std::uint32_t inside_ = 0;  ///< a bit for each of them
    std::int64_t inner_ = 0;
};

}  // namespace ttgt::cuda
