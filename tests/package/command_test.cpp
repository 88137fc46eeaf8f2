// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/package/command_process.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
    const CommandResult run = run_command(arguments);

    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: "), HasSubstr(message)));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
}

TEST(Command, VersionHelpAndDevicesSucceed) {
    const CommandResult version = run_command({"--version"});
    const CommandResult help = run_command({"--help"});
    const CommandResult contract_help = run_command({"contract", "--help"});
    const CommandResult devices = run_command({"devices"});

    EXPECT_EQ(version.exit_code, 0);
    EXPECT_THAT(version.out, StartsWith("ttgt "));
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("contract"), HasSubstr("bench"), HasSubstr("devices")));
    EXPECT_EQ(contract_help.exit_code, 0);
    EXPECT_THAT(contract_help.out,
                AllOf(HasSubstr("--check"), HasSubstr("--order"), HasSubstr("--measure")));
    EXPECT_EQ(devices.exit_code, 0);
    EXPECT_THAT(devices.out, AllOf(StartsWith("cpu "), HasSubstr("usable")));
}

TEST(Command, HelpSaysWhatTheInputsOfEinsumStringsAreCalled) {
    for (const char* command : {"contract", "explain"}) {
        const std::string help = run_command({command, "--help"}).out;

        EXPECT_THAT(help,
                    ContainsRegex("inputs[[:space:]]+are[[:space:]]+called[[:space:]]+L[[:space:]]+"
                                  "and[[:space:]]+R,[[:space:]]+or[[:space:]]+T1,"));
    }
    expect_refused({"contract", "ab,bc->ac", "--in", "A=a.npy", "--out", "d.npy"},
                   "--in: the expression has no tensor 'A', but: D, L, R");
    expect_refused({"contract", "ab,bc,cd->ad", "--in", "L=a.npy", "--out", "d.npy"},
                   "--in: the expression has no tensor 'L', but: D, T1, T2, T3");
}

TEST(Command, ArrowsAreToldHowTheyAreSpelled) {
    for (const char* text : {"ab,bc=>ac", "ab,bc-->ac", "ab,bc=ac", "ab,bc\u2192ac"}) {
        const CommandResult run = run_command({"explain", text, "a=2", "b=3", "c=4"});

        EXPECT_EQ(run.exit_code, 2);
        EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: column 6: "),
                                   HasSubstr("the output stands behind '->', as in 'ab,bc->ac'"),
                                   HasSubstr("\n     ^\n")));
    }
}

TEST(Command, CaseFilesMayBeginWithAByteOrderMark) {
    const TemporaryFolder folder;
    const std::string cases =
        folder.write("c.tsv", "\xEF\xBB\xBF# c\r\nx\tD(b,a)=L(a,b)\ta:2,b:3\r\n");
    const std::string transposes = folder.write("t.tsv", "\xEF\xBB\xBFx\t8\t2,3\t1,0\r\n");
    const std::string wide = folder.write("w.tsv", "\xFF\xFE#");

    const auto bench = [&](const char* kind, const std::string& file) {
        return run_command({"bench", kind, file, "--out", folder.file(kind), "--repeats", "1"});
    };
    EXPECT_EQ(bench("contractions", cases).exit_code, 0);
    EXPECT_EQ(bench("transposes", transposes).exit_code, 0);
    expect_refused({"bench", "contractions", wide}, "w.tsv: is text of UTF-16; save it as UTF-8");
    EXPECT_THAT(read_file(folder.file("transposes/results.tsv")), HasSubstr("\nx\t"));
}

TEST(Command, ArgumentsThatDoNotFitAreRefusedInOneLine) {
    expect_refused({}, "a command is needed");
    expect_refused({"frobnicate"},
                   "there is no command 'frobnicate', but: contract, explain, transpose, bench,");
    expect_refused({"devices", "frobnicate"}, "frobnicate");
    expect_refused({"contract"}, "EXPR");
    expect_refused({"contract", "D(a)=L(a)", "--out", "d.npy", "--colour"}, "--colour");
    expect_refused({"contract", "D(a)=L(a)", "--out", "d.npy", "--threads", "many"}, "--threads");
    expect_refused({"bench"}, "a command is needed: contractions, sweep, transposes");
    expect_refused({"bench", "frobnicate"},
                   "there is no command bench 'frobnicate', but: contractions, sweep, transposes");
    expect_refused({"bench", "contractions", "/none/cases.tsv"}, "/none/cases.tsv: cannot be read");
    expect_refused({"bench", "transposes", "/tmp"}, "/tmp: cannot be read");
}

TEST(Command, CacheIsListedAndCleared) {
    const TemporaryFolder folder;
    setenv("TTGT_CACHE_DIR", folder.path().c_str(), 1);
    folder.write("0123456789abcdef.ttgt", "damaged");
    folder.write("notes.txt", "the user's");

    const CommandResult list = run_command({"cache", "list"});
    const CommandResult clear = run_command({"cache", "clear"});
    const CommandResult empty = run_command({"cache", "list"});
    setenv("TTGT_CACHE_DIR", "", 1);
    const CommandResult none = run_command({"cache", "list"});

    EXPECT_EQ(list.exit_code, 0) << list.err;
    EXPECT_THAT(list.out, AllOf(StartsWith("file\tbytes\tage_s\tversion\tholds\tnote\n"),
                                HasSubstr("\n0123456789abcdef.ttgt\t7\t"),
                                HasSubstr("\t-\t-\tis no file of the cache\n")));
    EXPECT_EQ(clear.out, "1 file(s) removed from " + folder.path() + "\n");
    EXPECT_EQ(empty.out, "file\tbytes\tage_s\tversion\tholds\tnote\n");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"notes.txt"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("there is no folder for the cache"));
    expect_refused({"cache"}, "a command is needed: list, clear");
    expect_refused({"cache", "frobnicate"}, "there is no command cache 'frobnicate', but: list");
}

TEST(Command, NumbersOutOfRangeAreToldTheRange) {
    const auto transpose = [](const std::string& option, const std::string& value) {
        return std::vector<std::string>{"transpose", "--extents", "2,3", "--perm",
                                        "1,0",       option,      value};
    };
    expect_refused(transpose("--threads", "-1"), "--threads: -1 is below 0 (see");
    expect_refused(transpose("--threads", "2147483648"),
                   "--threads: 2147483648 is above 2147483647");
    expect_refused(transpose("--threads", "2x"), "--threads: '2x' is not an integer");
    expect_refused(transpose("--repeats", "0"), "--repeats: 0 is below 1");
    expect_refused({"bench", "sweep", "--sample", "-1"}, "--sample: -1 is below 0");
    expect_refused({"bench", "sweep", "--max-rank", "9"}, "--max-rank: 9 is above 8");
    expect_refused({"bench", "sweep", "--stop-after", "-1"}, "'-1' is no number from 0 to 1000000");
}

TEST(Command, TensorsBeyond64BitsAreNamedWithTheirExtents) {
    expect_refused({"explain", "D(a,b)=L(a,k)*R(k,b)", "a=3000000000", "b=4000000000", "k=5"},
                   "'D': the tensor of extents 3000000000x4000000000 has more elements");
    expect_refused({"explain", "D(a,b)=L(a,k)*R(k,b)", "a=3000000000", "b=1000000000", "k=5"},
                   "'D': the tensor of extents 3000000000x1000000000 has more bytes");
    expect_refused({"transpose", "--extents", "4294967296,4294967296", "--perm", "1,0"},
                   "of extents 4294967296x4294967296");
}

TEST(Command, TransposeWithoutElementsSaysSo) {
    const CommandResult run = run_command({"transpose", "--extents", "0,4", "--perm", "1,0"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("nothing to move"), Not(HasSubstr("nan"))));
}

TEST(Command, DevicesThatThereAreNotAreRefusedByName) {
    const std::vector<std::string> transpose{"transpose", "--extents", "2,2",       "--perm",
                                             "1,0",       "--device",  "cuda:99999"};
    expect_refused(transpose, "device cuda:99999");
    expect_refused({"explain", "D(a)=L(a)", "--extent", "a=2", "--device", "cuda:99999"},
                   "device cuda:99999");
    const TemporaryFolder folder;
    const std::string cases = folder.write("cases.tsv", "x\tD(b,a)=L(a,b)\ta:2,b:3\n");
    const std::string out = folder.file("out");
    expect_refused({"bench", "contractions", cases, "--out", out, "--device", "cuda:99999"},
                   "device cuda:99999");
    expect_refused({"bench", "sweep", "--sample", "1", "--volume", "1k", "--out", out, "--device",
                    "cuda:99999"},
                   "device cuda:99999");
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(Command, ReferenceIsNoRivalOnADevice) {
    expect_refused({"bench", "sweep", "--out", "/dev/null/none", "--device", "cuda:0", "--against",
                    "gemm,eigen"},
                   "--against eigen: the reference runs on the device 'cpu' only, not on 'cuda:0'");
}

TEST(Command, CalibrateRefusesWhatItCannotWrite) {
    expect_refused({"calibrate", "--device", "cuda:99999"}, "device cuda:99999");
    expect_refused({"calibrate", "--out", "/nowhere/c.json"}, "/nowhere/c.json");
}

TEST(Command, SweepRefusesWhatIsNoSweep) {
    const auto refuse = [](const std::string& option, const std::string& value,
                           const std::string& message) {
        expect_refused({"bench", "sweep", "--out", "/dev/null/none", option, value}, message);
    };
    refuse("--volume", "many", "--volume: 'many'");
    refuse("--volume", "0", "--volume: '0'");
    refuse("--volume", "2000G", "--volume: 2000000000000 is above");
    refuse("--volume", "2", "no contraction is left");
    refuse("--part", "3/2", "--part: there is no part 3 of 2");
    refuse("--part", "half", "--part: 'half'");
    refuse("--sample", "-1", "--sample");
    refuse("--seed", "-1", "--seed");
    refuse("--dtype", "int8", "--dtype: 'int8'");
    refuse("--stop-after", "-1", "--stop-after");
    refuse("--strategy", "magic", "'magic'");
    refuse("--strategy", "classic,classic", "'classic' is named twice");
    refuse("--against", "magic", "magic");
    refuse("--device", "toaster", "toaster");
    refuse("--workspace-limit", "much", "--workspace-limit");
    expect_refused({"bench", "sweep", "--max-rank", "9"}, "--max-rank");
    expect_refused({"bench", "sweep", "cases.tsv"}, "cases.tsv");
}

TEST(Command, ExplainPrintsThePlan) {
    const CommandResult run =
        run_command({"explain", "D(a,b,i)+=L(a,c,i,k)*R(k,b,c)", "--extent", "a=10", "--extent",
                     "b=12", "--extent", "c=5", "--extent", "i=4", "--extent", "k=7", "--dtype",
                     "float32", "--workspace-limit", "1GiB", "--beta", "2"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("float32"), HasSubstr("gemm"), HasSubstr("workspace")));
}

TEST(Command, ExplainReadsEverySpellingOfExtents) {
    const std::string expression = "D(a,b)=L(a,k)*R(k,b)";
    const CommandResult one = run_command(
        {"explain", expression, "--extent", "a=3", "--extent", "b=4", "--extent", "k=5"});

    ASSERT_EQ(one.exit_code, 0) << one.err;
    for (const std::vector<std::string>& extents : {std::vector<std::string>{"a=3", "b=4", "k=5"},
                                                    {"a:3,b:4,k:5"},
                                                    {"a=3 b=4 k=5"},
                                                    {"--extents", "a=3,b=4,k=5"},
                                                    {"--extent", "a=3", "b=4", "k:5"}}) {
        std::vector<std::string> words{"explain", expression};
        words.insert(words.end(), extents.begin(), extents.end());
        EXPECT_EQ(run_command(words).out, one.out) << run_command(words).err;
    }
    EXPECT_EQ(run_command({"explain", "--extent", "a=3", expression, "b=4", "k=5"}).out, one.out);
    EXPECT_THAT(run_command({"explain", "--help"}).out, HasSubstr("a=3 b=4, or a:3,b:4"));
}

TEST(Command, ExplainPlansForTheOrderAndStridesGiven) {
    const std::vector<std::string> words{"explain", "D(b,a)=L(a,b)", "a=30", "b=20"};
    const auto explained = [&](std::vector<std::string> options) {
        options.insert(options.begin(), words.begin(), words.end());
        const CommandResult run = run_command(options);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return run.out;
    };
    const std::string fortran = explained({});

    EXPECT_EQ(explained({"--order", "F"}), fortran);
    // L in C order is D in Fortran order: a copy.
    EXPECT_THAT(explained({"--strides", "L=20,1"}), HasSubstr("copy"));
    EXPECT_THAT(fortran, Not(HasSubstr("copy")));
    EXPECT_EQ(explained({"--order", "C"}),
              explained({"--strides", "L=20,1", "--strides", "0=30,1"}));
}

TEST(Command, ExplainShowsTheTenNearestAndAllOnRequest) {
    const std::vector<std::string> words{"explain", "D(a,b,i)+=L(a,c,i,k)*R(k,b,c)",
                                         "a:96,b:80,c:40,i:24,k:30"};
    std::vector<std::string> with_all = words;
    with_all.emplace_back("--all");
    const auto count = [](const std::string& text) {
        std::size_t found = 0;
        for (std::size_t at = text.find("rejected: "); at != std::string::npos;
             at = text.find("rejected: ", at + 1)) {
            ++found;
        }
        return found;
    };

    const std::string ten = run_command(words).out;
    const std::string all = run_command(with_all).out;

    ASSERT_GT(count(all), 11U);
    EXPECT_EQ(count(ten), 11U);
    EXPECT_THAT(ten, testing::EndsWith("rejected: " + std::to_string(count(all) - 10) + " more\n"));
    const std::string shown = ten.substr(0, ten.rfind("rejected: "));
    EXPECT_THAT(all, StartsWith(shown));
}

TEST(Command, ExplainShowsWhatPlanningMeasured) {
    std::vector<std::string> arguments{
        "explain", "D(b,a)=L(a,k)*R(b,k)", "--extent", "a=30", "--extent", "b=20", "--extent",
        "k=10"};
    const CommandResult predicted = run_command(arguments);
    arguments.emplace_back("--measure");
    const CommandResult measured = run_command(arguments);

    EXPECT_EQ(predicted.exit_code, 0) << predicted.err;
    EXPECT_THAT(predicted.out, Not(HasSubstr("measured")));
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_THAT(measured.out, ContainsRegex("chosen: [^\n]+\n[^\n]+: measured [0-9.e-]+ ms"));
    EXPECT_THAT(measured.out, ContainsRegex("rejected: [^\n]+\n[^\n]+: measured [0-9.e-]+ ms"));
}

TEST(Command, ExplainRefusesExtentsThatDoNotFit) {
    const std::string expression = "D(a)=L(a,k)*R(k)";

    expect_refused({"explain", expression, "--extent", "a=2"}, "label 'k' of 'L' has no extent");
    expect_refused({"explain", expression, "--extent", "a=2", "--extent", "k=3", "--extent", "z=4"},
                   "no label 'z'");
    expect_refused({"explain", expression, "--extent", "a=2", "--extent", "a=3"}, "two extents");
    expect_refused({"explain", expression, "--extent", "a"},
                   "'a' is not a label and its extent; a=3 b=4 and a:3,b:4 are read");
    expect_refused({"explain", expression, "a=2", "k=3", "--strides", "L=1"},
                   "--strides: 'L' has 2 labels, but 1 strides are given");
    expect_refused({"explain", expression, "a=2", "k=3", "--strides", "X=1"}, "no tensor 'X'");
    expect_refused({"explain", expression, "a=2", "k=3", "--strides", "D=0"}, "overlaps itself");
    expect_refused({"explain", expression, "--extent", "a=-1"}, "-1 is below 0");
    expect_refused({"explain", expression, "--extent", "a=2", "--extent", "k=3", "--dtype", "int"},
                   "--dtype");
}

TEST(Command, ExplainShowsTheColumnOfAMalformedExpression) {
    const CommandResult run = run_command({"explain", "D(a)=L(a"});

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(StartsWith("ttgt: "), HasSubstr("\nD(a)=L(a\n"), HasSubstr("^")));
}

TEST(Command, TransposeIsTimedAndChecked) {
    for (const std::vector<std::string>& type :
         {std::vector<std::string>{"--dtype", "complex64"}, {"--element-bytes", "2"}, {}}) {
        std::vector<std::string> arguments{"transpose", "--extents", "31,54,2,3", "--perm",
                                           "3,0,2,1",   "--check",   "--repeats", "2"};
        arguments.insert(arguments.end(), type.begin(), type.end());

        const CommandResult run = run_command(arguments);

        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_THAT(run.out,
                    AllOf(HasSubstr("GB/s"), HasSubstr("of a copy"), HasSubstr("check: ok")));
    }
}

TEST(Command, TransposeRefusesWhatIsNone) {
    expect_refused({"transpose", "--extents", "2,3", "--perm", "0,0"}, "0 is repeated");
    expect_refused({"transpose", "--extents", "2,3", "--perm", "0"}, "1 entries");
    expect_refused({"transpose", "--extents", "2,x", "--perm", "0,1"}, "--extents: 'x'");
    expect_refused({"transpose", "--extents", "2,3", "--perm", "1,0", "--element-bytes", "3"},
                   "--element-bytes");
    expect_refused({"transpose", "--extents", "2,3", "--perm", "1,0", "--element-bytes", "8",
                    "--dtype", "float32"},
                   "--dtype");
    expect_refused({"transpose", "--extents", "4294967296,4294967296", "--perm", "1,0"}, "");
}

}  // namespace
}  // namespace ttgt::test
