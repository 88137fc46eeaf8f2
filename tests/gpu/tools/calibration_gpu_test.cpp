// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>
#include <ttgt/link_rates.h>
#include <ttgt/transpose.h>

#include <cmath>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration_file.h"
#include "src/runtime/cuda/properties.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"
#include "tools/calibrate/cuda/device_calibration.h"
#include "tools/calibrate/cuda/device_memory_times.h"
#include "tools/calibrate/cuda/device_products.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::HasSubstr;

class CalibrationGpu : public test::GpuTest {
protected:
    /// Only what is quick is measured.
    [[nodiscard]] Calibration small_calibration() const {
        Progress progress(true);
        DeviceCalibrationEffort effort;
        effort.longest_us = 30;
        effort.batch_us = 20;
        effort.point_ms = 1;
        return calibrate_device(Context(options()), effort, progress);
    }
    [[nodiscard]] Context context_by(const Calibration& calibration) const {
        ContextOptions by = options();
        by.calibration = std::make_shared<const Calibration>(calibration);
        return Context(by);
    }
};

TEST_F(CalibrationGpu, MemoryTimesArePlausible) {
    const cuda::MemoryTimes times = measure_memory_times(Context(options()));

    EXPECT_GT(times.bytes_per_us, 5e4);
    EXPECT_LT(times.bytes_per_us, 1e8);
    EXPECT_GT(times.latency_us, 0.1);
    EXPECT_LT(times.latency_us, 5);
    EXPECT_GT(times.launch_us, 0.5);
    EXPECT_LT(times.launch_us, 100);
}

/// Of the first GPU twice, whose ranks share it, and of two GPUs where there are.
TEST_F(CalibrationGpu, LinksArePlausible) {
    std::vector<std::vector<Device>> lists{{options().device, options().device}};
    if (device_count() > 1) lists.push_back({{Device::Kind::cuda, 0}, {Device::Kind::cuda, 1}});
    for (const std::vector<Device>& devices : lists) {
        const LinkRates rates = measure_link_rates(devices);

        EXPECT_EQ(rates.name, cuda::device_properties(device()).name);
        EXPECT_EQ(rates.kind, Device::Kind::cuda);
        EXPECT_EQ(rates.devices, 2);
        EXPECT_EQ(rates.transport, "threads with GPUs");
        for (const double rate :
             {rates.host.to_device_bytes_per_second, rates.host.from_device_bytes_per_second}) {
            EXPECT_GT(rate, 1e8);
            EXPECT_LT(rate, 1e12);
        }
        EXPECT_GT(rates.host.device_bytes_per_second, rates.host.to_device_bytes_per_second);
        EXPECT_GT(rates.ranks.link_bytes_per_second, 1e8);
        EXPECT_GT(rates.ranks.flops_per_second, 1e10);
    }
}

TEST_F(CalibrationGpu, LinksBetweenAGpuAndACpuAreNone) {
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)measure_link_rates({options().device, Device{}});
                }),
                HasSubstr("links are measured between devices of one kind, but cuda:"));
}

TEST_F(CalibrationGpu, LargerProductsTakeLonger) {
    const Context context(options());
    DeviceProducts products(context, 5);

    const double small = products.us({DType::float32}, {512, 1024, 1024}, 1);
    const double large = products.us({DType::float32}, {4096, 4096, 4096}, 1);
    const double one_of_many = products.us({DType::float64}, {16, 16, 16}, 10000);

    EXPECT_GT(large, 8 * small);
    EXPECT_GT(one_of_many, 1e-5);
    EXPECT_LT(one_of_many, small);
}

TEST_F(CalibrationGpu, IsOfItsDeviceWrittenAndPlannedBy) {
    const Calibration calibration = small_calibration();
    const auto& gpu = std::get<CudaCalibration>(calibration.of);
    EXPECT_TRUE(is_of(gpu, cuda::device_properties(device())));
    EXPECT_EQ(calibration.name, cuda::device_properties(device()).name);

    const Calibration read = *parse_calibration(to_json(calibration), "calibration.json");
    Context context = context_by(read);
    const Layout in = packed({512, 384});
    const TransposePlan transpose =
        plan_transpose(context, in, packed({384, 512}), {1, 0}, DType::float64);
    const std::vector<OperandLayout> operands(3, {DType::float64, packed({512, 512})});
    const ContractionPlan product = plan_contraction(context, "D(i,j)=L(k,i)*R(k,j)", operands);

    EXPECT_GT(transpose.predicted_ms(), 1e-3 * gpu.memory.launch_us * 0.999);
    EXPECT_THAT(product.explain(), HasSubstr("chosen: gemm "));
}

TEST_F(CalibrationGpu, SlowerMemoryIsPredictedSlower) {
    Calibration slow = *built_in_calibration(Device::Kind::cuda);
    auto& gpu = std::get<CudaCalibration>(slow.of);
    const cuda::DeviceProperties& properties = cuda::device_properties(device());
    gpu.compute_major = properties.compute_major;
    gpu.compute_minor = properties.compute_minor;
    gpu.multiprocessors = properties.multiprocessors;
    gpu.memory.bytes_per_us /= 1000;
    Context context(options());
    Context by_slow = context_by(slow);
    const auto predicted_ms = [](Context& planning) {
        return plan_transpose(planning, packed({4096, 4096}), packed({4096, 4096}), {1, 0},
                              DType::float64)
            .predicted_ms();
    };

    EXPECT_GT(predicted_ms(by_slow), 100 * predicted_ms(context));
}

TEST_F(CalibrationGpu, OfAnotherDeviceIsRefused) {
    Calibration other = *built_in_calibration(Device::Kind::cuda);
    std::get<CudaCalibration>(other.of).multiprocessors += 1000;

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)context_by(other); }),
                HasSubstr("multiprocessors, but the device ("));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)context_by(*built_in_calibration()); }),
                HasSubstr("is of a CPU, but the device is cuda:"));
}

}  // namespace
}  // namespace ttgt::tool
