// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/cache_entry.h"

#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>

#include "src/core/hash.h"

namespace ttgt {
namespace {

constexpr std::string_view magic = "ttgt\x01\r\n\xff";  // 1: the format of these files
constexpr std::size_t number_bytes = 8;

void append_number(std::string& bytes, std::uint64_t number) {
    for (std::size_t i = 0; i < number_bytes; ++i) {
        bytes += static_cast<char>(number >> (8 * i) & 0xff);
    }
}

std::string_view take(std::string_view& rest, std::uint64_t count) {
    if (count > rest.size()) throw InvalidArgument("is cut short");
    const std::string_view taken = rest.substr(0, count);
    rest.remove_prefix(count);
    return taken;
}

std::uint64_t take_number(std::string_view& rest) {
    std::uint64_t number = 0;
    std::size_t shift = 0;
    for (const char c : take(rest, number_bytes)) {
        number |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
        shift += 8;
    }
    return number;
}

}  // namespace

std::string encode_entry(const CacheEntry& entry) {
    std::string body;
    for (const std::string* text : {&entry.version, &entry.key, &entry.value}) {
        append_number(body, text->size());
    }
    body += entry.version + entry.key + entry.value;
    std::string bytes(magic);
    append_number(bytes, hash_of(body));
    return bytes + body;
}

CacheEntry parse_entry(std::string_view bytes) {
    if (!bytes.starts_with(magic)) throw InvalidArgument("is no file of the cache");
    std::string_view rest = bytes.substr(magic.size());
    const std::uint64_t checksum = take_number(rest);
    if (hash_of(rest) != checksum) throw InvalidArgument("is damaged: its checksum is another one");
    const std::uint64_t version_bytes = take_number(rest);
    const std::uint64_t key_bytes = take_number(rest);
    const std::uint64_t value_bytes = take_number(rest);
    CacheEntry entry;
    entry.version = take(rest, version_bytes);
    entry.key = take(rest, key_bytes);
    entry.value = take(rest, value_bytes);
    if (!rest.empty()) throw InvalidArgument("is longer than it says");
    return entry;
}

}  // namespace ttgt
