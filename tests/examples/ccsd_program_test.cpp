// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The ccsd program, end to end: what it prints and how it ends.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
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
    expect_refused({fcidump_path("h2o_sto3g"), "--device", "cuda:99"}, "cuda:99");
    expect_refused({fcidump_path("h2o_sto3g"), "--memory", "20kB"},
                   "would be enough: --memory 1MiB");
    expect_refused({fcidump_path("h2o_sto3g"), "--frozen-core", "6"}, "5 orbitals are occupied");
    expect_refused({fcidump_path("h2o_sto3g"), "--frozen-core", "-1"}, "--frozen-core");
    expect_refused({fcidump_path("h2o_sto3g"), "--damping", "2"}, "--damping");
    expect_refused({}, "FILE");
}

TEST(CcsdProgram, RunsWithinTheMemoryThatItNames) {
    const std::vector<std::string> arguments{fcidump_path("n2_631g"), "--no-triples", "--memory"};
    std::vector<std::string> capped = arguments;
    capped.push_back("1MiB");
    const std::string refusal = run_command(capped).err;
    const std::string option = "--memory ";
    capped.back() = refusal.substr(refusal.rfind(option) + option.size());
    capped.back().pop_back();  // the end of the line

    const CommandResult result = run_command(capped);

    EXPECT_EQ(result.exit_code, 0) << refusal << result.err;
}

TEST(CcsdProgram, EndsWith1WhereItsOutputCannotBeWritten) {
    const ttgt::test::TemporaryFolder folder;
    const std::string err = folder.file("err");
    for (const char* const option : {"--json", "--no-triples", "--help"}) {
        const std::string line = std::string(TTGT_COMMAND) + " " + fcidump_path("h2o_sto3g") + " " +
                                 option + " > /dev/full 2> " + err;

        const int status = std::system(line.c_str());  // NOLINT: a shell for the redirection

        EXPECT_EQ(WEXITSTATUS(status), 1) << option;
        EXPECT_THAT(ttgt::test::read_file(err),
                    StartsWith("ccsd: standard output cannot be written: No space left"));
    }
}

TEST(CcsdProgram, PrintsLevelsAndAmplitudes) {
    const CommandResult result = run_command({fcidump_path("h2o_sto3g"), "--frozen-core", "1"});

    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const char* const part : {"5 occupied, 1 of them frozen, 2 virtual", "-20.262892",
                                   "0.588139", "t1 0.02215233", "t2 0.21844528", "  t2 ", " -> "}) {
        EXPECT_THAT(result.out, HasSubstr(part));
    }
}

TEST(CcsdProgram, SaysThatAFileHasNoCoreEnergy) {
    const ttgt::test::TemporaryFolder folder;
    const std::string file =
        folder.write("model.fcidump", "&FCI NORB=1, NELEC=2,\n&END\n1.0 1 1 1 1\n-2.0 1 1 0 0\n");

    EXPECT_THAT(run_command({file}).out, HasSubstr("no core energy; it is taken as 0"));
    const auto json = nlohmann::json::parse(run_command({file, "--json"}).out);
    EXPECT_EQ(json["e_core_given"], false);
    EXPECT_NEAR(json["e_rhf"].get<double>(), -4.0 + 1.0, 1e-12);
}

TEST(CcsdProgram, NamesTheOrbitalsThatHaveNoGapBetweenThem) {
    // A ring of four sites with a repulsion of 2: the second and third orbitals are degenerate.
    const ttgt::test::TemporaryFolder folder;
    const std::string file =
        folder.write("ring.fcidump",
                     "&FCI NORB=4,NELEC=4,&END\n2 1 1 1 1\n2 2 2 2 2\n2 3 3 3 3\n2 4 4 4 4\n"
                     "-1 2 1 0 0\n-1 3 2 0 0\n-1 4 3 0 0\n-1 4 1 0 0\n");

    const CommandResult result = run_command({file, "--json"});

    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "ccsd: " + file +
                              ": there is no gap: occupied orbital 2 and virtual orbital 3 both "
                              "have 1.000000 hartree, and MP2, CCSD and (T) divide by the "
                              "difference\n");
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
                               "--json", "--frozen-core", "--diis", "--damping", "--level-shift"}) {
        EXPECT_THAT(result.out, HasSubstr(option));
    }
}

}  // namespace
}  // namespace ccsd::test
