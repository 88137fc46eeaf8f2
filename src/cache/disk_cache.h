// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// The user's folder of the cache on disk: $TTGT_CACHE_DIR, else $XDG_CACHE_HOME/ttgt, else
/// ~/.cache/ttgt. Empty: there is to be none, as TTGT_CACHE_DIR is empty, or no such variable set.
[[nodiscard]] std::string disk_cache_folder();

/// A file of the cache, as a list shows it.
struct CacheFile {
    std::string name;              ///< name of the file
    std::int64_t bytes = 0;        ///< size of the file in bytes
    std::int64_t age_seconds = 0;  ///< seconds since the file was written
    std::string version;           ///< version of the library that wrote the file
    std::string key;               ///< key of the entry in the file
    std::string note;              ///< why the file cannot be used; empty if it can be used
};

/// Values by their keys, a file each, in a folder that processes of one user share without locks:
/// files appear whole or not at all. It knows nothing of what it keeps. Nothing that happens on
/// disk is an error: what cannot be read is not there, with a note that says why. Thread-safe.
class DiskCache {
public:
    static constexpr std::int64_t usual_limit = std::int64_t{64} << 20;  ///< bytes of all files

    struct Found {
        std::optional<std::string> value;
        std::string note;  ///< path and reason if there is a file that is not used
    };

    /// Reads and makes nothing. A folder without a name keeps nothing.
    explicit DiskCache(std::string folder, std::int64_t byte_limit = usual_limit);

    /// The value that this version of the library stored last by exactly this key.
    [[nodiscard]] Found find(std::string_view key) const;
    /// Keeps a value in place of the one there was, then removes the files written first until all
    /// keep the limit, and what killed writers left. Returns why it is not kept; empty: it is.
    [[nodiscard]] std::string store(std::string_view key, std::string_view value) const;
    /// All files of the cache, the newest first; none if the folder cannot be used.
    [[nodiscard]] std::vector<CacheFile> list() const;
    /// Removes all files of the cache, no others, nor those being written; returns how many.
    std::int64_t clear() const;

private:
    [[nodiscard]] std::string path_of(std::string_view key) const;
    void evict() const;

    std::string folder_;
    std::int64_t byte_limit_;
};

}  // namespace ttgt
