// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/float16.h>

#include <cstdint>
#include <type_traits>

namespace ttgt::cuda {

/// sum += a * b on the float64 tensor cores, with 16 rows, 8 columns and 4 inner positions for a
/// warp. Lane t passes rows t / 4 and t / 4 + 8 of a at inner position t % 4, and column t / 4 of b
/// at the same position. It gets rows t / 4 and t / 4 + 8 of sum, each in columns 2 * (t % 4) and 2
/// * (t % 4) + 1.
__device__ inline void multiply_add_16_8_4(double (&sum)[4], const double (&a)[2], double b) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
        : "d"(a[0]), "d"(a[1]), "d"(b));
#else
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+d"(sum[2 * half]), "+d"(sum[2 * half + 1])
                     : "d"(a[half]), "d"(b));
    }
#endif
}

/// sum += a * b on the TF32 tensor cores, with 16 rows, 8 columns and 8 inner positions for a warp.
/// TF32 is the first 11 significant bits of float32. Lane t passes rows t / 4 and t / 4 + 8 of a at
/// inner position t % 4, then both rows at t % 4 + 4; and column t / 4 of b at the same two
/// positions. It gets rows t / 4 and t / 4 + 8 of sum, each in columns 2 * (t % 4) and 2 * (t % 4)
/// + 1.
__device__ inline void multiply_add_16_8_8(float (&sum)[4], const std::uint32_t (&a)[4],
                                           const std::uint32_t (&b)[2]) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// sum += a * b on the tensor cores for 16-bit elements, with 16 rows, 8 columns and 16 inner
/// positions for a warp. Each register of a and b holds two neighbouring inner positions. Lane t
/// passes rows t / 4 and t / 4 + 8 of a at positions 2 * (t % 4) and the next, then both rows 8
/// positions further on; and column t / 4 of b at the same positions. It gets rows t / 4 and t / 4
/// + 8 of sum, each in columns 2 * (t % 4) and 2 * (t % 4) + 1.
template <class Half>
__device__ inline void multiply_add_16_8_16(float (&sum)[4], const std::uint32_t (&a)[4],
                                            const std::uint32_t (&b)[2]) {
    if constexpr (std::is_same_v<Half, float16>) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
            "{%8,%9}, {%0,%1,%2,%3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    } else {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
            "{%8,%9}, {%0,%1,%2,%3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
}

/// Reads four matrices of 8 x 8 elements of 16 bits from shared memory. Lanes 8 * i to 8 * i + 7
/// pass the rows of matrix i, which begin at multiples of 16 bytes. Lane t gets, of each matrix or
/// of its transpose, row t / 4 at columns 2 * (t % 4) and 2 * (t % 4) + 1.
template <bool transposed>
__device__ inline void load_matrices(std::uint32_t (&to)[4], const void* row) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
    if constexpr (transposed) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address));
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address));
    }
}
/// Reads two matrices of 8 x 8 elements of 16 bits from shared memory. Lanes 8 * i to 8 * i + 7
/// pass the rows of matrix i, which begin at multiples of 16 bytes. Lane t gets, of each matrix or
/// of its transpose, row t / 4 at columns 2 * (t % 4) and 2 * (t % 4) + 1.
template <bool transposed>
__device__ inline void load_matrices(std::uint32_t (&to)[2], const void* row) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
    if constexpr (transposed) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                     : "=r"(to[0]), "=r"(to[1])
                     : "r"(address));
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                     : "=r"(to[0]), "=r"(to[1])
                     : "r"(address));
    }
}

}  // namespace ttgt::cuda
