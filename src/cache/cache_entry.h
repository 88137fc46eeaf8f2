// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ttgt {

/// What a file of the cache on disk holds: bytes by their key, both the business of who wrote them.
struct CacheEntry {
    std::string version;  ///< of the library that wrote it
    std::string key;
    std::string value;
};

/// The entry as a file: magic, checksum of all that follows, three lengths, the three texts.
[[nodiscard]] std::string encode_entry(const CacheEntry& entry);
/// Throws InvalidArgument saying why, where it is not the whole and unchanged text of
/// encode_entry().
[[nodiscard]] CacheEntry parse_entry(std::string_view bytes);

}  // namespace ttgt
