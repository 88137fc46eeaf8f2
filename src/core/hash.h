// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace ttgt {

/// FNV-1a of 64 bits: any change of a single byte changes it.
[[nodiscard]] std::uint64_t hash_of(std::string_view bytes);

/// A hash that depends on one more number. Numbers that have many factors of 2 reach its low bits
/// as well, so that these may be an index.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t number) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
    const std::uint64_t product = (hash ^ number) * golden_ratio;
    return product ^ product >> 29U;
}

}  // namespace ttgt
