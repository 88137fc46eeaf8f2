// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <functional>

#include "src/context/cuda/gemm_times.h"

namespace ttgt::tool {

struct ProductExtents {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    friend bool operator==(const ProductExtents&, const ProductExtents&) = default;
};

/// What decides which products of the grid are measured.
struct GemmGridLimits {
    double peak_flops_per_us = 1;         ///< real operations
    double bytes_per_us = 1;              ///< read plus written by a copy
    std::int64_t most_operand_bytes = 0;  ///< of one matrix
    std::int64_t most_batch_bytes = 0;    ///< of all A, all B or all C of a batch
    double longest_us = 0;                ///< of a product, at best
    double batch_us = 0;                  ///< of a batch, at best
};

/// Microseconds of each of `count` products in one batch.
using MeasureProducts = std::function<double(const ProductExtents& extents, std::int64_t count)>;

/// How often measure_gemm_times() calls `point_done` for one dtype.
inline constexpr std::int64_t gemm_grid_points = []() {
    constexpr std::int64_t planes = cuda::TimesByShape::inner_count;
    constexpr std::int64_t lines = cuda::TimesByShape::count;
    return planes * lines * (lines + 1) / 2;
}();

/// Every product of the grid, alone and as one of many, m and n either way round alike. Beyond the
/// limits a product's time is computed, at 0.9 of the ceilings; one of which a batch cannot hold
/// several takes as long in a batch as alone. Microseconds, no logarithms.
[[nodiscard]] cuda::GemmTimes measure_gemm_times(DType dtype, const GemmGridLimits& limits,
                                                 const MeasureProducts& measure,
                                                 const std::function<void()>& point_done);

}  // namespace ttgt::tool
