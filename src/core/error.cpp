// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "src/core/text_place.h"

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

/// The line that holds the byte at `offset`, without its end.
std::string_view line_at(std::string_view text, std::size_t offset) {
    const std::size_t begin = offset + 1 - place_in(text, offset).column;
    return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

/// Whether the text goes on behind a line's end: then messages count its lines.
bool has_lines(std::string_view text) {
    const std::size_t end = text.find('\n');
    return end != std::string_view::npos &&
           text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
}

std::string expression_message(const std::string& reason, const std::string& expression,
                               std::size_t column) {
    const std::size_t offset = std::min(column, expression.size());
    const bool counts_lines = has_lines(expression);
    const TextPlace place = counts_lines ? place_in(expression, offset) : TextPlace{1, offset + 1};
    const std::string line(counts_lines ? line_at(expression, offset) : expression);
    const std::size_t caret = place.column - 1;
    const std::size_t begin = window_begin(line.size(), caret);
    const std::size_t end = std::min(begin + window_width, line.size());
    std::string window = line.substr(begin, end - begin);
    std::transform(window.begin(), window.end(), window.begin(), shown);
    const std::string before = begin > 0 ? elision : "";
    const std::string after = end < line.size() ? elision : "";
    const std::string indent(before.size() + caret - begin, ' ');
    const std::string line_number = counts_lines ? fmt::format("line {}, ", place.line) : "";
    return fmt::format("{}column {}: {}\n{}{}{}\n{}^", line_number, place.column, reason, before,
                       window, after, indent);
}

}  // namespace

Error::Error(Status status, const std::string& message)
    : std::runtime_error(message), status_(status) {}

ExpressionError::ExpressionError(const std::string& reason, const std::string& expression,
                                 std::size_t column)
    : Error(Status::expression, expression_message(reason, expression, column)), column_(column) {}

InvalidArgument::InvalidArgument(const std::string& message)
    : Error(Status::invalid_argument, message) {}
InvalidArgument::InvalidArgument(Status status, const std::string& message)
    : Error(status, message) {}

ShapeMismatch::ShapeMismatch(const std::string& message)
    : InvalidArgument(Status::shape, message) {}

OperandCountMismatch::OperandCountMismatch(const std::string& message)
    : InvalidArgument(Status::operands, message) {}

FileError::FileError(const std::string& path, const std::string& reason)
    : InvalidArgument(path + ": " + reason) {}

OverlapError::OverlapError(const std::string& message)
    : InvalidArgument(Status::overlap, message) {}
OverlapError::OverlapError(Status status, const std::string& message)
    : InvalidArgument(status, message) {}

AliasedOutput::AliasedOutput(const std::string& message)
    : OverlapError(Status::aliased_output, message) {}

Unsupported::Unsupported(const std::string& message) : Error(Status::unsupported, message) {}

OutOfMemory::OutOfMemory(const std::string& message) : Error(Status::out_of_memory, message) {}

DeviceError::DeviceError(const std::string& message) : Error(Status::device, message) {}

}  // namespace ttgt
