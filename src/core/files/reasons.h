// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Parts of the messages of FileError.
namespace ttgt {

/// The text in single quotes, control characters as \xNN, shortened to a line's worth: what a
/// message may show of a file nobody has looked at.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// `: No such file or directory` for an errno value, to end a message with.
[[nodiscard]] std::string system_reason(int error_number);

}  // namespace ttgt
