// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/ccsd/calculation.h"

namespace ccsd {

struct Command {
    Request request;
    bool json = false;
    std::string help;  ///< to be printed instead, where it was asked for
};

/// Of the arguments after the program's name. Throws ttgt::InvalidArgument, one line.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments);

}  // namespace ccsd
