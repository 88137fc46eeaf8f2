// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ttgt {

/// The contents of a file of the cache on disk: a key and a value. The cache does not interpret
/// either.
struct CacheEntry {
    std::string version;  ///< version of the library that wrote the entry
    std::string key;      ///< the key by which the entry is found
    std::string value;    ///< the bytes that are kept for the key
};

/// The entry as a file: magic, checksum of all that follows, three lengths, the three texts.
[[nodiscard]] std::string encode_entry(const CacheEntry& entry);
/// Throws InvalidArgument saying why, where it is not the whole and unchanged text of
/// encode_entry().
[[nodiscard]] CacheEntry parse_entry(std::string_view bytes);

}  // namespace ttgt
