// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/outer/outer_arguments.h"

namespace ttgt::cuda {

/// Where a tile begins. Offsets are in elements.
struct OuterTile {
    /// Offset of the tile's first output in D.
    std::int64_t d;
    /// Offsets of the tile's first elements in the fast and the slow input.
    std::int64_t input[2];
    /// Number of outputs at the beginning of each run that are inside D.
    std::int32_t in_run;
    /// 1 where some positions of the tile are beyond their modes, else 0.
    std::int32_t is_cut;
};

/// Finds where tile `number` begins: tile, and in first[m] its first position of mode m. Thread 0
/// does it; all threads may read both after a barrier.
__device__ inline void find_outer_tile(const OuterArguments& arguments, std::uint32_t number,
                                       std::int64_t* first, OuterTile& tile) {
    if (threadIdx.x != 0) return;
    OuterTile found{0, {0, 0}, static_cast<std::int32_t>(arguments.run.value), 0};
#pragma unroll 1
    for (int m = 0; m < arguments.output_modes; ++m) {
        const OuterMode& mode = arguments.mode[m];
        const std::uint32_t above = quotient(number, mode.blocks);
        const std::uint32_t digit = number - above * mode.blocks.value;
        number = above;
        const std::int64_t chunk = mode.chunk.value;
        const std::int64_t begin = digit * chunk;
        first[m] = begin;
        found.d += begin * mode.stride[0];
        found.input[0] += begin * mode.stride[1];
        found.input[1] += begin * mode.stride[2];
        if (begin + chunk <= mode.extent) continue;
        found.is_cut = 1;
        // Of a run's modes the last one alone is cut into chunks.
        if (m < arguments.run_modes) {
            found.in_run =
                static_cast<std::int32_t>(arguments.run.value / mode.chunk.value *
                                          static_cast<std::uint32_t>(mode.extent - begin));
        }
    }
    tile = found;
}

/// The place of a number whose digits are positions of the modes from `begin` to `end`, the first
/// one fastest.
__device__ inline std::uint32_t place_of(const OuterArguments& arguments, int begin, int end,
                                         std::uint32_t number) {
    std::uint32_t place = 0;
#pragma unroll 1
    for (int m = begin; m < end; ++m) {
        const OuterMode& mode = arguments.mode[m];
        const std::uint32_t above = quotient(number, mode.chunk);
        place += (number - above * mode.chunk.value) * mode.place;
        number = above;
    }
    return place;
}

/// Calls visit(mode, digit, m) for each mode of a staged input: `digit` is the position within the
/// tile that element `entry` has along mode m.
template <class Visit>
__device__ inline void visit_digits(const OuterArguments& arguments, const OuterStage& stage,
                                    std::uint32_t entry, Visit visit) {
#pragma unroll 1
    for (int i = 0; i < stage.modes; ++i) {
        const int m = stage.order[i];
        const OuterMode& mode = arguments.mode[m];
        const std::uint32_t above = quotient(entry, mode.chunk);
        visit(mode, static_cast<std::int32_t>(entry - above * mode.chunk.value), m);
        entry = above;
    }
}

/// Writes the two tables of a staged input, the fast one (`input` is 0) or the slow one (1). Thread
/// t writes the entries t, t + threads, ...
__device__ inline void fill_stage_tables(const OuterArguments& arguments, const OuterStage& stage,
                                         int input, char* shared) {
    auto* const offsets = reinterpret_cast<std::int32_t*>(shared + stage.offsets);
    auto* const places = reinterpret_cast<std::uint16_t*>(shared + stage.places);
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < stage.count; i += arguments.threads) {
        std::int32_t offset = 0;
        std::uint32_t place = 0;
        visit_digits(arguments, stage, static_cast<std::uint32_t>(i),
                     [&](const OuterMode& mode, std::int32_t digit, int) {
                         offset += digit * static_cast<std::int32_t>(mode.stride[1 + input]);
                         place += static_cast<std::uint32_t>(digit) * mode.place;
                     });
        offsets[i] = offset;
        places[i] = static_cast<std::uint16_t>(input == 0 ? place & 0xffffU : place >> 16U);
    }
}

/// Writes the tables that are the same for all tiles; each thread writes every `threads`-th entry.
/// Entries before the first output have the places of outputs a multiple of the tile later, whose
/// elements of the fast input are the same where threads are steady.
__device__ inline void fill_tables(const OuterArguments& arguments, char* shared) {
    auto* const outputs = reinterpret_cast<std::uint32_t*>(shared + arguments.output_places);
    auto* const inner = reinterpret_cast<std::uint32_t*>(shared + arguments.inner_places);
    const int thread = static_cast<int>(threadIdx.x);
#pragma unroll 1
    for (int i = thread - outer_places_before; i < arguments.outputs; i += arguments.threads) {
        int number = i;
        while (number < 0) number += arguments.outputs;
        outputs[i] =
            place_of(arguments, 0, arguments.output_modes, static_cast<std::uint32_t>(number));
    }
#pragma unroll 1
    for (int i = thread; i < arguments.depth; i += arguments.threads) {
        inner[i] = place_of(arguments, arguments.output_modes, arguments.modes,
                            static_cast<std::uint32_t>(i));
    }
    fill_stage_tables(arguments, arguments.fast, 0, shared);
    fill_stage_tables(arguments, arguments.slow, 1, shared);
}

/// Writes the offset in D of each run of a tile; `outside` for runs beyond a mode. Thread t writes
/// the entries t, t + threads, ...
__device__ inline void fill_runs(const OuterArguments& arguments, const OuterTile& tile,
                                 const std::int64_t* first, std::int64_t* runs) {
    for (int i = static_cast<int>(threadIdx.x); i < arguments.runs; i += arguments.threads) {
        auto rest = static_cast<std::uint32_t>(i);
        std::int64_t offset = tile.d;
        bool is_inside = true;
#pragma unroll 1
        for (int m = arguments.run_modes; m < arguments.output_modes; ++m) {
            const OuterMode& mode = arguments.mode[m];
            const std::uint32_t above = quotient(rest, mode.chunk);
            const auto digit = static_cast<std::int64_t>(rest - above * mode.chunk.value);
            rest = above;
            is_inside = is_inside && first[m] + digit < mode.extent;
            offset += digit * mode.stride[0];
        }
        runs[i] = is_inside ? offset : outside;
    }
}

}  // namespace ttgt::cuda
