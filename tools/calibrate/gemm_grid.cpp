// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/gemm_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ttgt::tool {
namespace {

using cuda::TimesByShape;

/// Long products reach this share of the ceilings.
constexpr double share_of_ceilings = 0.9;
/// Fewer do not fill a device, even where each of them is for many multiprocessors.
constexpr std::int64_t fewest_of_many = 8;
constexpr std::int64_t most_of_many = 131072;

/// Extent of a place of the grid: powers of four, and the last of k.
std::int64_t extent(std::size_t place) { return std::int64_t{1} << (2 * place); }
std::int64_t inner_extent(std::size_t place) {
    constexpr std::int64_t last = 1 << 20;
    return place + 1 == TimesByShape::inner_count ? last : extent(place);
}

/// Products of one dtype within the limits.
class Grid {
public:
    Grid(DType dtype, const GemmGridLimits& limits)
        : bytes_(size_bytes(dtype)), flops_(is_complex(dtype) ? 8 : 2), limits_(limits) {}

    /// What the ceilings allow.
    [[nodiscard]] double least_us(const ProductExtents& p) const {
        const double flops = static_cast<double>(flops_ * p.m * p.n * p.k);
        const double bytes = static_cast<double>(bytes_ * (p.m * p.k + p.k * p.n + p.m * p.n));
        return std::max(flops / limits_.peak_flops_per_us, bytes / limits_.bytes_per_us);
    }
    [[nodiscard]] bool is_measured(const ProductExtents& p) const {
        return largest_bytes(p) <= limits_.most_operand_bytes && least_us(p) <= limits_.longest_us;
    }
    /// Products in a batch; 0 where it would be too few.
    [[nodiscard]] std::int64_t batch(const ProductExtents& p) const {
        const auto by_time = static_cast<std::int64_t>(
            std::min(limits_.batch_us / least_us(p), static_cast<double>(most_of_many)));
        const std::int64_t count = std::min(by_time, limits_.most_batch_bytes / largest_bytes(p));
        return count < fewest_of_many ? 0 : count;
    }

private:
    [[nodiscard]] std::int64_t largest_bytes(const ProductExtents& p) const {
        return bytes_ * std::max({p.m * p.k, p.k * p.n, p.m * p.n});
    }

    std::int64_t bytes_;
    std::int64_t flops_;
    const GemmGridLimits& limits_;
};

/// In a batch of two, so that the sum is not shared between multiprocessors.
double batch_us_per_inner(const MeasureProducts& measure) {
    constexpr std::int64_t side = 64;
    constexpr std::int64_t shorter = 16384;
    constexpr std::int64_t longer = 65536;
    constexpr double count = 2;
    constexpr double least = 1e-6;
    const double us = measure({side, side, longer}, 2) - measure({side, side, shorter}, 2);
    return std::max(least, count * us / static_cast<double>(longer - shorter));
}

}  // namespace

cuda::GemmTimes measure_gemm_times(DType dtype, const GemmGridLimits& limits,
                                   const MeasureProducts& measure,
                                   const std::function<void()>& point_done) {
    const Grid grid(dtype, limits);
    cuda::GemmTimes times;
    times.peak_flops_per_us = limits.peak_flops_per_us;
    times.batch_us_per_inner = batch_us_per_inner(measure);
    for (std::size_t k = 0; k < TimesByShape::inner_count; ++k) {
        for (std::size_t n = 0; n < TimesByShape::count; ++n) {
            for (std::size_t m = 0; m <= n; ++m) {
                const ProductExtents product{extent(m), extent(n), inner_extent(k)};
                const double alone = grid.is_measured(product)
                                         ? measure(product, 1)
                                         : grid.least_us(product) / share_of_ceilings;
                const std::int64_t batch = grid.batch(product);
                const double of_many = batch > 0 ? measure(product, batch) : alone;
                times.alone.values[k][n][m] = times.alone.values[k][m][n] =
                    static_cast<float>(alone);
                times.of_many.values[k][n][m] = times.of_many.values[k][m][n] =
                    static_cast<float>(of_many);
                point_done();
            }
        }
    }
    return times;
}

}  // namespace ttgt::tool
