// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ttgt::tool {

/// What the command line asks for, ready to be run; for `--help` and `--version` it prints. Throws
/// InvalidArgument, one line, where the arguments do not fit. `arguments` without the program's
/// name.
[[nodiscard]] std::function<void()> parse_command_line(const std::vector<std::string>& arguments);

}  // namespace ttgt::tool
