// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace ttgt {

/// FNV-1a of 64 bits: any change of a single byte changes it.
[[nodiscard]] std::uint64_t hash_of(std::string_view bytes);

}  // namespace ttgt
