// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "src/cache/cache_entry.h"
#include "src/core/hash.h"

/// Any bytes are refused with an InvalidArgument or are what an entry is written as; those with a
/// right checksum put in reach what lies behind it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t checksum_begin = 8;
    constexpr std::size_t checksum_bytes = 8;
    const auto parse = [](std::string_view bytes) {
        try {
            const ttgt::CacheEntry entry = ttgt::parse_entry(bytes);
            if (ttgt::encode_entry(entry) != bytes) std::abort();
        } catch (const ttgt::InvalidArgument&) {
        }
    };
    std::string bytes(reinterpret_cast<const char*>(data), size);
    parse(bytes);
    if (size < checksum_begin + checksum_bytes) return 0;
    std::uint64_t checksum =
        ttgt::hash_of(std::string_view(bytes).substr(checksum_begin + checksum_bytes));
    for (std::size_t i = 0; i < checksum_bytes; ++i, checksum >>= 8) {
        bytes[checksum_begin + i] = static_cast<char>(checksum & 0xff);
    }
    parse(bytes);
    return 0;
}
