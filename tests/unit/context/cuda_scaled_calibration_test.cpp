// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/scaled_calibration.h"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/cuda_machine.h"
#include "src/context/calibration_file.h"
#include "transpose/cuda/plan/kernel_plan.h"
#include "transpose/transpose_problem.h"

namespace ttgt::cuda {
namespace {

const CudaCalibration& measured() {
    return std::get<CudaCalibration>(ttgt::built_in_calibration(Device::Kind::cuda)->of);
}

CudaCalibration scaled(const CudaCalibration& calibration, const DeviceProperties& device) {
    CudaCalibration other = calibration;
    scale(calibration, device, other);
    return other;
}

/// As their drivers describe them.
DeviceProperties h200() {
    DeviceProperties device;
    device.name = "NVIDIA H200";
    device.compute_major = 9;
    device.multiprocessors = 132;
    device.clock_mhz = 1980;
    device.memory_clock_mhz = 3201;
    device.memory_bus_bits = 6016;
    device.shared_per_multiprocessor = std::int64_t{228} * 1024;
    return device;
}

DeviceProperties h100() {
    DeviceProperties device = h200();
    device.name = "NVIDIA H100 80GB HBM3";
    device.memory_clock_mhz = 2619;
    device.memory_bus_bits = 5120;
    return device;
}

DeviceProperties a100() {
    DeviceProperties device;
    device.name = "NVIDIA A100-SXM4-40GB";
    device.compute_major = 8;
    device.multiprocessors = 108;
    device.clock_mhz = 1410;
    device.memory_clock_mhz = 1215;
    device.memory_bus_bits = 5120;
    device.shared_per_multiprocessor = std::int64_t{164} * 1024;
    return device;
}

constexpr double h100_memory = 2619.0 * 5120 / (3201.0 * 6016);  // 3.35 over 4.82 TB/s

double product_us(const GemmTimesByDType& times, std::int64_t m, std::int64_t n, std::int64_t k,
                  std::int64_t count = 1) {
    GemmCall call;
    call.dtype = DType::float64;
    call.m = call.lda = call.ldc = m;
    call.n = n;
    call.k = call.ldb = k;
    return batch_us(times, call, count);
}

TEST(ScaledCalibration, IsTheMeasuredOneOnSuchACard) {
    EXPECT_EQ(built_in_calibration(h200()), ttgt::built_in_calibration(Device::Kind::cuda));
    const Architecture gpu = architecture_of(h200());
    EXPECT_EQ(gpu.bytes_per_us, measured().memory.bytes_per_us);
    EXPECT_EQ(gpu.cycles_per_us, 1980);

    DeviceProperties unknown = h200();  // as some virtual ones
    unknown.clock_mhz = 0;
    unknown.memory_clock_mhz = 0;
    unknown.memory_bus_bits = 0;
    EXPECT_EQ(built_in_calibration(unknown), ttgt::built_in_calibration(Device::Kind::cuda));
}

TEST(ScaledCalibration, SaysSoAndIsOnePerCard) {
    const auto other = built_in_calibration(h100());

    EXPECT_EQ(other->name, "H200, cuBLASLt 13.1, scaled to NVIDIA H100 80GB HBM3");
    EXPECT_EQ(other, built_in_calibration(h100()));
    EXPECT_NE(other, built_in_calibration(a100()));
    EXPECT_NO_THROW(check_architecture(*other, h100()));
    EXPECT_THAT(to_json(*parse_calibration(to_json(*other), "c.json")), to_json(*other));
}

TEST(ScaledCalibration, CopiesGrowWithTheMemory) {
    EXPECT_DOUBLE_EQ(architecture_of(h100()).bytes_per_us,
                     measured().memory.bytes_per_us * h100_memory);
    EXPECT_NEAR(architecture_of(h100()).bytes_per_us, 4.3e6 * 3.35 / 4.82, 0.01e6);
    EXPECT_NEAR(architecture_of(a100()).bytes_per_us, 1.4e6, 0.05e6);  // of 1.555 TB/s
    EXPECT_EQ(architecture_of(a100()).multiprocessors, 108);
    EXPECT_EQ(architecture_of(a100()).cycles_per_us, 1410);

    DeviceProperties half = h200();
    half.multiprocessors = 66;
    half.memory_bus_bits = 0;
    EXPECT_EQ(architecture_of(half).bytes_per_us, measured().memory.bytes_per_us / 2);
}

TEST(ScaledCalibration, LargeTransposesTakeAsMuchLongerAsCopies) {
    const TransposeProblem turned =
        make_transpose_problem(DType::float64, false, {{8192, {8192, 1}}, {8192, {1, 8192}}});
    const auto us = [&](const DeviceProperties& device) {
        return 1e3 * plan_transpose_kernel(turned, architecture_of(device)).predicted_ms();
    };

    EXPECT_NEAR(us(h100()) / us(h200()), 1 / h100_memory, 0.05 / h100_memory);
}

TEST(ScaledCalibration, ProductsFollowWhatBoundsThem) {
    const GemmTimesByDType& here = measured().gemm;
    const GemmTimesByDType there = scaled(measured(), h100()).gemm;
    const auto slowdown = [&](auto... shape) {
        return product_us(there, shape...) / product_us(here, shape...);
    };

    EXPECT_NEAR(slowdown(4096, 4096, 4096), 1, 1e-6);             // arithmetic
    EXPECT_NEAR(slowdown(4096, 4096, 4), 1 / h100_memory, 0.05);  // memory
    EXPECT_NEAR(slowdown(16, 16, 16), 1, 1e-6);                   // the launch
    EXPECT_NEAR(slowdown(64, 64, 4, 100000), 1 / h100_memory, 0.05);
    EXPECT_EQ(there.float64.peak_flops_per_us, here.float64.peak_flops_per_us);
}

TEST(ScaledCalibration, ArithmeticFollowsMultiprocessorsClockAndKind) {
    const GemmTimesByDType& here = measured().gemm;
    const GemmTimesByDType there = scaled(measured(), a100()).gemm;
    const double a100_arithmetic = 108.0 * 1410 / (132.0 * 1980) / 2;

    EXPECT_NEAR(there.float64.peak_flops_per_us, here.float64.peak_flops_per_us * a100_arithmetic,
                1);
    EXPECT_NEAR(there.float32.peak_flops_per_us, here.float32.peak_flops_per_us * a100_arithmetic,
                1);
    EXPECT_NEAR(product_us(there, 4096, 4096, 4096) / product_us(here, 4096, 4096, 4096),
                1 / a100_arithmetic, 0.01 / a100_arithmetic);
    // 16 rows and columns, sums of 4096: neither ceiling is near, one step follows the other.
    const auto steps_us = [&](const GemmTimesByDType& times) {
        return std::exp2(times.float64.alone.values[6][2][2]) - measured().memory.launch_us;
    };
    EXPECT_NEAR(steps_us(there) / steps_us(here), 1980.0 / 1410, 1e-3);

    DeviceProperties rtx = h200();  // with two units for float64
    rtx.compute_major = 8;
    rtx.compute_minor = 9;
    const GemmTimesByDType slow = scaled(measured(), rtx).gemm;
    EXPECT_NEAR(slow.float64.peak_flops_per_us * 64, here.float64.peak_flops_per_us, 1);
    EXPECT_EQ(slow.float32.peak_flops_per_us, here.float32.peak_flops_per_us);
}

TEST(ScaledCalibration, FilesOfBeforeSayNothingOfTheCard) {
    std::string text = to_json(*ttgt::built_in_calibration(Device::Kind::cuda));
    const std::string card =
        R"("clock_mhz":1980.0,"memory_clock_mhz":3201.0,"memory_bus_bits":6016,)";
    ASSERT_THAT(text, testing::HasSubstr(card));
    text.erase(text.find(card), card.size());

    const Calibration read = *parse_calibration(text, "c.json");

    EXPECT_EQ(to_json(read), text);
    const auto& old = std::get<CudaCalibration>(read.of);
    EXPECT_TRUE(describes(old, h100()));
    EXPECT_EQ(scaled(old, h100()).memory.bytes_per_us, old.memory.bytes_per_us);
}

}  // namespace
}  // namespace ttgt::cuda
