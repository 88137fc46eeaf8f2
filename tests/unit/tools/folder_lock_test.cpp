// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/folder_lock.h"

#include <unistd.h>

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(FolderLock, SecondHolderIsToldWhoHasIt) {
    const TemporaryFolder folder;
    const FolderLock first(folder.path(), "ttgt bench sweep");

    const std::string refusal = test::refusal_of<RunError>(
        [&] { const FolderLock second(folder.path(), "ttgt bench transposes"); });

    EXPECT_THAT(refusal, AllOf(StartsWith(folder.path() + ": is in use by"),
                               HasSubstr(fmt::format("process {} on ", getpid())),
                               HasSubstr("ttgt bench sweep")));
}

TEST(FolderLock, ItsEndLeavesNothingAndTheNextMayCome) {
    const TemporaryFolder folder;
    { const FolderLock first(folder.path(), "first"); }

    EXPECT_THAT(folder.names(), IsEmpty());
    EXPECT_NO_THROW(FolderLock(folder.path(), "second"));
}

TEST(FolderLock, FileThatADeadProcessLeftLocksNothing) {
    const TemporaryFolder folder;
    folder.write(".ttgt.lock", "process 1 on a host: ttgt bench sweep, and whatever else it was");

    const FolderLock lock(folder.path(), "ttgt");

    EXPECT_THAT(test::read_file(folder.file(".ttgt.lock")),
                AllOf(StartsWith(fmt::format("process {}", getpid())), testing::EndsWith("ttgt")));
}

TEST(FolderLock, FolderThatDoesNotExistIsRefused) {
    const TemporaryFolder folder;

    EXPECT_THAT(refusal_of<FileError>([&] { FolderLock(folder.file("none"), "ttgt"); }),
                HasSubstr("/none: cannot be locked: No such file"));
}

}  // namespace
}  // namespace ttgt::tool
