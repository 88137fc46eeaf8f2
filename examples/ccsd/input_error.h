// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ccsd {

/// A file cannot be used as it is. `what()` is one line: "FILE:LINE: reason", or "FILE: reason"
/// where no line is to blame.
class InputError : public std::runtime_error {
public:
    /// @param line counted from 1; 0 for none
    InputError(const std::string& file, std::size_t line, const std::string& reason)
        : std::runtime_error(file + (line > 0 ? ":" + std::to_string(line) : "") + ": " + reason) {}
};

}  // namespace ccsd
