// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/gemm_grid.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tools/calibrate/cuda/pointer_chase.h"
#include "tools/calibrate/line_fit.h"

namespace ttgt::tool {
namespace {

struct Call {
    ProductExtents extents;
    std::int64_t count;
};

/// A device of 1 TFLOP/s and 1 TB/s on which everything takes what the ceilings allow, plus 5 us a
/// batch, and a sum that is not shared 0.05 us a step.
class FakeDevice {
public:
    GemmGridLimits limits{1e6, 1e6, std::int64_t{1} << 30, std::int64_t{1} << 27, 2500, 500};
    std::vector<Call> calls;

    cuda::GemmTimes measure() {
        return measure_gemm_times(
            DType::float64, limits,
            [this](const ProductExtents& extents, std::int64_t count) {
                calls.push_back({extents, count});
                return us(extents, count);
            },
            [this] { ++points_done; });
    }
    static double least_us(const ProductExtents& p) {
        const auto flops = static_cast<double>(2 * p.m * p.n * p.k);
        const auto bytes = static_cast<double>(8 * (p.m * p.k + p.k * p.n + p.m * p.n));
        return std::max(flops, bytes) / 1e6;
    }
    static double us(const ProductExtents& p, std::int64_t count) {
        const double in_turn = count > 1 ? 0.05 * static_cast<double>(p.k) : 0;
        const auto products = static_cast<double>(count);
        return std::max(5 + least_us(p) * products, in_turn) / products;
    }

    std::int64_t points_done = 0;
};

TEST(GemmGrid, EveryPointIsFilledAndSymmetric) {
    FakeDevice device;

    const cuda::GemmTimes times = device.measure();

    EXPECT_EQ(device.points_done, gemm_grid_points);
    EXPECT_EQ(gemm_grid_points, 280);
    EXPECT_EQ(times.peak_flops_per_us, 1e6);
    EXPECT_NEAR(times.batch_us_per_inner, 0.05, 1e-9);
    for (const auto* const table : {&times.alone, &times.of_many}) {
        for (const auto& plane : table->values) {
            for (std::size_t n = 0; n < plane.size(); ++n) {
                for (std::size_t m = 0; m < plane.size(); ++m) {
                    EXPECT_GT(plane[n][m], 0);
                    EXPECT_EQ(plane[n][m], plane[m][n]);
                }
            }
        }
    }
    EXPECT_FLOAT_EQ(times.alone.values[3][2][5], 5.0F + 2 * 16 * 1024 * 64 * 1e-6F);
}

TEST(GemmGrid, NoCallExceedsTheLimits) {
    FakeDevice device;

    (void)device.measure();

    ASSERT_GT(device.calls.size(), 300U);
    for (const Call& call : device.calls) {
        const auto [m, n, k] = call.extents;
        EXPECT_LE(m, n);
        EXPECT_LE(FakeDevice::least_us(call.extents), 2500);
        const std::int64_t operand = 8 * std::max({m * k, k * n, m * n});
        EXPECT_LE(operand, device.limits.most_operand_bytes);
        if (call.count <= 2) continue;  // alone, or the two that tell of long sums
        EXPECT_GE(call.count, 8);
        EXPECT_LE(call.count * operand, device.limits.most_batch_bytes);
        EXPECT_LE(static_cast<double>(call.count) * FakeDevice::least_us(call.extents), 500.001);
    }
}

TEST(GemmGrid, LongProductsAreComputedAndTakeAsLongInABatch) {
    FakeDevice device;

    const cuda::GemmTimes times = device.measure();

    const double us = FakeDevice::least_us({4096, 4096, 4096});
    EXPECT_FLOAT_EQ(times.alone.values[6][6][6], static_cast<float>(us / 0.9));
    EXPECT_EQ(times.of_many.values[6][6][6], times.alone.values[6][6][6]);
    // Measured alone, but eight of them are too much for a batch.
    EXPECT_FLOAT_EQ(times.alone.values[5][5][5],
                    static_cast<float>(FakeDevice::us({1024, 1024, 1024}, 1)));
    EXPECT_EQ(times.of_many.values[5][5][5], times.alone.values[5][5][5]);
}

TEST(GemmGrid, LastInnerExtentIsAMillion) {
    FakeDevice device;

    (void)device.measure();

    std::set<std::int64_t> inner;
    for (const Call& call : device.calls) inner.insert(call.extents.k);
    EXPECT_EQ(inner,
              (std::set<std::int64_t>{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 1 << 20}));
}

TEST(LineFit, RiseOfAStraightLine) {
    EXPECT_NEAR(fitted_rise({1, 2, 4}, {5, 7, 11}), 2, 1e-12);
    // The first point pulls as hard as its relative error.
    EXPECT_LT(fitted_rise({1, 2, 100}, {1, 2, 120}), 1.2);
    EXPECT_GT(fitted_rise({1, 2, 100}, {1, 2, 120}), 1.0);
}

TEST(ChaseRing, VisitsEveryLineOnce) {
    for (const std::uint32_t lines : {4U, 64U, 4096U, 1U << 21}) {
        const ChaseRing ring{lines};
        std::vector<bool> seen(lines, false);
        std::uint32_t line = 0;
        for (std::uint32_t hop = 0; hop < lines; ++hop) {
            ASSERT_LT(line, lines);
            ASSERT_FALSE(seen[line]) << lines << " after " << hop;
            seen[line] = true;
            line = ring.next(line);
        }
        EXPECT_EQ(line, 0U);
    }
}

TEST(ChaseRing, NeighboursAreFarApart) {
    const ChaseRing ring{1U << 21};
    std::uint32_t line = 0;
    int near = 0;
    for (int hop = 0; hop < 10000; ++hop) {
        const std::uint32_t next = ring.next(line);
        const std::uint32_t distance = next > line ? next - line : line - next;
        if (distance < 1024) ++near;  // 128 KiB
        line = next;
    }
    EXPECT_LT(near, 100);
}

}  // namespace
}  // namespace ttgt::tool
