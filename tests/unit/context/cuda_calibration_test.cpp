// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cmath>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/cuda_machine.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/context/calibration_file.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

std::shared_ptr<const Calibration> built_in() { return built_in_calibration(Device::Kind::cuda); }
CudaCalibration part() { return std::get<CudaCalibration>(built_in()->of); }

cuda::DeviceProperties h200() {
    cuda::DeviceProperties device;
    device.name = "NVIDIA H200";
    device.compute_major = 9;
    device.multiprocessors = 132;
    device.clock_mhz = 1755;
    device.shared_per_multiprocessor = std::int64_t{228} * 1024;
    return device;
}

TEST(CudaCalibrationFile, IsReadAsItWasWritten) {
    const std::string text = to_json(*built_in());

    const Calibration read = *parse_calibration(text, "c.json");

    EXPECT_EQ(to_json(read), text);
    EXPECT_EQ(kind_of(read), Device::Kind::cuda);
    const auto& gpu = std::get<CudaCalibration>(read.of);
    EXPECT_EQ(gpu.compute_major, 9);
    EXPECT_EQ(gpu.compute_minor, 0);
    EXPECT_EQ(gpu.multiprocessors, 132);
    EXPECT_EQ(gpu.gemm.float64.peak_flops_per_us, part().gemm.float64.peak_flops_per_us);
    for (std::size_t k = 0; k < cuda::TimesByShape::inner_count; ++k) {
        EXPECT_EQ(gpu.gemm.complex128.of_many.values[k], part().gemm.complex128.of_many.values[k]);
    }
}

/// Tables in which every product takes `times` as long as in full float32.
cuda::GemmTimes slowed(float times) {
    cuda::GemmTimes slow = part().gemm.float32;
    for (cuda::TimesByShape* table : {&slow.alone, &slow.of_many}) {
        for (auto& plane : table->values) {
            for (auto& line : plane) {
                for (float& logarithm : line) logarithm += std::log2(times);
            }
        }
    }
    slow.peak_flops_per_us /= times;
    return slow;
}

TEST(CudaCalibrationFile, TablesOfSixteenBitsAndTf32MayBeMissing) {
    Calibration measured = *built_in();
    cuda::GemmTimesByDType& gemm = std::get<CudaCalibration>(measured.of).gemm;
    gemm.tf32 = slowed(3);
    gemm.float16.reset();

    const Calibration read = *parse_calibration(to_json(measured), "c.json");

    EXPECT_EQ(to_json(read), to_json(measured));
    EXPECT_TRUE(std::get<CudaCalibration>(read.of).gemm.tf32);
    EXPECT_FALSE(std::get<CudaCalibration>(read.of).gemm.float16);
}

TEST(CudaGemmTimes, ComeFromTheTableOfHowAProductMultiplies) {
    cuda::GemmTimesByDType times = part().gemm;
    GemmCall product;
    product.dtype = DType::float32;
    product.m = product.n = product.k = product.lda = product.ldb = product.ldc = 4096;
    const double full_us = cuda::batch_us(times, product, 1);
    product.compute = ComputeType::tf32;

    times.tf32 = slowed(3);

    // The table is of all operations; without any, TF32 takes a twentieth longer.
    EXPECT_NEAR(cuda::batch_us(times, product, 1), 1.05 * 3 * full_us, 1e-3 * full_us);
}

TEST(CudaGemmTimes, DependOnWhereColumnsBeginAndEnd) {
    const cuda::GemmTimesByDType times = part().gemm;
    GemmCall product;
    product.m = product.n = product.k = product.lda = product.ldb = product.ldc = 4096;
    const auto us_of = [&](DType dtype, ComputeType compute, std::int64_t m, std::int64_t lda) {
        GemmCall call = product;
        call.dtype = dtype;
        call.compute = compute;
        call.m = m;
        call.lda = lda;
        return cuda::batch_us(times, call, 1);
    };
    const double half_us = us_of(DType::float16, ComputeType::full, 4096, 4096);
    const double by_4_us = us_of(DType::float16, ComputeType::full, 4096, 4098);
    const double by_2_us = us_of(DType::float16, ComputeType::full, 4096, 4097);
    EXPECT_GT(by_4_us, 2 * half_us);
    EXPECT_GT(by_2_us, 1.5 * by_4_us);
    EXPECT_NEAR(us_of(DType::float16, ComputeType::full, 4095, 4096), by_2_us, 0.01 * by_2_us);
    EXPECT_EQ(us_of(DType::bfloat16, ComputeType::full, 4096, 4097), by_2_us);
    EXPECT_GT(us_of(DType::float32, ComputeType::tf32, 4096, 4098),
              2 * us_of(DType::float32, ComputeType::tf32, 4096, 4096));
}

TEST(CudaCalibrationFile, HoldsMicrosecondsOfWhichLogarithmsAreLookedUp) {
    std::string text = to_json(*built_in());
    const std::string first = "\"alone_us\":[[[7.894,";  // of float32
    ASSERT_THAT(text, HasSubstr(first));

    text.replace(text.find(first), first.size(), "\"alone_us\":[[[16,");

    const Calibration read = *parse_calibration(text, "c.json");
    EXPECT_EQ(std::get<CudaCalibration>(read.of).gemm.float32.alone.values[0][0][0], 4.0F);
}

TEST(CudaCalibrationFile, ErrorsNameFileAndKey) {
    const std::string good = to_json(*built_in());
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        EXPECT_THAT(good, HasSubstr(from));
        text.replace(text.find(from), from.size(), to);
        return refusal_of<InvalidArgument>([&] { (void)parse_calibration(text, "c.json"); });
    };

    EXPECT_EQ(with("\"device\":\"cuda\"", "\"device\":\"tpu\""),
              "c.json: 'device' is neither cpu nor cuda");
    EXPECT_EQ(with("\"device\":\"cuda\"", "\"device\":\"cpu\""), "c.json: 'threads' is missing");
    EXPECT_EQ(with("\"device\":\"cuda\"", "\"device\":7"), "c.json: 'device' is not a text");
    for (const char* const wrong : {"9", "9.", ".0", "9.x", "9.0.1", "", "nine"}) {
        EXPECT_EQ(with("\"9.0\"", '"' + std::string(wrong) + '"'),
                  "c.json: 'compute_capability' is not one such as 9.0")
            << wrong;
    }
    EXPECT_EQ(with("\"multiprocessors\":132", "\"multiprocessors\":0.5"),
              "c.json: 'multiprocessors' 0.5 is no number of multiprocessors");
    EXPECT_EQ(with("\"memory_latency_us\":0.32", "\"memory_latency_us\":null"),
              "c.json: 'memory_latency_us' is not a number above 0");
    EXPECT_EQ(with("\"gemm_float64\"", "\"gemm_float8\""), "c.json: 'gemm_float64' is missing");
    EXPECT_EQ(with("\"alone_us\":[[[", "\"alone_us\":[[[1,"),
              "c.json: 'alone_us' is not a list of 7");
    EXPECT_EQ(with("\"of_many_us\":[", "\"of_many_us\":[1,"),
              "c.json: 'of_many_us' is not a list of 10");
}

TEST(Calibration, OfAnotherKindIsRefused) {
    EXPECT_EQ(refusal_of<InvalidArgument>([] { check_kind(*built_in(), Device{}); }),
              "the calibration 'H200, cuBLASLt 13.1' is of a CUDA device, but the device is cpu");
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    check_kind(*built_in_calibration(), Device{Device::Kind::cuda, 3});
                }),
                HasSubstr("is of a CPU, but the device is cuda:3"));
    EXPECT_NO_THROW(check_kind(*built_in(), Device{Device::Kind::cuda, 3}));

    ContextOptions options;
    options.calibration = built_in();
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)Context(options); }),
                HasSubstr("is of a CUDA device, but the device is cpu"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)cpu_part(built_in()); }),
                HasSubstr("is of a CUDA device, but the device is cpu"));
}

TEST(Calibration, OfAnotherGpuIsRefused) {
    cuda::DeviceProperties other = h200();
    EXPECT_NO_THROW(check_architecture(*built_in(), other));

    other.multiprocessors = 114;
    other.name = "a smaller one";
    EXPECT_EQ(refusal_of<InvalidArgument>([&] { check_architecture(*built_in(), other); }),
              "the calibration 'H200, cuBLASLt 13.1' is of compute capability 9.0 with 132 "
              "multiprocessors, but the device (a smaller one) is of 9.0 with 114");
    other = h200();
    other.compute_minor = 1;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { check_architecture(*built_in(), other); }),
                HasSubstr("is of compute capability 9.0 with 132 multiprocessors, but the device "
                          "(NVIDIA H200) is of 9.1"));
}

TEST(Calibration, BuiltInIsTheArchitectureOfSm90) {
    const cuda::Architecture measured = architecture_of(h200(), part().memory);
    const cuda::Architecture table = cuda::sm_90();

    EXPECT_EQ(measured.bytes_per_us, table.bytes_per_us);
    EXPECT_EQ(measured.block_latency_us, table.block_latency_us);
    EXPECT_EQ(measured.launch_us, table.launch_us);
    EXPECT_EQ(measured.multiprocessors, table.multiprocessors);
    EXPECT_EQ(measured.cycles_per_us, table.cycles_per_us);
    EXPECT_EQ(measured.shared_bytes, table.shared_bytes);
}

TEST(Calibration, MeasuredMemoryIsNotScaled) {
    cuda::DeviceProperties half = h200();
    half.multiprocessors = 66;

    EXPECT_EQ(architecture_of(half).bytes_per_us, cuda::sm_90().bytes_per_us / 2);
    const cuda::Architecture measured = architecture_of(half, {1e6, 0.4, 3});
    EXPECT_EQ(measured.bytes_per_us, 1e6);
    EXPECT_EQ(measured.block_latency_us, 3);
    EXPECT_EQ(measured.launch_us, 3);
    EXPECT_EQ(measured.multiprocessors, 66);
}

std::string chosen_by(const cuda::GemmTimesByDType& gemm) {
    const std::vector<OperandLayout> operands(3, {DType::float64, packed({512, 512})});
    const Problem problem =
        bind_expression(parse_expression("D(i,j)=L(k,i)*R(k,j)"), operands, true);
    const cuda::CudaMachine machine(cuda::sm_90(),
                                    std::make_shared<const cuda::GemmTimesByDType>(gemm));
    return describe(problem,
                    choose_plan({problem, unlimited, machine}, find_strategy("auto")).plan.chosen);
}

TEST(Calibration, PlansFollowItsTimes) {
    cuda::GemmTimesByDType slow = part().gemm;
    for (auto& plane : slow.float64.alone.values) {
        for (auto& line : plane) {
            for (float& logarithm : line) logarithm += 20;
        }
    }

    EXPECT_THAT(chosen_by(part().gemm), HasSubstr("gemm"));
    EXPECT_THAT(chosen_by(slow), testing::StartsWith("direct by "));
}

}  // namespace
}  // namespace ttgt
