// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/enqueue.cuh"
#include "contraction/cuda/direct/gett/gett_kernel.cuh"
#include "src/runtime/cuda/shared_memory.h"

namespace ttgt::cuda {

/// A tile of a list as a type.
template <auto& tiles, int index>
struct GettTileOf {
    static constexpr int rows = tiles[index].rows;
    static constexpr int columns = tiles[index].columns;
    static constexpr int inner = tiles[index].inner;
    static constexpr int warp_rows = tiles[index].warp_rows;
    static constexpr int warp_columns = tiles[index].warp_columns;
    static constexpr int stages = tiles[index].stages;
    static constexpr int blocks = tiles[index].blocks;
    static constexpr int threads = tiles[index].threads();
};

template <class T, class Tile, int vector_l, int vector_r>
void enqueue_gett(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    constexpr auto kernel = gett_kernel<T, Tile, vector_l, vector_r>;
    static SharedMemoryGrant grant;  // one of each kernel
    grant.on_current_device(reinterpret_cast<const void*>(kernel));
    DirectCall ordered = call;
    if (launch.swapped) std::swap(ordered.l, ordered.r);
    enqueue_kernel<T>(kernel, launch, arguments, ordered, stream);
}

/// Starts the kernel of the launch's tile and vectors.
template <class T, auto& tiles, int index = 0>
void enqueue_tile(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    if constexpr (index < count_of(tiles)) {
        if (launch.policy != index) {
            return enqueue_tile<T, tiles, index + 1>(launch, arguments, call, stream);
        }
        using Tile = GettTileOf<tiles, index>;
        constexpr int widest = vector_bytes / sizeof(T);
        const bool wide_l = arguments.stage_l.vector > 1;
        const bool wide_r = arguments.stage_r.vector > 1;
        if constexpr (widest > 1) {
            if (wide_l && wide_r) {
                return enqueue_gett<T, Tile, widest, widest>(launch, arguments, call, stream);
            }
            if (wide_l) return enqueue_gett<T, Tile, widest, 1>(launch, arguments, call, stream);
            if (wide_r) return enqueue_gett<T, Tile, 1, widest>(launch, arguments, call, stream);
        }
        enqueue_gett<T, Tile, 1, 1>(launch, arguments, call, stream);
    }
}

}  // namespace ttgt::cuda
