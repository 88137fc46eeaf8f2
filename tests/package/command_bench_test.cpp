// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/package/results_rows.h"
#include "tests/support/temporary_folder.h"
#include "tools/bench/cases/case_file.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

CommandResult bench(const TemporaryFolder& folder, const std::string& kind,
                    const std::string& cases, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{
        "bench",     kind, folder.write("cases.tsv", cases), "--out", folder.file("out"),
        "--repeats", "3"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
}

const std::string three_cases =
    "# id\texpression\textents\tdtype\n"
    "first\tD(a,b,i)+=L(a,c,i,k)*R(k,b,c)\ta:12,b:10,c:8,i:6,k:4\n"
    "outer\tD(a,b)-=L(a)*R(b)\ta:30,b:20\tcomplex64\n"
    "unary\tD(b,a)=L(a,b)\ta:64,b:48\tfloat32\n";

TEST(CommandBench, ContractionsFillEveryColumn) {
    const TemporaryFolder folder;

    const CommandResult run = bench(folder, "contractions", three_cases, {"--check"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string table = read_file(folder.file("out/results.tsv"));
    EXPECT_THAT(table,
                StartsWith("id\texpression\textents\tdtype\tdevice\tstrategy\tm\tn\tk\tbatch\t"
                           "flops\tbytes\tai\tplan_us\tworkspace_bytes\tpredicted_ms\ttime_ms\t"
                           "gflops\tgemm_ms\ttranspose_l_ms\ttranspose_r_ms\t"
                           "transpose_d_in_ms\ttranspose_d_out_ms\tother_ms\toverhead\t"
                           "roofline_fraction\tcheck\terror\tmessage\n"));
    const std::vector<Row> rows = rows_of(table);
    ASSERT_EQ(rows.size(), 3U);
    for (const Row& row : rows) {
        for (const auto& [column, value] : row) {
            EXPECT_EQ(value.empty(), column == "message") << row.at("id") << " " << column;
        }
        EXPECT_EQ(row.at("check"), "ok");
        EXPECT_GT(number(row, "time_ms"), 0);
        EXPECT_GT(number(row, "roofline_fraction"), 0);
        EXPECT_LE(number(row, "overhead"), 1);
        EXPECT_LE(number(row, "error"), 1);
        const double parts = number(row, "gemm_ms") + number(row, "transpose_l_ms") +
                             number(row, "transpose_r_ms") + number(row, "transpose_d_in_ms") +
                             number(row, "transpose_d_out_ms") + number(row, "other_ms");
        EXPECT_NEAR(parts, number(row, "time_ms"), 1e-4 * number(row, "time_ms"));
    }
    EXPECT_EQ(rows[0].at("dtype"), "float64");
    EXPECT_EQ(number(rows[0], "flops"), 2.0 * 12 * 10 * 8 * 6 * 4);
    EXPECT_EQ(number(rows[0], "m") * number(rows[0], "n") * number(rows[0], "k"),
              12.0 * 6 * 10 * 32);
    EXPECT_EQ(rows[1].at("dtype"), "complex64");
    EXPECT_EQ(rows[2].at("dtype"), "float32");
    EXPECT_THAT(run.out,
                AllOf(HasSubstr("first"), HasSubstr("checks: 3 ok"), HasSubstr("3 of 3 cases")));
}

TEST(CommandBench, RunJsonSaysHowTheNumbersCameAbout) {
    const TemporaryFolder folder;

    ASSERT_EQ(bench(folder, "contractions", three_cases, {"--quiet", "--threads", "1"}).exit_code,
              0);

    const std::string info = read_file(folder.file("out/run.json"));
    for (const char* key :
         {"date", "command_line", "device", "threads", "timed_calls", "interrupted", "copy_gb_s",
          "gemm_gflops", "complex64", "memory_bytes", "compiler", "flags", "commit", "blas"}) {
        EXPECT_THAT(info, HasSubstr(fmt::format("\"{}\"", key))) << key;
    }
    EXPECT_THAT(info, HasSubstr("\"threads\": 1"));
}

TEST(CommandBench, OptionsChooseCasesDtypeAndBeta) {
    const TemporaryFolder folder;

    const CommandResult run =
        bench(folder, "contractions", three_cases,
              {"--only", "^first$", "--dtype", "complex128", "--overwrite", "--check", "--against",
               "eigen", "--quiet", "--workspace-limit", "0"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].at("dtype"), "complex128");
    EXPECT_EQ(rows[0].at("workspace_bytes"), "0");
    EXPECT_EQ(rows[0].at("transpose_d_in_ms"), "0");
    EXPECT_EQ(number(rows[0], "bytes"), 16.0 * (12 * 10 * 6 + 12 * 8 * 6 * 4 + 4 * 10 * 8));
    EXPECT_GT(number(rows[0], "eigen_ms"), 0);
}

TEST(CommandBench, ElementsOf16BitsAreTimedAndChecked) {
    for (const std::string dtype : {"float16", "bfloat16"}) {
        const TemporaryFolder folder;

        const CommandResult run =
            bench(folder, "contractions", three_cases, {"--check", "--dtype", dtype});

        ASSERT_EQ(run.exit_code, 0) << run.err;
        const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
        EXPECT_EQ(rows.size(), 3U);
        for (const Row& row : rows) {
            EXPECT_EQ(row.at("dtype"), dtype);
            EXPECT_EQ(row.at("check"), "ok");
        }
    }
}

TEST(CommandBench, MeasuredPlansOfEveryStrategyAreRight) {
    const TemporaryFolder folder;

    const CommandResult run = bench(folder, "contractions", three_cases,
                                    {"--measure", "--strategy", "classic,auto", "--check"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), 6U);
    for (const Row& row : rows) EXPECT_EQ(row.at("check"), "ok") << row.at("id");
    // Running six plans four times takes longer than the model.
    EXPECT_GT(number(rows[1], "plan_us"), 1e3 * number(rows[1], "time_ms"));
}

TEST(CommandBench, ContractionsBesideTheBareMatrixProduct) {
    const TemporaryFolder folder;

    const CommandResult run =
        bench(folder, "contractions",
              three_cases + "batch\tD(a,b,z)=L(a,k,z)*R(z,b,k)\ta:20,b:30,k:40,z:5\n",
              {"--against", "gemm,eigen", "--threads", "1"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string table = read_file(folder.file("out/results.tsv"));
    EXPECT_THAT(table,
                HasSubstr("\terror\teigen_ms\tgemm_reference_ms\tgemm_reference_min_ms\tof_gemm\t"
                          "message\n"));
    const std::vector<Row> rows = rows_of(table);
    ASSERT_EQ(rows.size(), 4U);
    for (const Row& row : rows) {
        if (row.at("id") == "unary") {
            EXPECT_EQ(row.at("gemm_reference_ms"), "");
            continue;
        }
        EXPECT_GT(number(row, "gemm_reference_min_ms"), 0);
        EXPECT_GE(number(row, "gemm_reference_ms"), number(row, "gemm_reference_min_ms"));
        EXPECT_NEAR(number(row, "of_gemm"),
                    number(row, "gemm_reference_ms") / number(row, "time_ms"),
                    1e-4 * number(row, "of_gemm"));
        EXPECT_GT(number(row, "eigen_ms"), 0);
    }
}

TEST(CommandBench, CaseThatCannotBeRunFailsAfterAllRows) {
    const TemporaryFolder folder;

    const CommandResult run =
        bench(folder, "contractions", three_cases + "lone\tV(i,z)=A(i,k)*B(k,i)\ti:2,z:3,k:4\n");

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: 1 of 4 cases"), HasSubstr("lone")));
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_THAT(rows[0].at("time_ms"), testing::Not(IsEmpty()));
    EXPECT_THAT(rows[3].at("message"), testing::Not(IsEmpty()));
    EXPECT_EQ(rows[3].at("check"), "skipped");
}

TEST(CommandBench, BadInputIsRefusedBeforeAnyTiming) {
    const TemporaryFolder folder;
    const auto refusal = [&](const std::string& cases, const std::vector<std::string>& options) {
        const CommandResult run = bench(folder, "contractions", cases, options);
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
        return run.err;
    };

    EXPECT_THAT(refusal("x\tD(a=L(a)\ta:2\n", {}), HasSubstr("cases.tsv:1: field 2 (expression)"));
    EXPECT_THAT(refusal("# none\n", {}), HasSubstr("cases.tsv: holds no case"));
    EXPECT_THAT(refusal(three_cases, {"--only", "zzz"}), HasSubstr("'zzz'"));
    EXPECT_THAT(refusal(three_cases, {"--only", "("}), HasSubstr("no regular expression"));
    EXPECT_THAT(refusal(three_cases, {"--dtype", "int8"}), HasSubstr("'int8'"));
    EXPECT_THAT(refusal(three_cases, {"--against", "magic"}), HasSubstr("magic"));
    EXPECT_THAT(refusal(three_cases, {"--strategy", "magic"}), HasSubstr("'magic'"));
    EXPECT_THAT(refusal(three_cases, {"--strategy", "classic,classic"}), HasSubstr("named twice"));
    EXPECT_THAT(refusal(three_cases, {"--repeats", "0"}), HasSubstr("--repeats"));
    EXPECT_THAT(refusal(three_cases, {"--calls", "20"}), HasSubstr("one by one"));
}

TEST(CommandBench, TransposesFillEveryColumn) {
    const TemporaryFolder folder;

    const CommandResult run =
        bench(folder, "transposes",
              "t1\t8\t31,54,2,3\t3,0,2,1\nt2\t1\t100,70\t1,0\nt3\t16\t40,3,5\t0,2,1\ns\t4\t\t\n",
              {"--check"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string table = read_file(folder.file("out/results.tsv"));
    EXPECT_THAT(
        table, StartsWith("id\telement_bytes\textents\tperm\tarray\tbeta\tdevice\tmethod\tplan_us\t"
                          "predicted_ms\ttime_ms\tgb_s\tcopy_gb_s\tfraction_of_copy\tcheck\t"
                          "message\n"));
    const std::vector<Row> rows = rows_of(table);
    ASSERT_EQ(rows.size(), 4U);
    for (const Row& row : rows) {
        EXPECT_EQ(row.at("check"), "ok") << row.at("id");
        EXPECT_GT(number(row, "time_ms"), 0);
        EXPECT_GT(number(row, "copy_gb_s"), 0);
    }
}

TEST(CommandBench, AllCandidatesHaveARowEachAndOneIsChosen) {
    const TemporaryFolder folder;

    const CommandResult run =
        bench(folder, "transposes", "t1\t8\t31,54,2,3\t3,0,2,1\nt2\t4\t90,70\t1,0\n",
              {"--check", "--all-candidates"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("2 of 2 cases"));
    std::map<std::string, int> rows;
    std::map<std::string, int> chosen;
    std::set<std::string> ways;
    for (const Row& row : rows_of(read_file(folder.file("out/results.tsv")))) {
        ++rows[row.at("id")];
        if (row.at("chosen") == "yes") ++chosen[row.at("id")];
        EXPECT_TRUE(ways.insert(row.at("id") + row.at("method") + row.at("parameters")).second);
        EXPECT_EQ(row.at("check"), "ok");
        EXPECT_GT(number(row, "predicted_ms"), 0);
        EXPECT_GT(number(row, "time_ms"), 0);
    }
    EXPECT_GT(rows["t1"], 1);
    EXPECT_GT(rows["t2"], 1);
    EXPECT_EQ(chosen, (std::map<std::string, int>{{"t1", 1}, {"t2", 1}}));
}

TEST(CommandBench, BlocksOfArraysAndSumsAreTransposed) {
    const TemporaryFolder folder;
    const std::string cases = "block\t8\t30,20,7\t2,0,1\t33,21,7\nwhole\t4\t60,50\t1,0\n";

    const CommandResult run =
        bench(folder, "transposes", cases, {"--check", "--accumulate", "--quiet"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<Row> rows = rows_of(read_file(folder.file("out/results.tsv")));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].at("array"), "33,21,7");
    for (const Row& row : rows) {
        EXPECT_EQ(row.at("check"), "ok");
        EXPECT_EQ(row.at("beta"), "1");
        const double elements = row.at("id") == "block" ? 30 * 20 * 7 * 8 : 60 * 50 * 4;
        EXPECT_NEAR(number(row, "gb_s") * number(row, "time_ms") * 1e6, 3 * elements,
                    0.01 * elements);
    }
}

TEST(CommandBench, SetsOfTransposesAreListedSampledAndResumed) {
    const TemporaryFolder folder;
    const auto set = [&](std::vector<std::string> options) {
        std::vector<std::string> all{
            "bench", "transposes",       "--set",     "minor", "--volume", "3k", "--sample", "7",
            "--out", folder.file("out"), "--repeats", "2"};
        all.insert(all.end(), options.begin(), options.end());
        return run_command(all);
    };

    const CommandResult listed = set({"--list"});
    const CommandResult stopped = set({"--stop-after", "1e-9", "--quiet"});
    const std::string before = read_file(folder.file("out/results.tsv"));
    const CommandResult resumed = set({"--resume", "--check"});
    const CommandResult other = set({"--resume", "--quiet"});

    EXPECT_EQ(tool::parse_transpose_cases(listed.out, "list").size(), 7U);
    EXPECT_EQ(stopped.exit_code, 0) << stopped.err;
    EXPECT_THAT(before, HasSubstr("message\n# stopped before the end; --resume goes on\n"));
    EXPECT_EQ(resumed.exit_code, 2);
    EXPECT_THAT(resumed.err, HasSubstr("--resume goes on with check 'no', not 'yes'"));
    EXPECT_EQ(other.exit_code, 0) << other.err;
    EXPECT_EQ(rows_of(read_file(folder.file("out/results.tsv"))).size(), 7U);
}

TEST(CommandBench, TransposesOfNeitherFileNorSetAreRefused) {
    const auto refusal = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"bench", "transposes", "--out", "/dev/null/none"});
        const CommandResult run = run_command(options);
        EXPECT_EQ(run.exit_code, 2) << run.err;
        return run.err;
    };

    EXPECT_THAT(refusal({}), HasSubstr("either a case file is needed, or --set"));
    EXPECT_THAT(refusal({"a.tsv", "--set", "odd"}), HasSubstr("either a case file"));
    EXPECT_THAT(refusal({"--set", "even"}), HasSubstr("--set"));
    EXPECT_THAT(refusal({"--set", "odd", "--part", "900/999"}), HasSubstr("--part is too fine"));
    EXPECT_THAT(refusal({"--set", "odd", "--element-bytes", "3"}), HasSubstr("--element-bytes"));
    EXPECT_THAT(refusal({"--set", "odd", "--all-candidates", "--resume"}),
                HasSubstr("--all-candidates writes many"));
    EXPECT_THAT(refusal({"--set", "odd", "--all-candidates", "--measure"}), HasSubstr("--measure"));
}

}  // namespace
}  // namespace ttgt::test
