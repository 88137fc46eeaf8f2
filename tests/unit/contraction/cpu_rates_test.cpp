// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/rates.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cmath>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration_file.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

/// 1 GB/s on one thread and 3 GB/s on four; 10 GFLOP/s, whatever the shape.
std::shared_ptr<const Calibration> even_calibration() {
    CpuCalibration c;
    c.threads = 4;
    c.fork_us = 5;
    c.cached_call_us = 1;
    c.cached_run_ns = 2;
    c.uncached_run_ns = 20;
    for (RatesBySize* rates : {&c.copy, &c.transpose}) {
        rates->one.fill(1);
        rates->all.fill(3);
    }
    const auto fill = [](RatesByShape& rates) {
        for (auto& plane : rates.rate) {
            for (auto& line : plane) line.fill(10);
        }
    };
    for (GemmRates* rates : {&c.gemm_float32, &c.gemm_float64}) {
        for (auto& ways : *rates) {
            for (RatesByShape& way : ways) fill(way);
        }
    }
    fill(c.direct_float32);
    fill(c.direct_float64);
    return std::make_shared<const Calibration>(Calibration{"even", c});
}

TEST(CpuRates, CopiesAtTheRateOfItsThreads) {
    EXPECT_DOUBLE_EQ(cpu::Rates(even_calibration(), 1).copy_ms(1e9), 1000);
    EXPECT_DOUBLE_EQ(cpu::Rates(even_calibration(), 2).copy_ms(1e9), 1000 / (5.0 / 3));
    EXPECT_DOUBLE_EQ(cpu::Rates(even_calibration(), 4).copy_ms(1e9), 1000.0 / 3);
}

TEST(CpuRates, RatesAreInterpolatedBetweenSizes) {
    Calibration c = *even_calibration();
    std::get<CpuCalibration>(c.of).copy.one = {8, 4, 4, 4, 4, 2};
    const cpu::Rates machine(std::make_shared<const Calibration>(c), 1);

    EXPECT_DOUBLE_EQ(machine.copy_ms(32 * 1024), 32 * 1024 / 8e6);
    EXPECT_DOUBLE_EQ(machine.copy_ms(256 * 1024), 256 * 1024 / 4e6);
    const double between = machine.copy_ms(32 * 1024 * std::sqrt(8.0));
    EXPECT_NEAR(between, 32 * 1024 * std::sqrt(8.0) / 6e6, 1e-9);
    EXPECT_DOUBLE_EQ(machine.copy_ms(1e12), 1e12 / 2e6);
}

GemmCall shape(DType dtype, std::int64_t extent) {
    GemmCall call;
    call.dtype = dtype;
    call.m = call.n = call.k = extent;
    return call;
}

TEST(CpuRates, ProductsAreSharedWhereThatPays) {
    const cpu::Rates machine(even_calibration(), 4);

    // 240 us of arithmetic, a fifth more than on packed matrices, and 1 us of the call.
    EXPECT_NEAR(machine.gemm_ms(shape(DType::float64, 100), 1, {8, 0}), 0.241 / 4 + 0.005, 1e-6);
    EXPECT_NEAR(machine.gemm_ms(shape(DType::complex128, 100), 1, {8, 0}), 0.961 / 4 + 0.005, 1e-6);
    EXPECT_NEAR(machine.gemm_ms(shape(DType::float64, 10), 1, {8, 0}), 0.00124, 1e-6);
    // Five pieces take four threads two rounds; one piece stays on one.
    EXPECT_NEAR(machine.gemm_ms(shape(DType::float64, 100), 1, {5, 0}), 0.241 * 2 / 5 + 0.005,
                1e-6);
    EXPECT_NEAR(machine.gemm_ms(shape(DType::float64, 100), 1, {1, 0}), 0.241, 1e-6);
}

TEST(CpuRates, RunsCostMoreTheFartherTheyAre) {
    const GemmCall call = shape(DType::float64, 10);
    const auto runs_ms = [&](double footprint_bytes) {
        const cpu::Rates machine(even_calibration(), 1, footprint_bytes);
        return machine.gemm_ms(call, 1, {1, 0, 500}) - machine.gemm_ms(call, 1, {1, 0, 0});
    };

    EXPECT_NEAR(runs_ms(1e5), 0.4 * 0.001, 1e-9);
    EXPECT_NEAR(runs_ms(8 << 20), 0.4 * 0.0055, 1e-9);
    EXPECT_NEAR(runs_ms(1e9), 0.4 * 0.01, 1e-9);
}

double direct_ms(const cpu::DirectWork& work, double footprint_bytes = 1e5, int threads = 1) {
    return cpu::Rates(even_calibration(), threads, footprint_bytes)
        .direct_ms(DType::float64, work, 0);
}

TEST(CpuRates, DirectIsSharedAndItsLinesCostMoreTheFartherTheyAre) {
    cpu::DirectWork work;
    work.pieces = 8;
    work.core_ns = 1e6;
    EXPECT_NEAR(direct_ms(work), 1, 1e-9);
    EXPECT_NEAR(direct_ms(work, 1e5, 4), 0.255, 1e-9);

    const cpu::DirectWork lines{.lines = 1e5};
    EXPECT_GT(direct_ms(lines), 0);
    EXPECT_NEAR(direct_ms(lines, 1e9), 10 * direct_ms(lines), 1e-9);
    EXPECT_GT(direct_ms({.products = 1e6}), 0.2);
}

TEST(CpuRates, TrafficCountsAsFarAsItComesFromMemory) {
    const GemmCall call = shape(DType::float64, 10);
    const auto traffic_ms = [&](double footprint_bytes) {
        const cpu::Rates machine(even_calibration(), 1, footprint_bytes);
        return machine.gemm_ms(call, 1, {1, 1e6}) - machine.gemm_ms(call, 1, {1, 0});
    };
    EXPECT_NEAR(traffic_ms(1 << 20), 0, 1e-9);
    EXPECT_NEAR(traffic_ms(8 << 20), 0.5, 1e-9);
    EXPECT_NEAR(traffic_ms(1 << 30), 1, 1e-9);
}

TEST(CpuRates, TransposesFromMemoryReadWhatTheyWriteThroughTheCaches) {
    const cpu::Rates small(even_calibration(), 1, 1e5);
    const cpu::Rates large = small.with_workspace(std::int64_t{1} << 30);

    EXPECT_NEAR(small.square_transpose_ms(1e6), 1, 1e-9);
    EXPECT_NEAR(large.square_transpose_ms(1e6), 2, 1e-9);
    // Non-temporal stores do not, but what is added to is read in any case.
    EXPECT_NEAR(large.square_transpose_ms(1e9), 1000, 1e-6);
    const double core_ms = 1e9 * 5.5e-8;
    EXPECT_NEAR(large.transpose_ms(1e9, core_ms, false), 1000, 1e-6);
    EXPECT_NEAR(large.transpose_ms(1e9, core_ms, true), 2000, 1e-6);
}

TEST(CpuRates, SmallTransposesTakeAsLongAsOnOneThread) {
    const cpu::Rates machine(even_calibration(), 4);
    EXPECT_NEAR(machine.square_transpose_ms(1e6), 1, 1e-9);
    EXPECT_NEAR(machine.square_transpose_ms(3e6), 1, 1e-9);
}

TEST(CalibrationFile, IsReadAsItWasWritten) {
    const Calibration c = *even_calibration();

    const Calibration read = *parse_calibration(to_json(c), "c.json");

    EXPECT_EQ(to_json(read), to_json(c));
    EXPECT_EQ(std::get<CpuCalibration>(read.of).threads, 4);
}

TEST(CalibrationFile, SaysWhichCpuWasMeasured) {
    Calibration c = *even_calibration();
    const CpuIdentity cpu{"GenuineIntel", 6, 512};
    std::get<CpuCalibration>(c.of).cpu = cpu;

    const Calibration read = *parse_calibration(to_json(c), "c.json");

    EXPECT_EQ(std::get<CpuCalibration>(read.of).cpu, cpu);
    EXPECT_EQ(to_json(*even_calibration()).find("\"cpu\":{"), std::string::npos);
}

std::string refusal(const std::string& text) {
    return test::refusal_of<InvalidArgument>([&] { (void)parse_calibration(text, "c.json"); });
}

std::string with(std::string text, const std::string& part, const std::string& other) {
    const std::size_t place = text.find(part);
    return text.replace(place, part.size(), other);
}

TEST(CalibrationFile, OfFormerNamesOfItsMembersIsRead) {
    const std::string now = to_json(*even_calibration());
    std::string before = with(now, "\"cached_call_us\"", "\"near_call_us\"");
    before = with(before, "\"cached_run_ns\"", "\"near_run_ns\"");
    before = with(before, "\"uncached_run_ns\"", "\"far_run_ns\"");

    EXPECT_EQ(to_json(*parse_calibration(before, "c.json")), now);
}

TEST(CalibrationFile, ErrorsNameFileAndKey) {
    const std::string good = to_json(*even_calibration());

    EXPECT_EQ(refusal("{"), "c.json: not JSON");
    EXPECT_EQ(refusal("[]"), "c.json: 'name' is missing");
    EXPECT_EQ(refusal(with(good, "\"fork_us\":5.0", "\"fork_us\":-1")),
              "c.json: 'fork_us' is not a number above 0");
    EXPECT_EQ(refusal(with(good, "\"fork_us\"", "\"folk_us\"")), "c.json: 'fork_us' is missing");
    EXPECT_EQ(refusal(with(good, "\"threads\":4", "\"threads\":2.5")),
              "c.json: 'threads' 2.5 is no number of threads");
    EXPECT_EQ(refusal(with(good, "\"threads\"", "\"cpu\":7,\"threads\"")),
              "c.json: 'vendor' is missing");
    EXPECT_EQ(refusal(with(good, "\"threads\"", "\"cpu\":{\"vendor\":7},\"threads\"")),
              "c.json: 'vendor' is not a text");
    EXPECT_EQ(
        refusal(with(good, "\"threads\"", "\"cpu\":{\"vendor\":\"\",\"family\":0.5},\"threads\"")),
        "c.json: 'family' 0.5 is no number of families");
    EXPECT_EQ(refusal(with(good, "\"one\":[", "\"one\":[1,")), "c.json: 'one' is not a list of 6");
}

TEST(ReadCalibration, ContextPlansByTheFile) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/c.json";
    std::ofstream(path) << to_json(*even_calibration());
    ContextOptions options;
    options.calibration = read_calibration(path);

    EXPECT_EQ(Context(options).options().calibration->name, "even");
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { (void)read_calibration(folder.path() + "/none.json"); }),
        HasSubstr("/none.json: cannot be read: No such file"));
}

}  // namespace
}  // namespace ttgt
