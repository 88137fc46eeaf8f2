// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/outer/kernels/outer_tables.cuh"
#include "contraction/cuda/direct/outer/outer_arguments.h"

namespace ttgt::cuda {

/// Whether element `entry` of a staged input is inside all its modes, for a tile that begins at
/// `first`.
__device__ inline bool is_staged(const OuterArguments& arguments, const OuterStage& stage,
                                 std::uint32_t entry, const std::int64_t* first) {
    bool is_inside = true;
    visit_digits(arguments, stage, entry, [&](const OuterMode& mode, std::int32_t digit, int m) {
        if (m < arguments.output_modes) is_inside = is_inside && first[m] + digit < mode.extent;
    });
    return is_inside;
}

/// Copies a tile's part of an input, the fast one (`input` is 0) or the slow one (1), to shared
/// memory; elements outside the input become zeros. Thread t copies the elements t, t + threads,
/// ... in the input's order, and loads outer_together of them before it stores the first.
template <class In, class T>
__device__ inline void load_part(const OuterArguments& arguments, const OuterStage& stage,
                                 int input, char* shared, const void* base, const OuterTile& tile,
                                 const std::int64_t* first) {
    const auto* const offsets = reinterpret_cast<const std::int32_t*>(shared + stage.offsets);
    const auto* const places = reinterpret_cast<const std::uint16_t*>(shared + stage.places);
    const std::int64_t origin = tile.input[input];
    const bool is_cut = tile.is_cut != 0;
#pragma unroll 1
    for (int begin = static_cast<int>(threadIdx.x); begin < stage.count;
         begin += outer_together * arguments.threads) {
        T read[outer_together] = {};
#pragma unroll
        for (int j = 0; j < outer_together; ++j) {
            const int i = begin + j * arguments.threads;
            if (i >= stage.count) continue;
            if (is_cut && !is_staged(arguments, stage, static_cast<std::uint32_t>(i), first))
                continue;
            read[j] = load_element<In, T>(base, origin + offsets[i], stage.access);
        }
#pragma unroll
        for (int j = 0; j < outer_together; ++j) {
            const int i = begin + j * arguments.threads;
            if (i < stage.count) {
                *reinterpret_cast<T*>(shared + stage.values + places[i]) = read[j];
            }
        }
    }
}

}  // namespace ttgt::cuda
