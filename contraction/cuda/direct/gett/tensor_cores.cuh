// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// sum += a * b of 16 rows, 8 columns and 4 inner positions on the float64 tensor cores. Lane t has
/// rows t / 4 and t / 4 + 8 at inner position t % 4 of a, column t / 4 of b, and columns
/// 2 * (t % 4) and the next of both rows of sum.
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

}  // namespace ttgt::cuda
