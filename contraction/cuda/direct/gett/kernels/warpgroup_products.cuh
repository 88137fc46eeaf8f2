// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/runtime/cuda/kernels/shared_address.cuh"
#include "src/runtime/cuda/kernels/warpgroup.cuh"

// Products of TF32 by a warpgroup, on Hopper's tensor cores.

namespace ttgt::cuda {

/// described() of a place in shared memory.
__device__ inline std::uint64_t described_at(const void* place) {
    return described(shared_address(place));
}

// Eight sums of a lane, as operands of an instruction.
#define TTGT_EIGHT_SUMS(j)                                                                   \
    "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3]), "+f"(sum[j + 1][0]), \
        "+f"(sum[j + 1][1]), "+f"(sum[j + 1][2]), "+f"(sum[j + 1][3])

/// sum += a * b for a warpgroup: 64 rows, 16 of each warp, by 128 columns, and 8 inner positions.
/// Rows of a warp, and 8 columns for each first index of `sum`, are those of a lane as in
/// multiply_add_16_8_8(). `b` describes the columns (see described_at()). The sums may be read, and
/// the registers of `a` written, after wait_for_products().
__device__ inline void multiply_add_64_rows(float (&sum)[16][4], const std::uint32_t (&a)[4],
                                            std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, "
        "%40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, "
        "%56, %57, %58, %59, %60, %61, %62, %63}, "
        "{%64, %65, %66, %67}, %68, 1, 1, 1;"
        : TTGT_EIGHT_SUMS(0), TTGT_EIGHT_SUMS(2), TTGT_EIGHT_SUMS(4), TTGT_EIGHT_SUMS(6),
          TTGT_EIGHT_SUMS(8), TTGT_EIGHT_SUMS(10), TTGT_EIGHT_SUMS(12), TTGT_EIGHT_SUMS(14)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
/// The same with 64 columns.
__device__ inline void multiply_add_64_rows(float (&sum)[8][4], const std::uint32_t (&a)[4],
                                            std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31}, "
        "{%32, %33, %34, %35}, %36, 1, 1, 1;"
        : TTGT_EIGHT_SUMS(0), TTGT_EIGHT_SUMS(2), TTGT_EIGHT_SUMS(4), TTGT_EIGHT_SUMS(6)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

#undef TTGT_EIGHT_SUMS

}  // namespace ttgt::cuda
