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
        : std::runtime_error(place(file, line).append(": ").append(reason)) {}

private:
    [[nodiscard]] static std::string place(const std::string& file, std::size_t line) {
        std::string text = file;
        if (line > 0) text.append(":").append(std::to_string(line));
        return text;
    }
};

}  // namespace ccsd
