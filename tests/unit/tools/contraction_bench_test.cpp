// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_bench.h"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/bench/results/earlier_run.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// The same strategy under two rows: what the second row shows does not rest on the first's calls.
TEST(ContractionBench, EveryStrategyFillsARowOfItsOwn) {
    const auto cases =
        parse_contraction_cases("x\tD(c,a,b)+=L(a,b,k)*R(k,c)\ta:8,b:9,c:10,k:11\n", "cases.tsv");
    ContractionBenchSettings settings;
    settings.strategies = {"classic", "classic"};
    settings.turns.count = 3;
    settings.check = settings.against_eigen = settings.against_gemm = true;
    Ceilings ceilings;
    ceilings.copy_gb_s = 10;
    ceilings.gemm_gflops[DType::float64] = 10;
    Context context;
    std::vector<Row> rows(2, Row{{"id", "x"}});

    const auto arena = make_contraction_arena(context);
    ContractionBench(context, *arena, settings, cases.at(0), DType::float64)
        .measure(ceilings, rows);

    for (const Row& row : rows) {
        EXPECT_EQ(row.at("check"), "ok");
        EXPECT_GT(std::stod(row.at("time_ms")), 0);
        for (const std::string& column : contraction_columns(true, true)) {
            EXPECT_EQ(row.contains(column), column != "message") << column;
        }
    }
    EXPECT_EQ(rows[0].at("gemm_reference_ms"), rows[1].at("gemm_reference_ms"));
}

class RowsOfEarlierRun : public testing::Test {
protected:
    static constexpr const char* header = "id\tstrategy\tcheck\tmessage\n";

    [[nodiscard]] std::map<std::string, std::vector<Row>> rows() const {
        return rows_of_earlier_run(folder_.path(), {{"seed", "1"}},
                                   {"id", "strategy", "check", "message"}, {"classic", "auto"});
    }
    void write(const std::string& name, const std::string& lines) const {
        (void)folder_.write("run.json", R"({"settings": {"seed": "1"}})");
        (void)folder_.write(name, header + lines);
    }
    test::TemporaryFolder folder_;
};

TEST_F(RowsOfEarlierRun, NoneWhereNothingRan) { EXPECT_TRUE(rows().empty()); }

TEST_F(RowsOfEarlierRun, CasesThatSucceededWithEveryStrategy) {
    write("results.tsv",
          "whole\tauto\tok\t\nwhole\tclassic\tok\t\n"
          "half\tclassic\tok\t\n"
          "wrong\tclassic\tfail\t\nwrong\tauto\tok\t\n"
          "broken\tclassic\tskipped\tout of memory\nbroken\tauto\tskipped\tout of memory\n"
          "# interrupted\n");

    const auto found = rows();

    ASSERT_THAT(found, ElementsAre(Pair("whole", testing::SizeIs(2))));
    EXPECT_EQ(found.at("whole")[0].at("strategy"), "classic");
    EXPECT_EQ(found.at("whole")[1].at("strategy"), "auto");
}

TEST_F(RowsOfEarlierRun, PartialTableAddsToTheFinishedOne) {
    write("results.tsv", "a\tclassic\tok\t\na\tauto\tok\t\n");
    write("results.tsv.partial", "b\tclassic\tok\t\nb\tauto\tok\t\nc\tclassic\tok\t\n");

    EXPECT_THAT(rows(), ElementsAre(Pair("a", testing::SizeIs(2)), Pair("b", testing::SizeIs(2))));
}

TEST_F(RowsOfEarlierRun, OtherSettingsAreRefused) {
    write("results.tsv", "");
    (void)folder_.write("run.json", R"({"settings": {"seed": "2"}})");
    EXPECT_THAT(refusal_of<FileError>([&] { (void)rows(); }),
                HasSubstr("/run.json: --resume goes on with seed '2', not '1'"));

    (void)folder_.write("run.json", R"({"settings": {}})");
    EXPECT_THAT(refusal_of<FileError>([&] { (void)rows(); }),
                HasSubstr("/run.json: --resume goes on with seed '', not '1'"));
}

}  // namespace
}  // namespace ttgt::tool
