// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Commands on several devices, for which CPUs stand.
#include <ttgt/link_rates.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/package/results_rows.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class CommandDevices : public testing::Test {
protected:
    void SetUp() override {
        write("l.npy", false, "(2, 3)", {1, 2, 3, 4, 5, 6});
        write("r.npy", true, "(3, 2)", {1, 0, 2, 0, 1, 1});
    }
    void write(const std::string& name, bool fortran, const std::string& shape,
               const std::vector<double>& elements) const {
        (void)folder_.write(
            name, npy_header_bytes(npy_dict_text("<f8", fortran, shape)) + element_bytes(elements));
    }
    [[nodiscard]] std::string at(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] CommandResult contract(const std::string& expression,
                                         const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{
            "contract", expression,         "--in",  "L=" + at("l.npy"),
            "--in",     "R=" + at("r.npy"), "--out", at("out.npy")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_command(arguments);
    }
    [[nodiscard]] CommandResult bench(const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{
            "bench",
            "contractions",
            folder_.write("cases.tsv",
                          "plus\tD(a,b,i)+=L(a,c,i,k)*R(k,b,c)\ta:12,b:10,c:8,i:6,k:4\n"
                          "unary\tD(b,a)=L(a,b)\ta:64,b:48\tfloat32\n"),
            "--out",
            at("out"),
            "--repeats",
            "3"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_command(arguments);
    }
    static void expect_refused(const CommandResult& run, const std::string& message) {
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: "), HasSubstr(message)));
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_THAT(run.out, IsEmpty());
    }

    TemporaryFolder folder_;
};

TEST_F(CommandDevices, CalibrateWritesLinksThatTheEnvironmentMayName) {
    const CommandResult run =
        run_command({"calibrate", "--devices", "cpu,cpu", "--out", at("links.json")});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "TTGT_CALIBRATION=" + at("links.json") + " plans by it\n");
    const LinkRates rates = read_link_rates(at("links.json"));
    EXPECT_EQ(rates.devices, 2);
    EXPECT_EQ(rates.kind, Device::Kind::cpu);
    EXPECT_GT(rates.host.to_device_bytes_per_second, 1e6);
    setenv("TTGT_CALIBRATION", at("links.json").c_str(), 1);
    const CommandResult by_it = contract("D(i,j)=L(i,k)*R(k,j)", {"--devices", "cpu,cpu"});
    (void)folder_.write("links.json", R"({"device": "links"})");
    const CommandResult by_none = contract("D(i,j)=L(i,k)*R(k,j)", {});
    unsetenv("TTGT_CALIBRATION");
    EXPECT_EQ(by_it.exit_code, 0) << by_it.err;
    expect_refused(by_none, "links.json: 'name' is missing");
}

TEST_F(CommandDevices, CalibrateRefusesWhatItCannotMeasure) {
    const auto calibrate = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"calibrate", "--out", at("c.json")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_command(arguments);
    };

    expect_refused(calibrate({"--devices", "cpu,toaster"}), "device 'toaster'");
    expect_refused(calibrate({"--devices", "cuda:99999"}), "device cuda:99999");
    expect_refused(calibrate({"--devices", "cpu", "--device", "cpu"}),
                   "--device excludes --devices");
    EXPECT_FALSE(std::filesystem::exists(at("c.json")));
}

TEST_F(CommandDevices, CalibrateRefusesKernelsThatItCannotMeasure) {
    const auto calibrate = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"calibrate", "--out", at("c.json")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_command(arguments);
    };

    expect_refused(calibrate({"--kernels", "--raw", at("raw")}),
                   "--kernels times kernels of a CUDA device, such as --device cuda:0, not of cpu");
    expect_refused(calibrate({"--kernels", "--device", "cuda:99999", "--raw", at("raw")}),
                   "device cuda:99999");
    expect_refused(calibrate({"--raw", at("raw")}), "--raw requires --kernels");
    expect_refused(calibrate({"--seconds", "60"}), "--seconds requires --kernels");
    expect_refused(calibrate({"--kernels", "--seconds", "-1"}), "'-1' is no number from 0");
    expect_refused(calibrate({"--kernels", "--devices", "cpu"}), "excludes");
    EXPECT_FALSE(std::filesystem::exists(at("c.json")));
    EXPECT_FALSE(std::filesystem::exists(at("raw")));
}

TEST_F(CommandDevices, ContractSharesTensorsAmongThem) {
    const CommandResult run = contract(
        "D(i,j)=L(i,k)*R(k,j)", {"--devices", "cpu,cpu", "--check", "--report", at("report.json")});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(at("out.npy"))), ElementsAre(7, 16, 5, 11));
    EXPECT_THAT(run.out, AllOf(HasSubstr("check: ok"), HasSubstr("(float64, cpu,cpu, strategy"),
                               HasSubstr(" bytes copied to the devices")));
    EXPECT_THAT(read_file(at("report.json")),
                AllOf(HasSubstr(R"("device": "cpu,cpu")"), HasSubstr(R"("kind": "tiles")"),
                      HasSubstr(R"("overhead": null)")));
}

TEST_F(CommandDevices, ContractRefusesWhatTheyCannotShare) {
    const std::string product = "D(i,j)=L(i,k)*R(k,j)";

    expect_refused(contract(product, {"--devices", "cpu,", "--check"}), "device ''");
    expect_refused(contract(product, {"--devices", "cuda:99999"}), "device cuda:99999");
    expect_refused(contract(product, {"--devices", "cpu", "--device", "cpu"}),
                   "--device excludes --devices");
    expect_refused(contract(product, {"--devices", "cpu", "--ranks"}),
                   "--ranks excludes --devices");
    expect_refused(
        contract("D(i,j)=L(i,k)*R(k,j)+A(i,k)*B(k,j)",
                 {"--devices", "cpu,cpu", "--in", "A=" + at("l.npy"), "--in", "B=" + at("r.npy")}),
        "planning takes one term");
}

TEST_F(CommandDevices, BenchFillsEveryColumnThatIsKnown) {
    const CommandResult run =
        bench({"--devices", "cpu,cpu", "--check", "--workspace-limit", "20kB", "--threads", "2"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string table = read_file(at("out/results.tsv"));
    EXPECT_THAT(table,
                StartsWith("id\texpression\textents\tdtype\tdevice\tstrategy\tmemory\tm\tn\tk\t"
                           "batch\tflops\tbytes\tai\tplan_us\tworkspace_bytes\tstaging_bytes\t"
                           "brought_bytes\tpredicted_ms\ttime_ms\tleast_ms\tmost_ms\tgflops\t"
                           "roofline_fraction\tcheck\terror\tmessage\n"));
    const std::vector<Row> rows = rows_of(table);
    ASSERT_EQ(rows.size(), 2U);
    for (const Row& row : rows) {
        for (const auto& [column, value] : row) {
            // CPUs that stand for devices have no roofline.
            EXPECT_EQ(value.empty(), column == "message" || column == "roofline_fraction")
                << column;
        }
        EXPECT_EQ(row.at("device"), "cpu,cpu");
        EXPECT_EQ(row.at("memory"), "pageable");
        EXPECT_EQ(row.at("check"), "ok");
        EXPECT_LE(number(row, "error"), 1);
        EXPECT_LE(number(row, "workspace_bytes"), 20000);
        EXPECT_LE(number(row, "least_ms"), number(row, "time_ms"));
        EXPECT_GE(number(row, "most_ms"), number(row, "time_ms"));
    }
    EXPECT_EQ(number(rows[0], "flops"), 2.0 * 12 * 10 * 8 * 6 * 4);
    EXPECT_GE(number(rows[0], "brought_bytes"), 8.0 * (12 * 8 * 6 * 4 + 4 * 10 * 8 + 12 * 10 * 6));
    EXPECT_THAT(read_file(at("out/run.json")),
                AllOf(HasSubstr(R"("device": "cpu,cpu")"), HasSubstr(R"("devices": "cpu,cpu")")));
    EXPECT_THAT(run.out, HasSubstr("checks: 2 ok"));
}

TEST_F(CommandDevices, BenchGoesOnWithTheSameDevicesAlone) {
    ASSERT_EQ(bench({"--devices", "cpu,cpu", "--only", "plus", "--quiet"}).exit_code, 0);

    EXPECT_EQ(bench({"--devices", "cpu,cpu", "--only", "plus", "--quiet", "--resume"}).exit_code,
              0);
    expect_refused(bench({"--devices", "cpu", "--only", "plus", "--resume"}), "devices 'cpu,cpu'");
}

TEST_F(CommandDevices, BenchRefusesWhatMakesNoSense) {
    const auto refusal = [&](std::vector<std::string> options, const std::string& message) {
        options.insert(options.begin(), {"--devices", "cpu,cpu"});
        expect_refused(bench(options), message);
        EXPECT_FALSE(std::filesystem::exists(at("out")));
    };

    refusal({"--device", "cpu"}, "--device excludes --devices");
    refusal({"--calls", "2"}, "--calls excludes --devices");
    refusal({"--against", "gemm"}, "--against excludes --devices");
    refusal({"--strategy", "auto,classic"}, "--strategy: 2 are named, but --devices share");
    refusal({"--memory", "page-locked"}, "no CUDA device is among --devices");
    refusal({"--memory", "cold"}, "cold");
    refusal({"--dtype", "int8"}, "'int8'");
    expect_refused(bench({"--memory", "pageable"}), "--memory requires --devices");
    expect_refused(bench({"--devices", "toaster"}), "device 'toaster'");
    expect_refused(bench({"--devices", "cuda:99999"}), "device cuda:99999");
}

}  // namespace
}  // namespace ttgt::test
