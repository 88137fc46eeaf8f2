// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ttgt {

/// The text behind the byte order mark of UTF-8 that editors of Windows begin files with.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);
/// "UTF-16" or "UTF-32" where the text begins with the byte order mark of one, else empty.
[[nodiscard]] std::string_view wide_encoding(std::string_view text);

/// The whole file, of at most 64 MiB, without a byte order mark of UTF-8. Throws InvalidArgument,
/// path first, where it cannot be read: it is not there, it is a folder, it is larger, it is text
/// of UTF-16 or UTF-32.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace ttgt
