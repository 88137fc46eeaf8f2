// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ttgt {

/// The largest file that is read or written.
inline constexpr std::int64_t largest_cache_file = std::int64_t{16} << 20;

/// The bytes of a file; empty where there is none. Throws InvalidArgument, the reason without the
/// path, where it cannot be read, is no plain file, belongs to another user or is too large.
[[nodiscard]] std::string read_cache_file(const std::string& path);

/// Writes a temporary file beside the path and renames it, so that nobody sees a part of it; where
/// that fails nothing is left. Throws InvalidArgument with the reason.
void write_cache_file(const std::string& path, std::string_view bytes);

/// How the names of temporary files end: a writer that was killed leaves one.
inline constexpr std::string_view temporary_suffix = ".tmp";

/// Throws InvalidArgument where the folder is not the user's own, or others may write to it;
/// returns false where there is none.
[[nodiscard]] bool check_cache_folder(const std::string& folder);

/// Makes the folder where there is none, readable by its owner alone. Throws InvalidArgument where
/// it cannot be made, and as check_cache_folder() does.
void make_cache_folder(const std::string& folder);

}  // namespace ttgt
