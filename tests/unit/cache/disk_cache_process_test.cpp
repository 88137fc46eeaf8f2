// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// The cache on disk by processes that end in the middle, or work in one folder at once.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cache/disk_cache.h"
#include "tests/support/temporary_folder.h"

namespace ttgt {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using testing::SizeIs;

/// What another process does; it ends with 0 where that is true.
pid_t in_a_process(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    return child;
}

int end_of(pid_t child) {
    int status = -1;
    return waitpid(child, &status, 0) == child ? status : -1;
}

/// From here on files end after so many bytes, as on a disk that is full; whether the process is
/// killed then.
void limit_files(rlim_t bytes, bool kills) {
    (void)std::signal(SIGXFSZ, kills ? SIG_DFL : SIG_IGN);
    const rlimit files{bytes, bytes};
    const rlimit cores{0, 0};
    (void)setrlimit(RLIMIT_FSIZE, &files);
    (void)setrlimit(RLIMIT_CORE, &cores);
}

/// A process that finds no room for another value of the key.
pid_t stores_on_a_full_disk(const DiskCache& cache, bool is_killed) {
    return in_a_process([&] {
        limit_files(100, is_killed);
        return !cache.store("key", std::string(1000, 'x')).empty();
    });
}

TEST(DiskCacheProcesses, FullDiskKeepsWhatWasThere) {
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    ASSERT_EQ(cache.store("key", "value"), "");

    EXPECT_EQ(end_of(stores_on_a_full_disk(cache, false)), 0);
    EXPECT_EQ(cache.find("key").value, "value");
    EXPECT_THAT(folder.names(), SizeIs(1));
}

TEST(DiskCacheProcesses, KilledWriterLeavesWhatALaterOneRemoves) {
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    ASSERT_EQ(cache.store("key", "value"), "");

    const int status = end_of(stores_on_a_full_disk(cache, true));
    ASSERT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(cache.find("key").value, "value");
    ASSERT_THAT(folder.names(), SizeIs(2)) << "a part of a temporary file";
    ASSERT_EQ(cache.store("other", "value"), "");
    EXPECT_THAT(folder.names(), SizeIs(3)) << "its writer may live";
    for (const std::string& name : folder.names()) {
        if (!name.ends_with(".tmp")) continue;
        const fs::path path = folder.file(name);
        fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(2));
    }
    ASSERT_EQ(cache.store("other", "value"), "");
    EXPECT_THAT(folder.names(), SizeIs(2));
    EXPECT_EQ(cache.find("key").value, "value");
}

/// Stores and finds a few keys over and over: what is found is one of the values of its key, whole.
bool stores_and_finds(const DiskCache& cache, int process) {
    constexpr int rounds = 150;
    constexpr int keys = 5;
    for (int round = 0; round < rounds; ++round) {
        const std::string key = std::to_string(round % keys);
        const std::size_t length = static_cast<std::size_t>(1 + process) * 1000;
        if (!cache.store(key, key + std::string(length, 'x')).empty()) return false;
        const DiskCache::Found found = cache.find(key);
        if (!found.note.empty()) return false;
        if (found.value && found.value->find_first_not_of('x', key.size()) != std::string::npos) {
            return false;
        }
        if (found.value && !found.value->starts_with(key)) return false;
    }
    return true;
}

TEST(DiskCacheProcesses, SeveralStoreFindEvictAndClearAtOnce) {
    constexpr int writers = 4;
    const TemporaryFolder folder;
    const DiskCache cache(folder.path(), 12000);  // some of their values
    std::vector<pid_t> children;
    children.reserve(writers + 1);
    for (int process = 0; process < writers; ++process) {
        children.push_back(in_a_process([&] { return stores_and_finds(cache, process); }));
    }
    children.push_back(in_a_process([&] {
        for (int round = 0; round < 50; ++round) {
            for (const CacheFile& file : cache.list()) {
                if (file.note == "is damaged: its checksum is another one") return false;
            }
            (void)cache.clear();
        }
        return true;
    }));

    for (const pid_t child : children) EXPECT_EQ(end_of(child), 0);
    (void)cache.clear();
    EXPECT_THAT(folder.names(), SizeIs(0));
}

}  // namespace
}  // namespace ttgt
