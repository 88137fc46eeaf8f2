// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ttgt {

/// Whether what stands behind `#` on a line counts as blank.
enum class Comments : std::uint8_t { not_allowed, skipped };

/// Reads an expression from left to right, one token at a time, and words the errors. Blanks are
/// skipped only on request, because `L+(` and `+=` must stand together. Copies are cheap and serve
/// to look ahead; the text must outlive them.
class Lexer {
public:
    explicit Lexer(std::string_view text, Comments comments = Comments::not_allowed)
        : text_(text), comments_(comments) {}

    /// 0-based offset of the next character; the length of the text at its end.
    [[nodiscard]] std::size_t column() const { return column_; }
    [[nodiscard]] bool at_end() const { return column_ == text_.size(); }
    /// Whether the next characters are `token`.
    [[nodiscard]] bool at(std::string_view token) const {
        return text_.substr(column_, token.size()) == token;
    }
    [[nodiscard]] bool at(char token) const { return !at_end() && text_[column_] == token; }
    [[nodiscard]] bool at_opening() const { return at('(') || at('['); }
    /// Whether a number begins here: a digit or a decimal point.
    [[nodiscard]] bool at_number() const;
    /// Whether a name or label begins here.
    [[nodiscard]] bool at_word() const;

    /// Steps over blanks and line breaks; whether a line ended there.
    bool skip_blanks();
    /// Steps over `token` where it comes next; whether it did.
    bool accept(std::string_view token);
    bool accept(char token);
    /// Steps over an opening bracket, which must come next, and returns its closing partner.
    char opening();
    /// The name or label here, [A-Za-z_][A-Za-z0-9_]*; empty where there is none.
    std::string_view word();
    /// The single letter or digit here, of ASCII or a code point above U+00A0 in UTF-8; empty where
    /// there is none.
    std::string_view letter();
    /// The unsigned decimal number here; throws where a double cannot hold it.
    double number();

    [[noreturn]] void fail(const std::string& reason, std::size_t column) const;
    /// Fails at the next character: "expected <expected>, found <that character><hint>".
    [[noreturn]] void fail_expected(const std::string& expected,
                                    const std::string& hint = "") const;

private:
    [[nodiscard]] std::string found() const;

    std::string_view text_;
    Comments comments_;
    std::size_t column_ = 0;
};

}  // namespace ttgt
