// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/disk_cache.h"

#include <ttgt/error.h>
#include <ttgt/version.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "src/cache/cache_entry.h"
#include "src/cache/cache_file.h"
#include "src/core/hash.h"

namespace ttgt {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view file_suffix = ".ttgt";

struct StoredFile {
    fs::path path;
    fs::file_time_type written;
    std::int64_t bytes = 0;
    bool is_temporary = false;
};

/// The cache's files in the folder; others are left alone. Files may go meanwhile.
std::vector<StoredFile> files_in(const std::string& folder) {
    const std::string part = std::string(file_suffix) + ".";
    std::vector<StoredFile> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        StoredFile file{it->path(), {}, 0, name.ends_with(temporary_suffix)};
        const bool is_ours =
            file.is_temporary ? name.find(part) != std::string::npos : name.ends_with(file_suffix);
        std::error_code gone;
        file.written = fs::last_write_time(file.path, gone);
        if (!is_ours || gone) continue;
        const std::uintmax_t bytes = fs::file_size(file.path, gone);
        if (!gone) file.bytes = static_cast<std::int64_t>(bytes);
        files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end(), [](const StoredFile& a, const StoredFile& b) {
        return std::pair(a.written, a.path) < std::pair(b.written, b.path);
    });
    return files;
}

/// Whether its writer was killed: it is older than any writer takes that lives, whatever the clock
/// of the machine that wrote it.
bool is_left_behind(const StoredFile& file) {
    constexpr std::chrono::hours longest_write{1};
    return file.is_temporary && fs::file_time_type::clock::now() - file.written > longest_write;
}

bool removed(const StoredFile& file) {
    std::error_code error;
    return fs::remove(file.path, error);
}

/// Throws InvalidArgument with the reason.
CacheEntry checked_entry(std::string_view bytes) {
    CacheEntry entry = parse_entry(bytes);
    if (entry.version != version()) {
        throw InvalidArgument(fmt::format("was written by version {}", entry.version));
    }
    return entry;
}

bool is_usable(const std::string& folder) {
    try {
        return check_cache_folder(folder);
    } catch (const InvalidArgument&) {
        return false;
    }
}

}  // namespace

std::string disk_cache_folder() {
    const auto value = [](const char* name) -> std::string {
        const char* const text = std::getenv(name);
        return text == nullptr ? "" : text;
    };
    if (std::getenv("TTGT_CACHE_DIR") != nullptr) return value("TTGT_CACHE_DIR");
    // As its specification has it, a relative one is no value.
    if (value("XDG_CACHE_HOME").starts_with("/")) return value("XDG_CACHE_HOME") + "/ttgt";
    if (value("HOME").starts_with("/")) return value("HOME") + "/.cache/ttgt";
    return "";
}

DiskCache::DiskCache(std::string folder, std::int64_t byte_limit)
    : folder_(std::move(folder)), byte_limit_(byte_limit) {}

std::string DiskCache::path_of(std::string_view key) const {
    return fmt::format("{}/{:016x}{}", folder_, hash_of(key), file_suffix);
}

DiskCache::Found DiskCache::find(std::string_view key) const {
    if (folder_.empty()) return {};
    std::string place = folder_;
    try {
        if (!check_cache_folder(folder_)) return {};
        place = path_of(key);
        const std::string bytes = read_cache_file(place);
        if (bytes.empty()) return {};
        CacheEntry entry = checked_entry(bytes);
        if (entry.key != key) return {};  // of the same hash
        return {std::move(entry.value), ""};
    } catch (const InvalidArgument& error) {
        return {std::nullopt, fmt::format("{} {}", place, error.what())};
    }
}

std::string DiskCache::store(std::string_view key, std::string_view value) const {
    if (folder_.empty()) return "there is no folder for it";
    std::string place = folder_;
    try {
        make_cache_folder(folder_);
        place = path_of(key);
        const std::string bytes =
            encode_entry({std::string(version()), std::string(key), std::string(value)});
        if (static_cast<std::int64_t>(bytes.size()) > byte_limit_) {
            return fmt::format("{} would be larger than the limit of {} bytes", place, byte_limit_);
        }
        write_cache_file(place, bytes);
    } catch (const InvalidArgument& error) {
        return fmt::format("{} {}", place, error.what());
    }
    evict();
    return "";
}

void DiskCache::evict() const {
    const std::vector<StoredFile> files = files_in(folder_);
    std::int64_t bytes = 0;
    for (const StoredFile& file : files) {
        if (!file.is_temporary) bytes += file.bytes;
    }
    for (const StoredFile& file : files) {  // the oldest first
        if (file.is_temporary) {
            if (is_left_behind(file)) (void)removed(file);
        } else if (bytes > byte_limit_) {
            bytes -= file.bytes;
            (void)removed(file);
        }
    }
}

std::vector<CacheFile> DiskCache::list() const {
    std::vector<CacheFile> result;
    if (!is_usable(folder_)) return result;
    const fs::file_time_type now = fs::file_time_type::clock::now();
    std::vector<StoredFile> files = files_in(folder_);
    std::reverse(files.begin(), files.end());
    for (const StoredFile& file : files) {
        CacheFile listed;
        listed.name = file.path.filename().string();
        listed.bytes = file.bytes;
        listed.age_seconds =
            std::chrono::duration_cast<std::chrono::seconds>(now - file.written).count();
        try {
            if (file.is_temporary) throw InvalidArgument("is being written, or was left behind");
            const std::string bytes = read_cache_file(file.path.string());
            if (bytes.empty()) continue;  // it went meanwhile
            CacheEntry entry = parse_entry(bytes);
            if (entry.version != version()) listed.note = "was written by another version";
            listed.version = std::move(entry.version);
            listed.key = std::move(entry.key);
        } catch (const InvalidArgument& error) {
            listed.note = error.what();
        }
        result.push_back(std::move(listed));
    }
    return result;
}

std::int64_t DiskCache::clear() const {
    if (!is_usable(folder_)) return 0;
    const std::vector<StoredFile> files = files_in(folder_);
    return std::count_if(files.begin(), files.end(), [](const StoredFile& file) {
        return (!file.is_temporary || is_left_behind(file)) && removed(file);
    });
}

}  // namespace ttgt
