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

/// Bytes of the code point that begins the text, in UTF-8. 0 for ASCII, for U+0080 to U+00A0
/// (control characters and a blank), for arrows (U+2190 to U+21FF), for the byte order mark
/// (U+FEFF), and where the bytes are no code point.
std::size_t letter_size(std::string_view text) {
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const unsigned lead = byte(0);
    std::size_t size = 0;
    if (lead >= 0xC2 && lead <= 0xDF) size = 2;
    if (lead >= 0xE0 && lead <= 0xEF) size = 3;
    if (lead >= 0xF0 && lead <= 0xF4) size = 4;
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xC0U) != 0x80) return 0;
    }
    const unsigned second = byte(1);
    const bool is_overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool is_surrogate = lead == 0xED && second >= 0xA0;
    const bool is_beyond = lead == 0xF4 && second >= 0x90;
    const bool is_blank_or_control = lead == 0xC2 && second <= 0xA0;
    const bool is_arrow = lead == 0xE2 && ((second == 0x86 && byte(2) >= 0x90) || second == 0x87);
    const bool is_mark = lead == 0xEF && second == 0xBB && byte(2) == 0xBF;
    const bool is_code_point = !is_overlong && !is_surrogate && !is_beyond;
    return is_code_point && !is_blank_or_control && !is_arrow && !is_mark ? size : 0;
}

}  // namespace

bool Lexer::at_number() const { return !at_end() && (is_digit(text_[column_]) || at('.')); }

bool Lexer::at_word() const { return !at_end() && begins_word(text_[column_]); }

bool Lexer::skip_blanks() {
    bool line_ended = false;
    const auto at_comment = [&] { return comments_ == Comments::skipped && at('#'); };
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
    const bool is_ascii = !at('_') && (at_word() || (!at_end() && is_digit(text_[column_])));
    const std::string_view letter =
        text_.substr(column_, is_ascii ? 1 : letter_size(text_.substr(column_)));
    column_ += letter.size();
    return letter;
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
