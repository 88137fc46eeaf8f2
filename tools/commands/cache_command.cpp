// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "src/cache/disk_cache.h"
#include "tools/commands/commands.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {
namespace {

std::string folder_of_cache() {
    std::string folder = disk_cache_folder();
    if (!folder.empty()) return folder;
    throw InvalidArgument(
        "there is no folder for the cache: TTGT_CACHE_DIR is empty, or neither it nor "
        "XDG_CACHE_HOME nor HOME is set");
}

/// A column of a table: printable, in one line, never empty.
std::string column(std::string text) {
    const auto is_unprintable = [](unsigned char c) { return c < ' ' || c == 0x7f; };
    std::replace_if(text.begin(), text.end(), is_unprintable, ' ');
    return text.empty() ? "-" : text;
}

/// The lines of a key that are for people: what is kept, the problem, the device.
std::string first_lines(const std::string& key) {
    std::string text;
    std::size_t begin = 0;
    for (int line = 0; line < 3 && begin < key.size(); ++line) {
        const std::size_t end = std::min(key.find('\n', begin), key.size());
        text += (text.empty() ? "" : "; ") + key.substr(begin, end - begin);
        begin = end + 1;
    }
    return text;
}

}  // namespace

void run(const CacheListCommand&) {
    const DiskCache cache(folder_of_cache());
    print("file\tbytes\tage_s\tversion\tholds\tnote\n");
    for (const CacheFile& file : cache.list()) {
        print(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", column(file.name), file.bytes,
                          file.age_seconds, column(file.version), column(first_lines(file.key)),
                          column(file.note)));
    }
}

void run(const CacheClearCommand&) {
    const std::string folder = folder_of_cache();
    print(fmt::format("{} file(s) removed from {}\n", DiskCache(folder).clear(), folder));
}

}  // namespace ttgt::tool
