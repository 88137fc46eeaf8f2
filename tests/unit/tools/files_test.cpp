// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/gemm/blas_library.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"
#include "tools/bench/results/results_table.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/errors.h"
#include "tools/io/output_file.h"
#include "tools/io/progress.h"

namespace ttgt::tool {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::refusal_of;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OutputFile, CommitMakesTheFileAppearWhole) {
    const TemporaryFolder folder;
    OutputFile out(folder.file("d.txt"));

    out.write("one ");
    out.write("two");
    EXPECT_FALSE(fs::exists(folder.file("d.txt")));
    out.commit();

    EXPECT_EQ(read_file(folder.file("d.txt")), "one two");
    EXPECT_THAT(folder.names(), ElementsAre("d.txt"));
}

TEST(OutputFile, WithoutCommitTheOldFileStaysAndNothingIsLeft) {
    const TemporaryFolder folder;
    folder.write("d.txt", "old");
    {
        OutputFile out(folder.file("d.txt"));
        out.write("new");
    }

    EXPECT_EQ(read_file(folder.file("d.txt")), "old");
    EXPECT_THAT(folder.names(), ElementsAre("d.txt"));
}

TEST(OutputFile, CommitReplacesWhereALinkPoints) {
    const TemporaryFolder folder;
    folder.write("real.txt", "old");
    fs::create_symlink("real.txt", folder.file("link.txt"));
    OutputFile out(folder.file("link.txt"));

    out.write("new");
    out.commit();

    EXPECT_TRUE(fs::is_symlink(folder.file("link.txt")));
    EXPECT_EQ(read_file(folder.file("real.txt")), "new");
}

TEST(OutputFile, TargetsThatAreNoRegularFileAreRefused) {
    const TemporaryFolder folder;

    EXPECT_THAT(refusal_of<FileError>([&] { OutputFile("/dev/null"); }),
                HasSubstr("/dev/null: exists and is not a regular file"));
    EXPECT_THAT(refusal_of<FileError>([&] { OutputFile{folder.path()}; }),
                HasSubstr(folder.path() + ": exists and is not a regular file"));
    EXPECT_THAT(refusal_of<FileError>([&] { OutputFile{folder.path() + "/"}; }),
                HasSubstr(folder.path() + "/: exists and is not a regular file"));
    EXPECT_THAT(refusal_of<FileError>([&] { OutputFile(folder.file("none/d.txt")); }),
                HasSubstr("/none/d.txt: cannot be written: No such file"));
    EXPECT_THAT(refusal_of<FileError>([&] { OutputFile(""); }),
                HasSubstr(": is not the name of a file"));
}

TEST(OutputFile, ReplacedFileKeepsItsMode) {
    const TemporaryFolder folder;
    const fs::perms mode = fs::perms::owner_all | fs::perms::others_write;  // no umask leaves that
    folder.write("d.txt", "old");
    fs::permissions(folder.file("d.txt"), mode);

    OutputFile out(folder.file("d.txt"));
    out.write("new");
    out.commit();

    EXPECT_EQ(fs::status(folder.file("d.txt")).permissions(), mode);
    EXPECT_EQ(read_file(folder.file("d.txt")), "new");
}

TEST(OutputFile, TwoOfOneNameDoNotShareATemporary) {
    const TemporaryFolder folder;
    OutputFile first(folder.file("d.txt"));
    OutputFile second(folder.file("d.txt"));

    first.write("first");
    second.write("second");
    first.commit();
    EXPECT_EQ(read_file(folder.file("d.txt")), "first");
    second.commit();

    EXPECT_EQ(read_file(folder.file("d.txt")), "second");
    EXPECT_THAT(folder.names(), ElementsAre("d.txt"));
}

/// Files of the folder's file system can be written before they have a name.
bool has_unnamed_files(const TemporaryFolder& folder) {
    const int file = open(folder.path().c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

TEST(OutputFile, ProcessThatIsKilledLeavesNothing) {
    const TemporaryFolder folder;
    if (!has_unnamed_files(folder)) GTEST_SKIP() << "the file system names every file";
    const pid_t child = fork();
    if (child == 0) {
        OutputFile out(folder.file("d.txt"));
        out.write("half");
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);

    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(ResultsTable, RowsStandInColumnOrderAndTakeTheirNameAtTheEnd) {
    const TemporaryFolder folder;
    ResultsTable table(folder.file("r.tsv"), {"id", "x", "y"});

    table.append({{"y", "2"}, {"id", "a"}});
    table.append({{"id", "b"}, {"x", "line\nbreak\tand tab"}});
    EXPECT_FALSE(fs::exists(folder.file("r.tsv")));
    EXPECT_EQ(read_file(folder.file("r.tsv.partial")),
              "id\tx\ty\na\t\t2\nb\tline break and tab\t\n");
    table.finish("interrupted");

    EXPECT_EQ(read_file(folder.file("r.tsv")),
              "id\tx\ty\na\t\t2\nb\tline break and tab\t\n# interrupted\n");
    EXPECT_THAT(folder.names(), ElementsAre("r.tsv"));
}

TEST(ResultsTable, RowsToBeginWithTakeThePlaceOfAKilledRuns) {
    const TemporaryFolder folder;
    folder.write("r.tsv.partial", "id\tx\nkept\t1\ncut");

    ResultsTable table(folder.file("r.tsv"), {"id", "x"}, {{{"id", "kept"}, {"x", "1"}}});

    EXPECT_EQ(read_file(folder.file("r.tsv.partial")), "id\tx\nkept\t1\n");
    table.append({{"id", "new"}});
    EXPECT_EQ(read_file(folder.file("r.tsv.partial")), "id\tx\nkept\t1\nnew\t\n");
    EXPECT_THAT(folder.names(), ElementsAre("r.tsv.partial"));
}

TEST(ResultsTable, UnknownColumnIsRefused) {
    const TemporaryFolder folder;
    ResultsTable table(folder.file("r.tsv"), {"id"});

    EXPECT_THAT(refusal_of<std::logic_error>([&] {
                    table.append({{"other", "1"}});
                }),
                HasSubstr("no column other"));
}

TEST(ResultsTable, FolderThatDoesNotExistIsRefused) {
    const TemporaryFolder folder;

    EXPECT_THAT(refusal_of<FileError>([&] { ResultsTable(folder.file("none/r.tsv"), {"id"}); }),
                HasSubstr("/none/r.tsv.partial: cannot be written: No such file"));
}

TEST(ParseResults, WholeRowsAreReadBack) {
    const std::vector<std::string> columns{"id", "x", "y"};
    const Row first{{"id", "a"}, {"x", ""}, {"y", "2"}};

    EXPECT_THAT(parse_results("id\tx\ty\na\t\t2\n# interrupted\n", columns, "r.tsv"),
                ElementsAre(first));
    EXPECT_THAT(parse_results("id\tx\ty\na\t\t2\nb\t1\nc\t1\t2", columns, "r.tsv"),
                ElementsAre(first));
    EXPECT_THAT(parse_results("id\tx\ty\n", columns, "r.tsv"), testing::IsEmpty());
    EXPECT_EQ(parse_results("id\tx\ty\r\na\t\t2\r\n", columns, "r.tsv"),
              parse_results("id\tx\ty\na\t\t2\n", columns, "r.tsv"));
    EXPECT_THAT(parse_results("id\tx\ty", columns, "r.tsv"), testing::IsEmpty());
    for (const char* text : {"", "\n", "id\tx\n", "id\tx\ty\tz\na\t1\t2\t3\n"}) {
        EXPECT_THAT(refusal_of<FileError>([&] { (void)parse_results(text, columns, "r.tsv"); }),
                    HasSubstr("r.tsv: its columns are not those of this run"))
            << text;
    }
}

TEST(ParseSettings, ThoseOfARunAreReadBack) {
    RunInfo info;
    info.settings = {{"seed", "1"}, {"strategy", "classic,auto"}};

    EXPECT_EQ(parse_settings(to_json(info), "run.json"), info.settings);
    for (const char* text : {"", "{", "[]", "3", "{}", "{\"settings\": {\"seed\": 1}}"}) {
        EXPECT_THAT(refusal_of<FileError>([&] { (void)parse_settings(text, "run.json"); }),
                    HasSubstr("run.json: is not the run.json of a run that can be resumed"))
            << text;
    }
}

TEST(RunInfo, NamesTheBlas) {
    EXPECT_NE(to_json(RunInfo()).find(describe(blas_library())), std::string::npos);
}

TEST(ProgressLine, BarGrowsWithTheShareDone) {
    EXPECT_EQ(progress_line("x", 0, 4), "[........................]   0% x");
    EXPECT_EQ(progress_line("x", 2, 4), "[############............]  50% x");
    EXPECT_EQ(progress_line("x", 9, 4), "[########################] 100% x");
    EXPECT_EQ(progress_line("contracting", 0, 0), "contracting");
}

}  // namespace
}  // namespace ttgt::tool
