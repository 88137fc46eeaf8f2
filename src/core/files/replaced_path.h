// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt {

/// Where the bytes of a file that is to be made or replaced lie in the end: what a symbolic link
/// points to instead of the link. Throws FileError where the path exists and is no regular file, or
/// is not the name of a file.
[[nodiscard]] std::string replaced_path(const std::string& path);

/// The path of a hidden file beside `path`, with a name that no other process of any host draws.
[[nodiscard]] std::string temporary_beside(const std::string& path);

}  // namespace ttgt
