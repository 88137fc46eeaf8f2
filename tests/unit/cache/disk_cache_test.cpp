// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/disk_cache.h"

#include <ttgt/version.h>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cache/cache_entry.h"
#include "tests/support/temporary_folder.h"

namespace ttgt {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class DiskCacheTest : public testing::Test {
protected:
    [[nodiscard]] std::string folder() const { return parent_.file("ttgt"); }
    [[nodiscard]] DiskCache cache(std::int64_t limit = DiskCache::usual_limit) const {
        return DiskCache(folder(), limit);
    }
    /// The path of the only file.
    [[nodiscard]] std::string only_file() const {
        const std::vector<CacheFile> files = cache().list();
        return files.size() == 1 ? folder() + "/" + files.front().name : "";
    }
    static void make_older(const std::string& path, std::chrono::seconds age) {
        fs::last_write_time(path, fs::last_write_time(path) - age);
    }
    /// Another content of the file is a miss, with a note that names it.
    void expect_ignored(const std::string& content) const {
        const std::string path = only_file();
        const std::string name = fs::path(path).filename().string();
        const std::string before = test::read_file(path);
        TemporaryFolder elsewhere;
        fs::copy_file(elsewhere.write(name, content), path, fs::copy_options::overwrite_existing);

        const DiskCache::Found found = cache().find("key");
        EXPECT_EQ(found.value, std::nullopt);
        EXPECT_THAT(found.note, StartsWith(path));

        fs::copy_file(elsewhere.write(name, before), path, fs::copy_options::overwrite_existing);
        ASSERT_EQ(cache().find("key").value, "value");
    }

    TemporaryFolder parent_;
};

TEST_F(DiskCacheTest, FindsWhatWasStoredLast) {
    EXPECT_EQ(cache().store("key", "old"), "");
    EXPECT_EQ(cache().store("key", std::string("new\0value", 9)), "");
    EXPECT_EQ(cache().store("other", ""), "");

    EXPECT_EQ(cache().find("key").value, std::string("new\0value", 9));
    EXPECT_EQ(cache().find("other").value, "");
    EXPECT_THAT(cache().list(), SizeIs(2));
}

TEST_F(DiskCacheTest, MissesWithoutANoteWhereNothingWasStored) {
    const DiskCache::Found before = cache().find("key");
    EXPECT_FALSE(fs::exists(folder())) << "a look-up makes no folder";
    ASSERT_EQ(cache().store("key", "value"), "");
    const DiskCache::Found other = cache().find("kez");

    for (const DiskCache::Found& found : {before, other}) {
        EXPECT_EQ(found.value, std::nullopt);
        EXPECT_EQ(found.note, "");
    }
}

TEST_F(DiskCacheTest, OfKeysOfOneHashFindsItsOwnAlone) {
    ASSERT_EQ(cache().store("key", "value"), "");
    const std::string bytes = encode_entry({std::string(version()), "another key", "value"});
    const std::string name = fs::path(only_file()).filename().string();
    const TemporaryFolder elsewhere;
    fs::copy_file(elsewhere.write(name, bytes), only_file(), fs::copy_options::overwrite_existing);

    EXPECT_EQ(cache().find("key").value, std::nullopt);
}

TEST_F(DiskCacheTest, IgnoresAnotherVersion) {
    ASSERT_EQ(cache().store("key", "value"), "");

    expect_ignored(encode_entry({"0.0.1", "key", "value"}));
}

TEST_F(DiskCacheTest, IgnoresWhatIsCutShort) {
    ASSERT_EQ(cache().store("key", "value"), "");
    const std::string whole = test::read_file(only_file());

    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        SCOPED_TRACE(bytes);
        expect_ignored(whole.substr(0, bytes));
    }
    expect_ignored(whole + "x");
}

TEST_F(DiskCacheTest, IgnoresAnyBitThatFlipped) {
    ASSERT_EQ(cache().store("key", "value"), "");
    const std::string whole = test::read_file(only_file());

    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        SCOPED_TRACE(bit);
        std::string flipped = whole;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        expect_ignored(flipped);
    }
}

TEST_F(DiskCacheTest, IgnoresLinksPipesAndFolders) {
    ASSERT_EQ(cache().store("key", "value"), "");
    const std::string path = only_file();
    fs::rename(path, parent_.file("elsewhere"));

    fs::create_symlink(parent_.file("elsewhere"), path);
    EXPECT_THAT(cache().find("key").note, HasSubstr("cannot be read"));
    fs::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_THAT(cache().find("key").note, EndsWith("is no plain file"));
    fs::remove(path);
    fs::create_directory(path);
    EXPECT_THAT(cache().find("key").note, EndsWith("is no plain file"));
    EXPECT_THAT(cache().store("key", "value"), HasSubstr("cannot be renamed"));
    EXPECT_THAT(cache().list(), SizeIs(1)) << "no temporary file is left";
}

TEST_F(DiskCacheTest, IgnoresWhatOthersOwnOrMayWrite) {
    ASSERT_EQ(cache().store("key", "value"), "");
    fs::permissions(folder(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_THAT(cache().find("key").note, EndsWith("can be written by others"));
    EXPECT_THAT(cache().store("key", "value"), EndsWith("can be written by others"));
    EXPECT_THAT(cache().list(), IsEmpty());
    EXPECT_EQ(cache().clear(), 0);
    fs::permissions(folder(), fs::perms::others_write, fs::perm_options::remove);

    if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
    ASSERT_EQ(chown(only_file().c_str(), 1, 1), 0);
    EXPECT_THAT(cache().find("key").note, EndsWith("belongs to another user"));
    ASSERT_EQ(chown(folder().c_str(), 1, 1), 0);
    EXPECT_THAT(cache().find("key").note, EndsWith("belongs to another user"));
}

TEST_F(DiskCacheTest, MakesAFolderForItsOwnerAlone) {
    const DiskCache nested(parent_.file("a") + "/b/ttgt");
    ASSERT_EQ(nested.store("key", "value"), "");

    EXPECT_EQ(fs::status(parent_.file("a/b/ttgt")).permissions(), fs::perms::owner_all);
    EXPECT_EQ(nested.find("key").value, "value");
}

TEST_F(DiskCacheTest, FolderThatCannotBeMadeKeepsNothing) {
    const DiskCache below_a_file(parent_.write("file", "") + "/ttgt");
    const DiskCache read_only("/proc/ttgt");
    const DiskCache none("");

    for (const DiskCache* cache : {&below_a_file, &read_only, &none}) {
        EXPECT_NE(cache->store("key", "value"), "");
        EXPECT_EQ(cache->find("key").value, std::nullopt);
        EXPECT_THAT(cache->list(), IsEmpty());
        EXPECT_EQ(cache->clear(), 0);
    }
}

TEST_F(DiskCacheTest, FolderThatIsReadOnlyIsReadAlone) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    ASSERT_EQ(cache().store("key", "value"), "");
    fs::permissions(folder(), fs::perms::owner_read | fs::perms::owner_exec);

    EXPECT_EQ(cache().find("key").value, "value");
    EXPECT_THAT(cache().store("key", "new"), HasSubstr("cannot be written"));
    EXPECT_EQ(cache().find("key").value, "value");
    fs::permissions(folder(), fs::perms::owner_all);
}

TEST_F(DiskCacheTest, RemovesTheOldestBeyondTheLimit) {
    const std::string value(100, 'x');
    ASSERT_EQ(cache().store("first", value), "");
    const std::string first = only_file();
    const auto bytes = static_cast<std::int64_t>(fs::file_size(first));
    make_older(first, std::chrono::seconds(20));

    ASSERT_EQ(cache(2 * bytes).store("2", value), "");
    EXPECT_THAT(cache().list(), SizeIs(2));
    ASSERT_EQ(cache(2 * bytes).store("3", value), "");

    EXPECT_FALSE(fs::exists(first));
    EXPECT_EQ(cache().find("2").value, value);
    EXPECT_EQ(cache().find("3").value, value);
    EXPECT_THAT(cache(bytes).store("4", value + value), HasSubstr("larger than the limit"));
    EXPECT_THAT(cache().list(), SizeIs(2));
}

TEST_F(DiskCacheTest, ValueThatIsTooLargeIsNotKept) {
    const std::string value(std::size_t{17} << 20, 'x');

    EXPECT_THAT(cache().store("key", value), HasSubstr("larger than 16 MiB"));
    EXPECT_THAT(cache().list(), IsEmpty());
}

TEST_F(DiskCacheTest, ListSaysWhatEachFileHolds) {
    ASSERT_EQ(cache().store("key", "value"), "");
    make_older(only_file(), std::chrono::seconds(100));
    std::ofstream(folder() + "/0.ttgt") << "damaged";
    std::ofstream(folder() + "/notes.txt") << "the user's";

    const std::vector<CacheFile> files = cache().list();

    ASSERT_THAT(files, SizeIs(2));
    EXPECT_EQ(files[0].name, "0.ttgt");
    EXPECT_EQ(files[0].note, "is no file of the cache");
    EXPECT_EQ(files[1].key, "key");
    EXPECT_EQ(files[1].version, version());
    EXPECT_EQ(files[1].note, "");
    EXPECT_GE(files[1].age_seconds, 100);
    EXPECT_LT(files[1].age_seconds, 200);
    EXPECT_EQ(files[1].bytes,
              static_cast<std::int64_t>(fs::file_size(folder() + "/" + files[1].name)));
}

TEST_F(DiskCacheTest, ClearRemovesItsFilesAndNoOthers) {
    ASSERT_EQ(cache().store("1", ""), "");
    ASSERT_EQ(cache().store("2", ""), "");
    std::ofstream(folder() + "/notes.txt") << "the user's";

    EXPECT_EQ(cache().clear(), 2);

    EXPECT_THAT(cache().list(), IsEmpty());
    EXPECT_TRUE(fs::exists(folder() + "/notes.txt"));
}

/// The variables that name the folder, as they were at the end.
class DiskCacheFolder : public testing::Test {
protected:
    DiskCacheFolder() {
        for (const char* name : names) {
            const char* const value = std::getenv(name);
            before_.push_back(value == nullptr ? std::nullopt : std::optional<std::string>(value));
            unsetenv(name);
        }
    }
    ~DiskCacheFolder() override {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            if (before_[i]) setenv(names[i], before_[i]->c_str(), 1);
            if (!before_[i]) unsetenv(names[i]);
        }
    }
    static constexpr std::array<const char*, 3> names{"TTGT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};

private:
    std::vector<std::optional<std::string>> before_;
};

TEST_F(DiskCacheFolder, IsTheFirstThatIsNamed) {
    EXPECT_EQ(disk_cache_folder(), "");
    setenv("HOME", "/home/one", 1);
    EXPECT_EQ(disk_cache_folder(), "/home/one/.cache/ttgt");
    setenv("XDG_CACHE_HOME", "relative", 1);
    EXPECT_EQ(disk_cache_folder(), "/home/one/.cache/ttgt");
    setenv("XDG_CACHE_HOME", "/caches", 1);
    EXPECT_EQ(disk_cache_folder(), "/caches/ttgt");
    setenv("TTGT_CACHE_DIR", "/mine", 1);
    EXPECT_EQ(disk_cache_folder(), "/mine");
    setenv("TTGT_CACHE_DIR", "", 1);
    EXPECT_EQ(disk_cache_folder(), "");
}

}  // namespace
}  // namespace ttgt
