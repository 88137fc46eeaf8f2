// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/expression/lexer.h"

#include <ttgt/error.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace ttgt {
namespace {

// The functions of <cctype> follow the locale; the grammar does not.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

bool Lexer::at_number() const { return !at_end() && (is_digit(text_[column_]) || at('.')); }

bool Lexer::at_word() const { return !at_end() && begins_word(text_[column_]); }

bool Lexer::skip_blanks() {
    bool line_ended = false;
    const auto at_comment = [&] { return comments_ && at('#'); };
    while (!at_end() && (is_blank(text_[column_]) || at_comment())) {
        if (at_comment()) {
            column_ = std::min(text_.find('\n', column_), text_.size());
            continue;
        }
        line_ended = line_ended || at('\n');
        ++column_;
    }
    return line_ended;
}

bool Lexer::accept(std::string_view token) {
    if (!at(token)) return false;
    column_ += token.size();
    return true;
}

bool Lexer::accept(char token) {
    if (!at(token)) return false;
    ++column_;
    return true;
}

char Lexer::opening() { return text_[column_++] == '(' ? ')' : ']'; }

std::string_view Lexer::word() {
    const std::size_t begin = column_;
    if (!at_word()) return {};
    while (!at_end() && (begins_word(text_[column_]) || is_digit(text_[column_]))) ++column_;
    return text_.substr(begin, column_ - begin);
}

std::string_view Lexer::letter() {
    if (!at_word() || at('_')) return {};
    return text_.substr(column_++, 1);
}

double Lexer::number() {
    const char* const end = text_.data() + text_.size();
    double value = 0.0;
    const auto [rest, error] = std::from_chars(text_.data() + column_, end, value);
    if (error == std::errc::result_out_of_range) {
        fail("the number is outside the range of double", column_);
    }
    if (error != std::errc()) {
        ++column_;  // a decimal point that stands alone
        fail_expected("a digit");
    }
    column_ = static_cast<std::size_t>(rest - text_.data());
    return value;
}

void Lexer::fail(const std::string& reason, std::size_t column) const {
    throw ExpressionError(reason, std::string(text_), column);
}

void Lexer::fail_expected(const std::string& expected, const std::string& hint) const {
    fail(fmt::format("expected {}, found {}{}", expected, found(), hint), column_);
}

std::string Lexer::found() const {
    if (at_end()) return "the end of the expression";
    if (at("\xEF\xBB\xBF")) return "a byte order mark of UTF-8";
    const auto byte = static_cast<unsigned char>(text_[column_]);
    if (byte >= 0x80) return fmt::format("byte 0x{:02X}, which is not ASCII", byte);
    if (byte < 0x20 || byte == 0x7F) return fmt::format("control character 0x{:02X}", byte);
    return fmt::format("'{}'", text_[column_]);
}

}  // namespace ttgt
