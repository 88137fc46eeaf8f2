// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The ccsd program, end to end: what it prints and how it ends.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/examples/chemistry_reference.h"
#include "tests/package/command_process.h"
#include "tests/support/temporary_folder.h"

namespace ccsd::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using ttgt::test::CommandResult;
using ttgt::test::run_command;

void expect_refused(const std::vector<std::string>& arguments, const std::string& reason) {
    const CommandResult result = run_command(arguments);

    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("ccsd: "));
    EXPECT_THAT(result.err, HasSubstr(reason));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(CcsdProgram, PrintsTheEnergies) {
    const CommandResult result = run_command({fcidump_path("h2o_sto3g"), "--threads", "2"});

    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("iteration"));
    EXPECT_THAT(result.out, HasSubstr("-75.01285989"));
    EXPECT_EQ(result.err, "");
}

TEST(CcsdProgram, PrintsNothingButJsonWhereAskedTo) {
    const CommandResult result = run_command({"--json", fcidump_path("h2o_sto3g")});

    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(nlohmann::json::parse(result.out)["converged"], true);
}

TEST(CcsdProgram, EndsWith1AndTheLastEnergyWhereItDoesNotConverge) {
    const CommandResult result =
        run_command({fcidump_path("h2o_sto3g"), "--max-iterations", "3", "--json"});

    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, HasSubstr("did not converge in 3 iterations"));
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["converged"], false);
    EXPECT_EQ(json["iterations"].size(), 3U);
    EXPECT_EQ(json["e_ccsd_corr"], json["iterations"][2]["energy"]);
}

TEST(CcsdProgram, RefusesBadInputInOneLine) {
    const ttgt::test::TemporaryFolder folder;
    const std::string file =
        folder.write("bad.fcidump", "&FCI NORB=2, NELEC=2,\n&END\nnan 1 1 0 0\n");

    expect_refused({file}, "bad.fcidump:3:");
    expect_refused({folder.file("none.fcidump")}, "none.fcidump");
    expect_refused({fcidump_path("h2o_sto3g"), "--json", "--memory", "20kB"}, "memory limit");
    expect_refused({fcidump_path("h2o_sto3g"), "--memory", "much"}, "--memory");
    expect_refused({fcidump_path("h2o_sto3g"), "--device", "tpu"}, "tpu");
    expect_refused({fcidump_path("h2o_sto3g"), "--damping", "2"}, "--damping");
    expect_refused({}, "FILE");
}

TEST(CcsdProgram, TakesAnAtomWithoutVirtualOrbitals) {
    const ttgt::test::TemporaryFolder folder;
    const std::string file = folder.write(
        "he.fcidump", "&FCI NORB=1, NELEC=2,\n&END\n1.0 1 1 1 1\n-2.0 1 1 0 0\n0.25 0 0 0 0\n");

    const CommandResult result = run_command({file, "--json"});

    EXPECT_EQ(result.exit_code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_NEAR(json["e_ccsd_t_total"].get<double>(), 0.25 - 4.0 + 1.0, 1e-12);
    EXPECT_EQ(json["e_ccsd_corr"], 0.0);
}

TEST(CcsdProgram, HelpNamesTheOptions) {
    const CommandResult result = run_command({"--help"});

    EXPECT_EQ(result.exit_code, 0);
    for (const char* option : {"--device", "--memory", "--threads", "--strategy", "--explain",
                               "--json", "--diis", "--damping", "--level-shift"}) {
        EXPECT_THAT(result.out, HasSubstr(option));
    }
}

}  // namespace
}  // namespace ccsd::test
