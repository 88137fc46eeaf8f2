// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/kernels/product_kernels.h"
#include "contraction/cuda/emulated/kernels/product_tiles.cuh"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/kernels/shared_address.cuh"
#include "src/runtime/cuda/kernels/warpgroup.cuh"

// Products of planes on Hopper: compiled for its own instructions (sm_90a). Blocks of planes are
// copied to shared memory in bulk; the warpgroups that multiply read them from there.

namespace ttgt::cuda {
namespace {

constexpr int warpgroup = 128;
/// One warpgroup copies; each of two others multiplies half of the columns of a tile.
constexpr int product_threads = 3 * warpgroup;
constexpr int stages = 4;
/// A block of columns, and two blocks of rows.
constexpr std::uint32_t stage_bytes = 3 * block_bytes;
/// Blocks of a cluster have the same rows and neighbouring tiles of columns. Each copies half of
/// the rows for both.
constexpr int cluster_blocks = 2;
/// Warps that multiply, of all blocks of a cluster: all have to be done with a stage.
constexpr int readers = cluster_blocks * 8;

/// Shared memory of a block. Barriers lie behind the stages, which begin at a multiple of 1024.
constexpr std::uint32_t full_barriers = stages * stage_bytes;
constexpr std::uint32_t empty_barriers = full_barriers + stages * 8;
constexpr std::int64_t shared_bytes = 1024 + empty_barriers + stages * 8;

__device__ inline void initialise_barrier(std::uint32_t barrier, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count));
}
__device__ inline void wait_for(std::uint32_t barrier, std::uint32_t phase) {
    std::uint32_t is_done = 0;
    while (is_done == 0) {
        asm volatile(
            "{\n.reg .pred p;\n"
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
            "selp.u32 %0, 1, 0, p;\n}\n"
            : "=r"(is_done)
            : "r"(barrier), "r"(phase)
            : "memory");
    }
}
__device__ inline void expect_bytes(std::uint32_t barrier, std::uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}
/// Arrives at the barrier that a block of the cluster has at this address. Nothing that was written
/// is published by it: at the scope of the cluster that would cost a fence of the whole device.
__device__ inline void arrive_at(std::uint32_t barrier, std::uint32_t block) {
    asm volatile(
        "{\n.reg .b32 remote;\n"
        "mapa.shared::cluster.u32 remote, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [remote];\n}\n" ::"r"(barrier),
        "r"(block)
        : "memory");
}
__device__ inline void copy_block(std::uint32_t to, const std::int8_t* from,
                                  std::uint32_t barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(to),
        "l"(from), "r"(static_cast<std::uint32_t>(block_bytes)), "r"(barrier)
        : "memory");
}
/// Copies to the same address of all blocks of the cluster, and tells the barriers of each.
__device__ inline void copy_block_to_all(std::uint32_t to, const std::int8_t* from,
                                         std::uint32_t barrier) {
    constexpr std::uint16_t all = (1U << cluster_blocks) - 1;
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1], %2, [%3], %4;" ::"r"(to),
        "l"(from), "r"(static_cast<std::uint32_t>(block_bytes)), "r"(barrier), "h"(all)
        : "memory");
}
__device__ inline void wait_for_cluster() {
    asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;\n" ::: "memory");
}
__device__ inline std::uint32_t rank_in_cluster() {
    std::uint32_t rank = 0;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/// sum = a * b, or sum += a * b where `adds`: 64 columns, 256 rows, 32 inner positions.
/// Long: names 128 registers.
__device__ inline void multiply_64_256_32(std::int32_t (&sum)[128], std::uint64_t a,
                                          std::uint64_t b, int adds) {
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.b32 p, %130, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, "
        "%40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, "
        "%56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, "
        "%72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, "
        "%88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, "
        "%104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, "
        "%120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, p;\n}\n"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3]), "+r"(sum[4]), "+r"(sum[5]),
          "+r"(sum[6]), "+r"(sum[7]), "+r"(sum[8]), "+r"(sum[9]), "+r"(sum[10]), "+r"(sum[11]),
          "+r"(sum[12]), "+r"(sum[13]), "+r"(sum[14]), "+r"(sum[15]), "+r"(sum[16]), "+r"(sum[17]),
          "+r"(sum[18]), "+r"(sum[19]), "+r"(sum[20]), "+r"(sum[21]), "+r"(sum[22]), "+r"(sum[23]),
          "+r"(sum[24]), "+r"(sum[25]), "+r"(sum[26]), "+r"(sum[27]), "+r"(sum[28]), "+r"(sum[29]),
          "+r"(sum[30]), "+r"(sum[31]), "+r"(sum[32]), "+r"(sum[33]), "+r"(sum[34]), "+r"(sum[35]),
          "+r"(sum[36]), "+r"(sum[37]), "+r"(sum[38]), "+r"(sum[39]), "+r"(sum[40]), "+r"(sum[41]),
          "+r"(sum[42]), "+r"(sum[43]), "+r"(sum[44]), "+r"(sum[45]), "+r"(sum[46]), "+r"(sum[47]),
          "+r"(sum[48]), "+r"(sum[49]), "+r"(sum[50]), "+r"(sum[51]), "+r"(sum[52]), "+r"(sum[53]),
          "+r"(sum[54]), "+r"(sum[55]), "+r"(sum[56]), "+r"(sum[57]), "+r"(sum[58]), "+r"(sum[59]),
          "+r"(sum[60]), "+r"(sum[61]), "+r"(sum[62]), "+r"(sum[63]), "+r"(sum[64]), "+r"(sum[65]),
          "+r"(sum[66]), "+r"(sum[67]), "+r"(sum[68]), "+r"(sum[69]), "+r"(sum[70]), "+r"(sum[71]),
          "+r"(sum[72]), "+r"(sum[73]), "+r"(sum[74]), "+r"(sum[75]), "+r"(sum[76]), "+r"(sum[77]),
          "+r"(sum[78]), "+r"(sum[79]), "+r"(sum[80]), "+r"(sum[81]), "+r"(sum[82]), "+r"(sum[83]),
          "+r"(sum[84]), "+r"(sum[85]), "+r"(sum[86]), "+r"(sum[87]), "+r"(sum[88]), "+r"(sum[89]),
          "+r"(sum[90]), "+r"(sum[91]), "+r"(sum[92]), "+r"(sum[93]), "+r"(sum[94]), "+r"(sum[95]),
          "+r"(sum[96]), "+r"(sum[97]), "+r"(sum[98]), "+r"(sum[99]), "+r"(sum[100]),
          "+r"(sum[101]), "+r"(sum[102]), "+r"(sum[103]), "+r"(sum[104]), "+r"(sum[105]),
          "+r"(sum[106]), "+r"(sum[107]), "+r"(sum[108]), "+r"(sum[109]), "+r"(sum[110]),
          "+r"(sum[111]), "+r"(sum[112]), "+r"(sum[113]), "+r"(sum[114]), "+r"(sum[115]),
          "+r"(sum[116]), "+r"(sum[117]), "+r"(sum[118]), "+r"(sum[119]), "+r"(sum[120]),
          "+r"(sum[121]), "+r"(sum[122]), "+r"(sum[123]), "+r"(sum[124]), "+r"(sum[125]),
          "+r"(sum[126]), "+r"(sum[127])
        : "l"(a), "l"(b), "r"(adds));
}
/// Keeps reads of sums behind the wait.
__device__ inline void hold(std::int32_t (&sum)[128]) {
#pragma unroll
    for (int i = 0; i < 128; ++i) asm volatile("" : "+r"(sum[i])::"memory");
}

/// The stages in turn: which one is next, and the parity of its round.
struct StageTurn {
    std::uint32_t stage = 0;
    std::uint32_t phase = 0;
    __device__ void advance() {
        if (++stage == stages) {
            stage = 0;
            phase ^= 1U;
        }
    }
};

/// The tiles of a block, and where its shared memory begins.
struct ProductWalk {
    const ProductsArguments& arguments;
    int planes;
    std::uint32_t shared;
    std::uint32_t rank;

    [[nodiscard]] __device__ std::uint32_t full(std::uint32_t stage) const {
        return shared + full_barriers + stage * 8;
    }
    [[nodiscard]] __device__ std::uint32_t empty(std::uint32_t stage) const {
        return shared + empty_barriers + stage * 8;
    }
    template <class Visit>
    __device__ void for_each_tile(Visit visit) const {
        const std::uint64_t pairs = pair_count(arguments, planes);
        for (std::uint64_t pair = blockIdx.x / cluster_blocks; pair < pairs;
             pair += gridDim.x / cluster_blocks) {
            PlaneTile tile = tile_of_pair(arguments, planes, pair);
            tile.columns += rank;
            visit(tile);
        }
    }
};

/// One thread copies the blocks of all tiles, as far ahead as there are stages.
__device__ inline void copy_tiles(const ProductWalk& walk, const std::int8_t* planes_l,
                                  const std::int8_t* planes_r) {
    StageTurn turn;
    walk.for_each_tile([&](const PlaneTile& tile) {
        const std::int8_t* columns = blocks_of_columns(walk.arguments, planes_r, tile);
        const std::int8_t* rows =
            blocks_of_rows(walk.arguments, planes_l, tile) +
            static_cast<std::int64_t>(walk.rank) * walk.arguments.inner_blocks * block_bytes;
        for (std::uint32_t k = 0; k < walk.arguments.inner_blocks; ++k) {
            wait_for(walk.empty(turn.stage), turn.phase ^ 1U);
            const std::uint32_t full = walk.full(turn.stage);
            const std::uint32_t to = walk.shared + turn.stage * stage_bytes;
            expect_bytes(full, stage_bytes);
            copy_block(to, columns, full);
            copy_block_to_all(to + (1 + walk.rank) * static_cast<std::uint32_t>(block_bytes), rows,
                              full);
            columns += block_bytes;
            rows += block_bytes;
            turn.advance();
        }
    });
}

/// Writes the sums of a thread, reduced: its words of a tile.
__device__ inline void write_reduced(const std::int32_t (&sum)[128], const Reduction& by,
                                     std::uint32_t* to) {
#pragma unroll
    for (int j = 0; j < 32; ++j) {
        to[j * 256] = reduced_word(sum[4 * j], sum[4 * j + 1], sum[4 * j + 2], sum[4 * j + 3], by);
    }
}

/// A warpgroup multiplies 64 columns of each tile, and writes reduced sums.
__device__ inline void multiply_tiles(const ProductWalk& walk, std::uint32_t half,
                                      std::uint32_t* products) {
    StageTurn turn;
    const std::uint32_t lane = threadIdx.x % 32;
    const std::uint32_t warp = threadIdx.x % warpgroup / 32;
    const auto let_go = [&](std::uint32_t stage) {
        if (lane < cluster_blocks) arrive_at(walk.empty(stage), lane);
    };
    walk.for_each_tile([&](const PlaneTile& tile) {
        std::int32_t sum[128];
        std::uint32_t last = 0;
        for (std::uint32_t k = 0; k < walk.arguments.inner_blocks; ++k) {
            wait_for(walk.full(turn.stage), turn.phase);
            const std::uint32_t at = walk.shared + turn.stage * stage_bytes;
            const std::uint64_t columns =
                described(at + half * 64 * static_cast<std::uint32_t>(block_inner));
            const std::uint64_t rows = described(at + static_cast<std::uint32_t>(block_bytes));
            hold(sum);
            begin_products();
#pragma unroll
            for (int part = 0; part < 4; ++part) {
                multiply_64_256_32(sum, columns + 2 * part, rows + 2 * part,
                                   static_cast<int>(k) + part);
            }
            commit_products();
            if (k > 0) {
                wait_for_products<1>();
                let_go(last);
            }
            last = turn.stage;
            turn.advance();
        }
        wait_for_products<0>();
        hold(sum);
        let_go(last);
        const Reduction by =
            walk.arguments.reductions[tile.plane / static_cast<unsigned>(walk.arguments.parts)];
        std::uint32_t* const to =
            words_of(walk.arguments, products, tile) + (half * 4 + warp) * 32 + lane;
        write_reduced(sum, by, to);
    });
}

__global__ void __cluster_dims__(cluster_blocks, 1, 1) __launch_bounds__(product_threads, 1)
    hopper_product_kernel(const __grid_constant__ ProductsArguments arguments,
                          const std::int8_t* planes_l, const std::int8_t* planes_r,
                          const ProductChoice* choice, std::uint32_t* products) {
    extern __shared__ std::uint8_t memory[];
    const std::uint32_t shared = (shared_address(memory) + 1023U) / 1024U * 1024U;
    const ProductWalk walk{arguments, plane_count(arguments, *choice), shared, rank_in_cluster()};
    if (threadIdx.x == 0) {
        for (std::uint32_t stage = 0; stage < stages; ++stage) {
            initialise_barrier(walk.full(stage), 1);
            initialise_barrier(walk.empty(stage), readers);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    wait_for_cluster();
    const std::uint32_t group = threadIdx.x / warpgroup;
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) copy_tiles(walk, planes_l, planes_r);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        multiply_tiles(walk, group - 1, products);
    }
    // The other block of the cluster may still write to this one's shared memory.
    wait_for_cluster();
}

}  // namespace

void enqueue_hopper_products(const ProductsArguments& arguments, int multiprocessors,
                             const std::int8_t* planes_l, const std::int8_t* planes_r,
                             const ProductChoice* choice, std::uint32_t* products, Stream stream) {
    TTGT_CUDA_CHECK(cudaFuncSetAttribute(hopper_product_kernel,
                                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(shared_bytes)));
    const int blocks = multiprocessors / cluster_blocks * cluster_blocks;
    const cudaLaunchConfig_t config = launch_config(blocks, product_threads, shared_bytes, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, hopper_product_kernel, arguments, planes_l,
                                       planes_r, choice, products));
}

}  // namespace ttgt::cuda
