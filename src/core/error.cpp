// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// Most characters of an expression that a message shows.
constexpr std::size_t window_width = 72;
constexpr const char* elision = "...";

/// One column per byte, so that the caret stays true: white space becomes a blank, every other byte
/// that a terminal might act upon a question mark.
char shown(char byte) {
    if (byte == '\t' || byte == '\n' || byte == '\r') return ' ';
    return byte >= ' ' && byte <= '~' ? byte : '?';
}

/// Offset of the first character to show, such that `column` is shown with most of what leads to
/// it.
std::size_t window_begin(std::size_t size, std::size_t column) {
    if (size <= window_width) return 0;
    const std::size_t lead = window_width * 2 / 3;
    return std::min(column - std::min(column, lead), size - window_width);
}

std::string expression_message(const std::string& reason, const std::string& expression,
                               std::size_t column) {
    const std::size_t caret = std::min(column, expression.size());
    const std::size_t begin = window_begin(expression.size(), caret);
    const std::size_t end = std::min(begin + window_width, expression.size());
    std::string window = expression.substr(begin, end - begin);
    std::transform(window.begin(), window.end(), window.begin(), shown);
    const std::string before = begin > 0 ? elision : "";
    const std::string after = end < expression.size() ? elision : "";
    const std::string indent(before.size() + caret - begin, ' ');
    return fmt::format("column {}: {}\n{}{}{}\n{}^", caret + 1, reason, before, window, after,
                       indent);
}

}  // namespace

Error::Error(Status status, const std::string& message)
    : std::runtime_error(message), status_(status) {}

ExpressionError::ExpressionError(const std::string& reason, const std::string& expression,
                                 std::size_t column)
    : Error(Status::expression, expression_message(reason, expression, column)), column_(column) {}

InvalidArgument::InvalidArgument(const std::string& message)
    : Error(Status::invalid_argument, message) {}

Unsupported::Unsupported(const std::string& message) : Error(Status::unsupported, message) {}

OutOfMemory::OutOfMemory(const std::string& message) : Error(Status::out_of_memory, message) {}

DeviceError::DeviceError(const std::string& message) : Error(Status::device, message) {}

}  // namespace ttgt
