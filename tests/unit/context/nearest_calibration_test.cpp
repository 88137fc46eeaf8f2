// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>

#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/cpu/nearest_calibration.h"

namespace ttgt::cpu {
namespace {

using testing::Contains;

std::shared_ptr<const Calibration> machine(const char* name, const CpuIdentity& cpu, int threads) {
    CpuCalibration part;
    part.cpu = cpu;
    part.threads = threads;
    return std::make_shared<const Calibration>(Calibration{name, part});
}

std::string nearest_to(const CpuIdentity& cpu, int threads) {
    const std::vector<std::shared_ptr<const Calibration>> machines{
        machine("two AMD, 512", {"AuthenticAMD", 25, 512}, 2),
        machine("two newer AMD, 512", {"AuthenticAMD", 26, 512}, 2),
        machine("two AMD, 256", {"AuthenticAMD", 25, 256}, 2),
        machine("sixteen Intel, 512", {"GenuineIntel", 6, 512}, 16)};
    return nearest_calibration(machines, cpu, threads)->name;
}

TEST(NearestCalibration, IsThatOfTheSameMachine) {
    EXPECT_EQ(nearest_to({"AuthenticAMD", 25, 512}, 2), "two AMD, 512");
    EXPECT_EQ(nearest_to({"AuthenticAMD", 26, 512}, 2), "two newer AMD, 512");
    EXPECT_EQ(nearest_to({"AuthenticAMD", 25, 256}, 2), "two AMD, 256");
    EXPECT_EQ(nearest_to({"GenuineIntel", 6, 512}, 16), "sixteen Intel, 512");
}

TEST(NearestCalibration, LooksAtVectorsThenThreadsThenTheMake) {
    EXPECT_EQ(nearest_to({"GenuineIntel", 6, 256}, 16), "two AMD, 256");
    EXPECT_EQ(nearest_to({"", 0, 128}, 4), "two AMD, 256") << "no vectors of 128 bits are known";
    EXPECT_EQ(nearest_to({"AuthenticAMD", 26, 512}, 64), "sixteen Intel, 512");
    EXPECT_EQ(nearest_to({"AuthenticAMD", 27, 512}, 1), "two AMD, 512") << "the first of equals";
    EXPECT_EQ(nearest_to({"GenuineIntel", 6, 512}, 1), "two AMD, 512");
}

TEST(NearestCalibration, ContextsPlanByTheBuiltInOneThatIsNearest) {
    const auto nearest = nearest_built_in_calibration();

    EXPECT_THAT(built_in_calibrations(), Contains(nearest));
    EXPECT_EQ(Context().options().calibration, nearest);
    EXPECT_EQ(built_in_calibrations().front(), built_in_calibration());
}

TEST(NearestCalibration, AnyBuiltInOneMayBeGiven) {
    for (const auto& calibration : built_in_calibrations()) {
        ContextOptions options;
        options.calibration = calibration;
        EXPECT_EQ(Context(options).options().calibration, calibration);
    }
}

TEST(BuiltInCalibrations, SayWhatTheyWereMeasuredOn) {
    for (const auto& calibration : built_in_calibrations()) {
        EXPECT_FALSE(cpu_part(calibration)->cpu.vendor.empty()) << calibration->name;
    }
}

}  // namespace
}  // namespace ttgt::cpu
