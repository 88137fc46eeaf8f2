// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <vector>

#include "src/gemm/gemm.h"
#include "tools/calibrate/gemm_grid.h"
#include "tools/operands/cuda/random_tensor.h"

namespace ttgt::tool {

/// How a product multiplies: elements of which type, TF32 or full precision, and where columns
/// begin.
struct ProductKind {
    DType dtype = DType::float64;
    ComputeType compute = ComputeType::full;
    /// All columns begin at multiples of so many bytes, not of twice as many where those are fewer
    /// than 16. 0: matrices are packed.
    std::int64_t column_bytes = 0;
};

/// A product: all pairs of operations, and m and n exchanged where they differ. Columns of fewer
/// than 16 bytes stay packed.
[[nodiscard]] std::vector<GemmCall> ways_of(const ProductKind& kind, const ProductExtents& extents);

/// Times matrix products of random numbers on a CUDA device as plans run them, by the algorithm
/// that planning would fix. Keeps its memory from one to the next.
class DeviceProducts {
public:
    /// The context outlives it. About `point_ms` milliseconds go into each time.
    DeviceProducts(const Context& context, double point_ms);

    /// Microseconds of each of `count` products in one batch: for every pair of operations, m and n
    /// either way round, the median of up to five calls after one that warms up; of these the
    /// geometric mean. Later ways are left out once the time is used up. Throws Unsupported where
    /// cuBLASLt has no way, OutOfMemory, DeviceError, Interrupted.
    [[nodiscard]] double us(const ProductKind& kind, const ProductExtents& extents,
                            std::int64_t count);
    /// Microseconds of one such product, the median of up to five calls after one that warms up;
    /// pointers and scalars of `shape` are not looked at. Throws as us() does.
    [[nodiscard]] double call_us(const GemmCall& shape);

private:
    void place_largest(const std::vector<GemmCall>& ways, std::int64_t count);
    void place(const std::array<std::int64_t, 3>& elements, DType dtype);
    [[nodiscard]] double median_us(const GemmCall& shape, std::int64_t count);

    int device_;
    Stream stream_;
    double point_ms_;
    std::array<RandomTensor, 4> memory_;  ///< A, B, C, scratch
};

}  // namespace ttgt::tool
