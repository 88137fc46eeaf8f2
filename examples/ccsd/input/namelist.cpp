// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/input/namelist.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include "examples/ccsd/input/input_error.h"
#include "tools/io/errors.h"

namespace ccsd {
namespace {

using ttgt::tool::in_quotes;

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string in_capitals(std::string_view word) {
    std::string capitals(word);
    std::transform(capitals.begin(), capitals.end(), capitals.begin(), to_upper);
    return capitals;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Whether a real or complex number stands at the beginning.
bool begins_number(std::string_view text) {
    for (const std::string_view lead : {"(", "+-", "."}) {
        if (!text.empty() && lead.find(text[0]) != std::string_view::npos) text.remove_prefix(1);
    }
    return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

/// "&name" or "$name", whatever the case.
bool is_mark(std::string_view word, std::string_view name) {
    return word.size() == name.size() + 1 && (word[0] == '&' || word[0] == '$') &&
           in_capitals(word.substr(1)) == name;
}

/// Words, and the signs `=` and `/`, of a namelist; commas count as blanks.
class Scanner {
public:
    Scanner(std::string_view text, const std::string& file) : text_(text), file_(&file) {}

    /// The next word or sign; nothing at the end of the text.
    std::string_view next() {
        skip_blanks();
        if (at_end()) return {};
        const std::size_t first = position_;
        if (text_[first] == '\'' || text_[first] == '"') return quoted();
        ++position_;
        if (text_[first] != '=' && text_[first] != '/') {
            while (!at_end() && !ends_word(text_[position_])) ++position_;
        }
        return text_.substr(first, position_ - first);
    }

    bool next_is_equals() {
        skip_blanks();
        return !at_end() && text_[position_] == '=';
    }

    /// To the start of the next line, over no number.
    void finish_line() {
        const std::size_t first = position_;
        const std::size_t end = std::min(text_.find('\n', first), text_.size());
        const std::string_view rest = text_.substr(first, end - first);
        const std::size_t word = std::min(rest.find_first_not_of(" \t\r,"), rest.size());
        if (begins_number(rest.substr(word))) {
            fail(in_quotes(rest.substr(word)) +
                 " follows the end of the namelist on its line, where Fortran reads nothing");
        }
        position_ = std::min(end + 1, text_.size());
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw InputError(*file_, line_, reason);
    }
    [[nodiscard]] std::size_t line() const { return line_; }
    [[nodiscard]] std::size_t position() const { return position_; }

private:
    static bool ends_word(char c) {
        return is_blank(c) || c == ',' || c == '=' || c == '/' || c == '!';
    }

    [[nodiscard]] bool at_end() const { return position_ == text_.size(); }

    void skip_blanks() {
        for (; !at_end(); ++position_) {
            if (text_[position_] == '!') {
                position_ = std::min(text_.find('\n', position_), text_.size());
                if (at_end()) return;
            }
            if (!is_blank(text_[position_]) && text_[position_] != ',') return;
            if (text_[position_] == '\n') ++line_;
        }
    }

    std::string_view quoted() {
        const std::size_t first = position_;
        const std::size_t last = text_.find(text_[first], first + 1);
        if (last == std::string_view::npos ||
            text_.substr(first, last - first).find('\n') != std::string_view::npos) {
            fail("a quoted text does not end on its line");
        }
        position_ = last + 1;
        return text_.substr(first, position_ - first);
    }

    std::string_view text_;
    const std::string* file_;
    std::size_t position_ = 0;
    std::size_t line_ = 1;
};

std::optional<long long> parse_integer(std::string_view word) {
    if (word.substr(0, 2) == "1*") word.remove_prefix(2);  // a repeat count
    if (!word.empty() && word[0] == '+') word.remove_prefix(1);
    long long value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (error != std::errc{} || end != last) return std::nullopt;
    return value;
}

}  // namespace

const NamelistItem* Namelist::find(std::string_view key, const std::string& file) const {
    const NamelistItem* found = nullptr;
    for (const NamelistItem& item : items) {
        if (item.key != key) continue;
        if (found != nullptr) {
            throw InputError(
                file, item.line,
                item.key + " is given again, after line " + std::to_string(found->line));
        }
        found = &item;
    }
    return found;
}

Namelist parse_namelist(std::string_view text, std::string_view group, const std::string& file) {
    Scanner scanner(text, file);
    const std::string start = std::string("&").append(group);
    const std::string_view first = scanner.next();
    if (first.empty()) scanner.fail("the file is empty: no namelist " + start);
    if (!is_mark(first, group)) {
        scanner.fail("the file starts with " + in_quotes(first) + ", not with the namelist " +
                     start);
    }
    Namelist namelist;
    while (true) {
        const std::string_view word = scanner.next();
        const std::size_t line = scanner.line();
        if (word.empty()) scanner.fail("the file ends inside the namelist " + start);
        if (word == "/" || is_mark(word, "END")) break;
        if (word == "=") scanner.fail("'=' without a key before it");
        if (scanner.next_is_equals()) {
            (void)scanner.next();
            namelist.items.push_back({in_capitals(word), {}, line});
        } else if (namelist.items.empty()) {
            scanner.fail(in_quotes(word) + " stands before any key");
        } else {
            namelist.items.back().values.push_back(word);
        }
    }
    namelist.end_line = scanner.line();
    scanner.finish_line();
    namelist.end = scanner.position();
    return namelist;
}

long long integer_value(const NamelistItem& item, const std::string& file) {
    if (item.values.size() != 1) {
        throw InputError(
            file, item.line,
            item.key + " has " + std::to_string(item.values.size()) + " values, not one");
    }
    const std::optional<long long> value = parse_integer(item.values[0]);
    if (!value) {
        throw InputError(file, item.line,
                         item.key + "=" + in_quotes(item.values[0]) + " is not an integer");
    }
    return *value;
}

bool is_set(const NamelistItem& item) {
    if (item.values.empty()) return false;
    std::string_view word = item.values[0];
    if (const std::optional<long long> number = parse_integer(word)) return *number != 0;
    if (word[0] == '.') word.remove_prefix(1);
    return !word.empty() && to_upper(word[0]) == 'T';
}

}  // namespace ccsd
