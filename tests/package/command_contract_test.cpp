// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// A folder with L (2 x 3), R (3 x 2) and D (2 x 2), small integers.
class CommandContract : public testing::Test {
protected:
    template <class T>
    std::string npy(const std::string& name, const std::string& descr, bool fortran,
                    const std::string& shape, const std::vector<T>& elements) const {
        return folder_.write(
            name, npy_header_bytes(npy_dict_text(descr, fortran, shape)) + element_bytes(elements));
    }
    void SetUp() override {
        npy<double>("l.npy", "<f8", false, "(2, 3)", {1, 2, 3, 4, 5, 6});
        npy<double>("r.npy", "<f8", true, "(3, 2)", {1, 0, 2, 0, 1, 1});
        npy<double>("d.npy", "<f8", false, "(2, 2)", {10, 20, 30, 40});
    }
    [[nodiscard]] std::string at(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] CommandResult contract(const std::string& expression,
                                         const std::vector<std::string>& inputs,
                                         const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments{"contract", expression, "--out", at("out.npy")};
        for (const std::string& input : inputs) {
            const std::size_t equals = input.find('=');
            arguments.push_back("--in");
            arguments.push_back(input.substr(0, equals + 1) + at(input.substr(equals + 1)));
        }
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_command(arguments);
    }
    [[nodiscard]] std::vector<double> result() const {
        return elements_of_npy<double>(read_file(at("out.npy")));
    }
    /// Exit code 2, `message` in the one line on standard error, and no output.
    void expect_refused(const CommandResult& run, const std::string& message) const {
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: "), HasSubstr(message)));
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        EXPECT_THAT(run.out, IsEmpty());
        EXPECT_THAT(folder_.names(), testing::Not(testing::Contains(HasSubstr("out"))));
    }

    TemporaryFolder folder_;
};

const std::vector<std::string> both{"L=l.npy", "R=r.npy"};

TEST_F(CommandContract, Float16IsReadAndWritten) {
    // 1, 2, 0.5 and -3 times themselves.
    npy<std::uint16_t>("h.npy", "<f2", true, "(4,)", {0x3c00, 0x4000, 0x3800, 0xc200});

    const CommandResult run = contract("D(i)=L(i)*R(i)", {"L=h.npy", "R=h.npy"}, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(read_file(at("out.npy")), HasSubstr("'descr': '<f2'"));
    EXPECT_THAT(elements_of_npy<std::uint16_t>(read_file(at("out.npy"))),
                ElementsAre(0x3c00, 0x4400, 0x3400, 0x4880));
}

TEST_F(CommandContract, Tf32IsRefusedOnCpusAndByWrongNames) {
    expect_refused(contract("D(i,j)=L(i,k)*R(k,j)", both, {"--compute", "tf32"}), "tf32");
    expect_refused(contract("D(i,j)=L(i,k)*R(k,j)", both, {"--compute", "tf32x3"}), "tf32x3");
    expect_refused(contract("D(i,j)=L(i,k)*R(k,j)", both, {"--compute", "int8"}), "int8");
    expect_refused(contract("D(i,j)=L(i,k)*R(k,j)", both, {"--compute", "half"}), "'half'");
}

TEST_F(CommandContract, ProductIsWrittenInFortranOrderAndChecked) {
    const CommandResult run = contract("D(i,j)=L(i,k)*R(k,j)", both, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), ElementsAre(7, 16, 5, 11));
    EXPECT_THAT(read_file(at("out.npy")), HasSubstr("'fortran_order': True, 'shape': (2, 2)"));
    EXPECT_THAT(run.out, AllOf(HasSubstr("check: ok"), HasSubstr("(4 elements)"), HasSubstr("gemm"),
                               HasSubstr("wrote ")));
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_THAT(folder_.names(), UnorderedElementsAre("l.npy", "r.npy", "d.npy", "out.npy"));
}

TEST_F(CommandContract, OrderCWritesTheLastAxisFastest) {
    const CommandResult run = contract("D(i,j)=L(i,k)*R(k,j)", both, {"--order", "C"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), ElementsAre(7, 5, 16, 11));
    EXPECT_THAT(read_file(at("out.npy")), HasSubstr("'fortran_order': False"));
}

TEST_F(CommandContract, AccumulationReadsTheOutputOfEitherOrder) {
    const std::vector<std::string> all{"L=l.npy", "R=r.npy", "D=d.npy"};

    EXPECT_EQ(contract("D(i,j)+=L(i,k)*R(k,j)", all, {"--check", "--order", "C"}).exit_code, 0);
    EXPECT_THAT(result(), ElementsAre(17, 25, 46, 51));
    EXPECT_EQ(contract("D(i,j)-=L(i,k)*R(k,j)", all, {"--check"}).exit_code, 0);
    EXPECT_THAT(result(), ElementsAre(3, 14, 15, 29));
}

TEST_F(CommandContract, AlphaAndBetaScaleProductAndOutput) {
    const CommandResult run = contract("D(i,j)=L(i,k)*R(k,j)", {"L=l.npy", "R=r.npy", "D=d.npy"},
                                       {"--alpha", "-2", "--beta", "0.5", "--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), ElementsAre(-9, -17, 0, -2));
}

TEST_F(CommandContract, OutputMayReplaceItsOwnInput) {
    const CommandResult run =
        run_command({"contract", "D(i,j)+=L(i,k)*R(k,j)", "--in", "L=" + at("l.npy"), "--in",
                     "R=" + at("r.npy"), "--in", "D=" + at("d.npy"), "--out", at("d.npy")});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(elements_of_npy<double>(read_file(at("d.npy"))), ElementsAre(17, 46, 25, 51));
}

TEST_F(CommandContract, RepeatedNamesBindByPosition) {
    npy<double>("x.npy", "<f8", false, "(2,)", {1, 2});
    npy<double>("y.npy", "<f8", false, "(2,)", {3, 5});

    const CommandResult run =
        contract("T(a,b)+=T(a)*T(b)", {"0=d.npy", "1=x.npy", "2=y.npy"}, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), ElementsAre(13, 36, 25, 50));
}

TEST_F(CommandContract, EinsumStringsAreExpressions) {
    const CommandResult product = contract("ik,kj->ij", both, {"--check"});
    EXPECT_EQ(product.exit_code, 0) << product.err;
    EXPECT_THAT(result(), ElementsAre(7, 16, 5, 11));

    npy<double>("row.npy", "<f8", false, "(1, 3)", {1, 10, 100});
    const CommandResult repeated = contract("...k,...k", {"L=l.npy", "R=row.npy"}, {"--check"});
    EXPECT_EQ(repeated.exit_code, 0) << repeated.err;
    EXPECT_THAT(result(), ElementsAre(321, 654));
}

TEST_F(CommandContract, RefusedEinsumStringsShowTheColumn) {
    const CommandResult run = contract("ik,k_->ij", both);

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr("column 5: expected a label, '...', ',', '->'"));
    expect_refused(run_command({"explain", "...i->...", "i=3"}), "an ellipsis needs tensors");
    EXPECT_EQ(run_command({"explain", "ik,kj", "i=3", "k=4", "j=5"}).exit_code, 0);
}

TEST_F(CommandContract, RealTimesComplexIsComplex) {
    npy<std::complex<double>>("c.npy", "<c16", false, "(3,)", {{1, 1}, {0, 2}, {-1, 0}});

    const CommandResult run = contract("D(i)=L(i,k)*C+(k)", {"L=l.npy", "C=c.npy"}, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(elements_of_npy<std::complex<double>>(read_file(at("out.npy"))),
                ElementsAre(std::complex<double>(-2, -5), std::complex<double>(-2, -14)));
}

TEST_F(CommandContract, UnaryExpressionsAndScalarsAreWritten) {
    EXPECT_EQ(contract("D(b,a)=L(a,b)", {"L=l.npy"}, {"--check"}).exit_code, 0);
    EXPECT_THAT(result(), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(contract("D()=L(a,b)*L(a,b)", {"1=l.npy", "2=l.npy"}, {"--check"}).exit_code, 0);
    EXPECT_THAT(result(), ElementsAre(91));
}

TEST_F(CommandContract, EmptyArraysAreReadAndWritten) {
    npy<double>("e.npy", "<f8", false, "(0, 3)", {});

    const CommandResult run = contract("D(i,j)=E(i,k)*R(k,j)", {"E=e.npy", "R=r.npy"}, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), IsEmpty());
    EXPECT_THAT(run.out, HasSubstr("check: skipped"));
}

TEST_F(CommandContract, MeasuredPlanGivesTheSameResult) {
    const CommandResult run = contract("D(j,i)+=L(i,k)*R(k,j)", {"L=l.npy", "R=r.npy", "D=d.npy"},
                                       {"--measure", "--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(result(), ElementsAre(17, 35, 36, 51));
    EXPECT_THAT(run.out, HasSubstr("check: ok"));
}

TEST_F(CommandContract, ReportIsWrittenAsJson) {
    const CommandResult run =
        contract("D(i,j)=L(i,k)*R(k,j)", both,
                 {"--check", "--quiet", "--strategy", "classic", "--report", at("report.json")});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::string report = read_file(at("report.json"));
    EXPECT_THAT(report, AllOf(StartsWith("{"), HasSubstr("\"flops\": 24.0"), HasSubstr("\"m\": 2"),
                              HasSubstr("\"workspace_bytes\""), HasSubstr("\"kind\": \"gemm\""),
                              HasSubstr("\"outcome\": \"ok\"")));
    EXPECT_THAT(run.out, StartsWith("check: ok"));
}

TEST_F(CommandContract, QuietWithoutCheckSaysNothing) {
    const CommandResult run = contract("D(i,j)=L(i,k)*R(k,j)", both, {"--quiet"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, IsEmpty());
}

TEST_F(CommandContract, MalformedExpressionShowsTheColumn) {
    const CommandResult run = contract("D(i,j)=L(i,k*R(k,j)", both);

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err,
                AllOf(StartsWith("ttgt: "), HasSubstr("\nD(i,j)=L(i,k*R(k,j)\n"), HasSubstr("^")));
}

TEST_F(CommandContract, InputsThatDoNotFitAreRefused) {
    npy<double>("x.npy", "<f8", false, "(4, 2)", {1, 2, 3, 4, 5, 6, 7, 8});
    npy<float>("f.npy", "<f4", false, "(2, 2)", {1, 2, 3, 4});
    const std::string product = "D(i,j)=L(i,k)*R(k,j)";

    expect_refused(contract("D(i,j)+=L(i,k)*R(k,j)", both), "give --in D=FILE, or --beta 0");
    expect_refused(contract(product, {"L=l.npy", "R=r.npy", "D=d.npy"}), "would not be used");
    expect_refused(contract(product, {"L=l.npy"}), "'R'");
    expect_refused(contract(product, {"L=l.npy", "R=r.npy", "X=l.npy"}), "no tensor 'X'");
    expect_refused(contract(product, {"L=l.npy", "R=x.npy"}), "k");
    expect_refused(contract(product, {"L=l.npy", "R=none.npy"}), "No such file");
    expect_refused(contract("D(i,j)=L(i,k)*R(k)", both), "has 2 axes, but 'R' has 1 labels");
    expect_refused(contract("D(i,z)=L(i,k)*R(k,j)", both), "'z' of the output");
    expect_refused(contract("D(i,j)+=L(i,k)*R(k,j)", {"L=l.npy", "R=r.npy", "D=f.npy"}), "float32");
    expect_refused(contract(product, both, {"--alpha", "1,1"}), "alpha");
    expect_refused(contract(product, both, {"--alpha", "x"}), "--alpha");
    expect_refused(contract(product, both, {"--order", "X"}), "--order");
    expect_refused(contract(product, both, {"--strategy", "magic"}), "magic");
    expect_refused(contract(product, both, {"--device", "gpu"}), "gpu");
    expect_refused(contract(product, both, {"--workspace-limit", "-1"}), "--workspace-limit");
    expect_refused(contract(product, both, {"--threads", "-1"}), "--threads");
    expect_refused(contract("D(i,i)=L(i,k)", {"L=l.npy"}), "i");
}

TEST_F(CommandContract, RefusalsOfTheContractionBeginWithTheExpression) {
    npy<double>("x.npy", "<f8", false, "(4, 2)", {1, 2, 3, 4, 5, 6, 7, 8});
    const std::string product = "D(i,j)=L(i,k)*R(k,j)";
    const std::string shown = "ttgt: D(i,j) = L(i,k) * R(k,j): ";

    for (const CommandResult& run :
         {contract(product, {"L=l.npy", "R=x.npy"}), contract(product, {"L=l.npy"}),
          contract(product, both, {"--beta", "1"}), contract(product, both, {"--alpha", "1,1"})}) {
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_THAT(run.err, StartsWith(shown));
    }
    EXPECT_THAT(contract(product, {"L=l.npy", "R=none.npy"}).err, StartsWith("ttgt: " + at("")));
}

TEST_F(CommandContract, FifoAndDeviceAreRefusedAsInputs) {
    ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);

    expect_refused(contract("D(a)=L(a)", {"L=pipe"}), "pipe: is a FIFO, not a regular file");
    expect_refused(run_command({"contract", "D(a)=L(a)", "--in", "L=/dev/zero", "--out", at("o")}),
                   "/dev/zero: is a device, not a regular file");
}

TEST_F(CommandContract, ArraysOfRank64AreReadAndWritten) {
    std::string labels = "a";
    std::string shape = "3";
    for (int i = 1; i < 64; ++i) {
        labels += fmt::format(",l{}", i);
        shape += ", 1";
    }
    npy<double>("w.npy", "<f8", false, "(" + shape + ")", {1, 2, 3});

    const CommandResult run =
        contract(fmt::format("D({0})=L({0})", labels), {"L=w.npy"}, {"--check"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(read_file(at("out.npy")), HasSubstr("(" + shape + ")"));
    EXPECT_THAT(result(), ElementsAre(1, 2, 3));
}

TEST_F(CommandContract, ReportThatIsReplacedKeepsItsMode) {
    namespace fs = std::filesystem;
    (void)folder_.write("report.json", "old");
    fs::permissions(at("report.json"), fs::perms::owner_read);

    const CommandResult run =
        contract("D(b,a)=L(a,b)", {"L=l.npy"}, {"--report", at("report.json")});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(fs::status(at("report.json")).permissions(), fs::perms::owner_read);
    EXPECT_THAT(read_file(at("report.json")), StartsWith("{"));
}

TEST_F(CommandContract, DeviceThatThereIsNotIsRefusedByName) {
    const CommandResult run = contract("D(a,b)=L(a,k)*R(k,b)", {"L=l.npy", "R=r.npy"},
                                       {"--check", "--device", "cuda:99999"});

    expect_refused(run, "no backend for device cuda:99999");
}

TEST_F(CommandContract, HostileNpyIsRefusedWithoutALargeAllocation) {
    folder_.write("h.npy", npy_header_bytes(npy_dict_text("<f8", false, "(1099511627776, 3)")));

    const CommandResult run = contract("D(i,j)=H(i,k)*R(k,j)", {"H=h.npy", "R=r.npy"});

    expect_refused(run, "is truncated");
    EXPECT_LT(run.peak_bytes, std::int64_t{256} << 20);
}

TEST_F(CommandContract, FolderThatCannotBeWrittenIsRefusedBeforeTheWork) {
    const CommandResult run = run_command(
        {"contract", "D(a,b)=L(a,b)", "--in", "L=" + at("l.npy"), "--out", at("none/d.npy")});

    expect_refused(run, "none/d.npy: cannot be written");
}

TEST_F(CommandContract, OnePathForResultAndReportIsRefused) {
    expect_refused(contract("D(a,b)=L(a,b)", {"L=l.npy"}, {"--report", at("out.npy")}), "both");
}

}  // namespace
}  // namespace ttgt::test
