// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt {

/// The whole file, of at most 64 MiB. Throws InvalidArgument, path first, where it cannot be read:
/// it is not there, it is a folder, it is larger.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace ttgt
