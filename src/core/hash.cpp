// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/hash.h"

namespace ttgt {

std::uint64_t hash_of(std::string_view bytes) {
    constexpr std::uint64_t basis = 14695981039346656037ULL;
    constexpr std::uint64_t prime = 1099511628211ULL;
    std::uint64_t hash = basis;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    return hash;
}

}  // namespace ttgt
