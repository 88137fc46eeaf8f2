// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "transpose/cpu/element_operation.h"

namespace ttgt::cpu {

/// Copies `bytes` bytes as two words, one at each end, which may overlap: sizeof(Word) <= bytes <=
/// 2 * sizeof(Word).
template <class Word>
inline void copy_ends(const std::byte* from, std::byte* to, std::int64_t bytes) {
    const std::int64_t last = bytes - static_cast<std::int64_t>(sizeof(Word));
    Word ends[2];
    std::memcpy(&ends[0], from, sizeof(Word));
    std::memcpy(&ends[1], from + last, sizeof(Word));
    std::memcpy(to, &ends[0], sizeof(Word));
    std::memcpy(to + last, &ends[1], sizeof(Word));
}

/// Copies `bytes` bytes like std::memmove, inlined for the short pieces that transposes move.
/// `from` and `to` do not overlap, or are the same.
inline void copy_bytes(const std::byte* from, std::byte* to, std::int64_t bytes) {
    constexpr std::int64_t longest = 256;
    if (bytes > longest) {
        std::memmove(to, from, static_cast<std::size_t>(bytes));
        return;
    }
    if (bytes >= 32) {
        for (std::int64_t i = 0; i + 32 < bytes; i += 32) std::memcpy(to + i, from + i, 32);
        std::memcpy(to + bytes - 32, from + bytes - 32, 32);
        return;
    }
    if (bytes >= 16) return copy_ends<Bits128>(from, to, bytes);
    if (bytes >= 8) return copy_ends<std::uint64_t>(from, to, bytes);
    if (bytes >= 4) return copy_ends<std::uint32_t>(from, to, bytes);
    for (std::int64_t i = 0; i < bytes; ++i) to[i] = from[i];
}

}  // namespace ttgt::cpu
