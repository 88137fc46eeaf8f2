// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/kernels/product_kernels.h"
#include "contraction/cuda/emulated/kernels/product_tiles.cuh"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/kernels/shared_address.cuh"

// Products of planes on devices of compute capability 8.0 and newer, by the instructions that all
// of these have.

namespace ttgt::cuda {
namespace {

/// Two warps along the columns of a tile, four along its rows; each has 64 of both.
constexpr int product_threads = 256;
constexpr int stages = 2;
constexpr std::uint32_t stage_bytes = 3 * block_bytes;
constexpr std::int64_t shared_bytes = stages * stage_bytes;
constexpr int unit_bytes = 16;

__device__ inline void copy_unit(std::uint32_t to, const std::int8_t* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
__device__ inline void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int left>
__device__ inline void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}
/// Four matrices of 8 rows of 16 bytes; each lane names a row.
__device__ inline void load_fragments(std::uint32_t (&to)[4], std::uint32_t address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(address)
                 : "memory");
}
/// sum += a * b: 16 columns, 8 rows, 32 inner positions.
__device__ inline void multiply_16_8_32(std::int32_t (&sum)[4], const std::uint32_t (&a)[4],
                                        std::uint32_t b0, std::uint32_t b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// Copies a block of columns and two blocks of rows to a stage.
__device__ inline void copy_stage(const ProductsArguments& arguments, std::uint32_t to,
                                  const std::int8_t* columns, const std::int8_t* rows) {
    const std::int64_t next_rows = static_cast<std::int64_t>(arguments.inner_blocks) * block_bytes;
#pragma unroll
    for (int part = 0; part < 3; ++part) {
        const std::int8_t* const from = part == 0 ? columns : rows + (part - 1) * next_rows;
#pragma unroll
        for (int u = 0; u < block_bytes / unit_bytes / product_threads; ++u) {
            const std::uint32_t at = (threadIdx.x + u * product_threads) * unit_bytes;
            copy_unit(to + part * static_cast<std::uint32_t>(block_bytes) + at, from + at);
        }
    }
    commit_copies();
}

/// The address of unit `unit` of a row of a block in shared memory.
__device__ inline std::uint32_t unit_address(std::uint32_t block, std::uint32_t row,
                                             std::uint32_t unit) {
    return block + row * block_inner + ((unit ^ (row & 7U)) * unit_bytes);
}

/// Sums of a warp: 64 columns in fours of 16, 64 rows in eights of 8.
struct WarpSums {
    std::int32_t of[4][8][4];
};

/// Adds the products of a stage, whose first block has the columns.
__device__ inline void multiply_stage(WarpSums& sums, std::uint32_t stage, std::uint32_t column,
                                      std::uint32_t row) {
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t rows = stage + static_cast<std::uint32_t>(block_bytes);
#pragma unroll
    for (std::uint32_t unit = 0; unit < block_inner / unit_bytes; unit += 2) {
        std::uint32_t a[4][4];
#pragma unroll
        for (std::uint32_t c = 0; c < 4; ++c) {
            load_fragments(a[c],
                           unit_address(stage, column + c * 16 + lane % 16, unit + lane / 16));
        }
#pragma unroll
        for (std::uint32_t r = 0; r < 4; ++r) {
            std::uint32_t b[4];
            load_fragments(b, unit_address(rows, row + r * 16 + lane / 16 * 8 + lane % 8,
                                           unit + lane / 8 % 2));
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                multiply_16_8_32(sums.of[c][2 * r], a[c], b[0], b[1]);
                multiply_16_8_32(sums.of[c][2 * r + 1], a[c], b[2], b[3]);
            }
        }
    }
}

/// Multiplies a tile, and writes reduced sums.
__device__ inline void multiply_tile(const ProductsArguments& arguments, const PlaneTile& tile,
                                     std::uint32_t shared, const std::int8_t* columns,
                                     const std::int8_t* rows, std::uint32_t* to) {
    const std::uint32_t warp = threadIdx.x / 32;
    const std::uint32_t column = warp / 4 * 64;
    const std::uint32_t row = warp % 4 * 64;
    WarpSums sums = {};
    copy_stage(arguments, shared, columns, rows);
    for (std::uint32_t k = 0; k < arguments.inner_blocks; ++k) {
        if (k + 1 < arguments.inner_blocks) {
            const std::int64_t next = static_cast<std::int64_t>(k + 1) * block_bytes;
            copy_stage(arguments, shared + (k + 1) % stages * stage_bytes, columns + next,
                       rows + next);
            wait_for_copies<1>();
        } else {
            wait_for_copies<0>();
        }
        __syncthreads();
        multiply_stage(sums, shared + k % stages * stage_bytes, column, row);
        __syncthreads();
    }
    const Reduction by = arguments.reductions[tile.plane / static_cast<unsigned>(arguments.parts)];
    to += (row / 8 * 8 + column / 16) * 32 + threadIdx.x % 32;
#pragma unroll
    for (int r = 0; r < 8; ++r) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const std::int32_t(&sum)[4] = sums.of[c][r];
            to[(r * 8 + c) * 32] = reduced_word(sum[0], sum[1], sum[2], sum[3], by);
        }
    }
}

__global__ void __launch_bounds__(product_threads)
    ampere_product_kernel(const __grid_constant__ ProductsArguments arguments,
                          const std::int8_t* planes_l, const std::int8_t* planes_r,
                          const ProductChoice* choice, std::uint32_t* products) {
    extern __shared__ std::uint8_t memory[];
    const std::uint32_t shared = shared_address(memory);
    const int planes = plane_count(arguments, *choice);
    const std::uint64_t tiles = 2 * pair_count(arguments, planes);
    for (std::uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        PlaneTile tile = tile_of_pair(arguments, planes, t / 2);
        tile.columns += static_cast<std::uint32_t>(t % 2);
        multiply_tile(arguments, tile, shared, blocks_of_columns(arguments, planes_r, tile),
                      blocks_of_rows(arguments, planes_l, tile),
                      words_of(arguments, products, tile));
    }
}

}  // namespace

void enqueue_ampere_products(const ProductsArguments& arguments, int multiprocessors,
                             const std::int8_t* planes_l, const std::int8_t* planes_r,
                             const ProductChoice* choice, std::uint32_t* products, Stream stream) {
    TTGT_CUDA_CHECK(cudaFuncSetAttribute(ampere_product_kernel,
                                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(shared_bytes)));
    const cudaLaunchConfig_t config =
        launch_config(multiprocessors, product_threads, shared_bytes, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, ampere_product_kernel, arguments, planes_l,
                                       planes_r, choice, products));
}

}  // namespace ttgt::cuda
