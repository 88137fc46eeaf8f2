// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The calibrations that TTGT_CALIBRATION names, as `ttgt explain` plans by them.
#include <cstdlib>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/context/calibration_file.h"
#include "tests/package/command_process.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class CommandCalibration : public testing::Test {
protected:
    /// What `ttgt explain` says under these files.
    CommandResult explain_by(const std::string& paths) {
        setenv("TTGT_CALIBRATION", paths.c_str(), 1);
        CommandResult run = run_command({"explain", "D(i,j)=L(i,k)*R(k,j)", "--extent", "i=99",
                                         "--extent", "j=99", "--extent", "k=99", "--threads", "1"});
        unsetenv("TTGT_CALIBRATION");
        return run;
    }
    std::string write(const std::string& name, const Calibration& calibration) {
        return folder_.write(name, to_json(calibration));
    }
    std::string slow_cpu() {
        Calibration calibration = *built_in_calibration();
        auto& cpu = std::get<CpuCalibration>(calibration.of);
        cpu.cached_call_us *= 1e6;
        return write("cpu.json", calibration);
    }
    std::string gpu() { return write("gpu.json", *built_in_calibration(Device::Kind::cuda)); }

    TemporaryFolder folder_;
};

TEST_F(CommandCalibration, EnvironmentNamesOneFileForEachKindOfDevice) {
    const std::string by_built_in = explain_by("").out;
    const std::string slow = slow_cpu();
    const std::string by_slow = explain_by(slow).out;

    EXPECT_NE(by_slow, by_built_in);
    EXPECT_EQ(explain_by(gpu() + ":" + slow).out, by_slow);
    EXPECT_EQ(explain_by(gpu()).out, by_built_in);
}

TEST_F(CommandCalibration, EnvironmentThatNamesNoCalibrationIsRefused) {
    const CommandResult missing = explain_by(folder_.file("none.json"));
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_THAT(missing.err, HasSubstr("none.json: cannot be read: No such file or directory"));

    const CommandResult folder = explain_by(folder_.path());
    EXPECT_EQ(folder.exit_code, 2);
    EXPECT_EQ(folder.err, "ttgt: " + folder_.path() + ": cannot be read: Is a directory\n");

    const CommandResult wrong = explain_by(gpu() + ":" + folder_.write("wrong.json", "{}"));
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("wrong.json: 'name' is missing"));
}

}  // namespace
}  // namespace ttgt::test
