// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/input/fcidump_record.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "examples/ccsd/input/input_error.h"
#include "tools/io/errors.h"

namespace ccsd {
namespace {

using ttgt::tool::in_quotes;

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a line field by field; keeps the part not yet read.
class Fields {
public:
    Fields(std::string_view text, const std::string& file, std::size_t line)
        : rest_(text), file_(&file), line_(line) {
        skip_blanks();
    }

    [[nodiscard]] bool empty() const { return rest_.empty() || rest_.front() == '!'; }

    /// Without the separator that follows it; at most one comma.
    std::string_view next() {
        if (empty()) fail("the line has fewer than the five fields 'value i j k l': truncated?");
        std::size_t size = 0;
        while (size < rest_.size() && !is_separator(rest_[size]) && rest_[size] != '!') ++size;
        if (size == 0) fail("a field is missing before ','");
        const std::string_view field = rest_.substr(0, size);
        rest_.remove_prefix(size);
        skip_blanks();
        if (!rest_.empty() && rest_.front() == ',') {
            rest_.remove_prefix(1);
            skip_blanks();
        }
        return field;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw InputError(*file_, line_, reason);
    }

private:
    void skip_blanks() {
        std::size_t size = 0;
        while (size < rest_.size() && rest_[size] != ',' && is_separator(rest_[size])) ++size;
        rest_.remove_prefix(size);
    }

    std::string_view rest_;
    const std::string* file_;
    std::size_t line_;
};

/// Fortran's real number as C++ spells it: without a leading plus, with `e` for `D`, and with the
/// `e` that Fortran leaves out before exponents of three digits, as in 1.5-100.
std::string in_cpp_spelling(std::string_view field) {
    if (field.front() == '+') field.remove_prefix(1);
    std::string number;
    for (const char c : field) {
        const char before = number.empty() ? ' ' : number.back();
        if (c == 'd' || c == 'D' || c == 'q' || c == 'Q') {
            number += 'e';
        } else if (c == '+' && before == 'e') {
            continue;
        } else if ((c == '+' || c == '-') && (is_digit(before) || before == '.')) {
            number += c == '-' ? "e-" : "e";
        } else {
            number += c;
        }
    }
    return number;
}

/// Whether all of the text is one number. What is too small for a double counts as 0, what is too
/// large as infinity.
bool parse_number(std::string_view text, double& value) {
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc::result_out_of_range) {
        const bool is_small =
            text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
        value = is_small ? 0.0 : HUGE_VAL;
    }
    return error != std::errc::invalid_argument && end == last;
}

double parse_value(Fields& fields) {
    const std::string_view field = fields.next();
    if (field.front() == '(') {
        fields.fail("complex integrals are not read; " + in_quotes(field) + " is one");
    }
    double value = 0;
    if (!parse_number(field, value) && !parse_number(in_cpp_spelling(field), value)) {
        fields.fail(in_quotes(field) + " is not a number");
    }
    if (!std::isfinite(value)) fields.fail("the value " + in_quotes(field) + " is not finite");
    return value;
}

std::int64_t parse_integer(std::string_view text, const Fields& fields) {
    std::string_view digits = text;
    if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
    std::int64_t value = 0;
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value);
    if (error != std::errc{} || end != last) {
        fields.fail("the index " + in_quotes(text) + " is not an integer");
    }
    return value;
}

/// `3`, or `2*0` for twice 0, from index number `index` on; returns how many it filled.
std::size_t parse_indices(std::array<std::int64_t, 4>& indices, std::size_t index, Fields& fields) {
    const std::string_view field = fields.next();
    const std::size_t star = field.find('*');
    if (star == std::string_view::npos) {
        indices[index] = parse_integer(field, fields);
        return 1;
    }
    const std::int64_t repeat = parse_integer(field.substr(0, star), fields);
    const std::int64_t value = parse_integer(field.substr(star + 1), fields);
    if (repeat < 1 || repeat > static_cast<std::int64_t>(indices.size() - index)) {
        fields.fail("the index " + in_quotes(field) + " does not fit 'value i j k l'");
    }
    for (std::int64_t i = 0; i < repeat; ++i) indices[index + static_cast<std::size_t>(i)] = value;
    return static_cast<std::size_t>(repeat);
}

}  // namespace

std::optional<FcidumpRecord> parse_fcidump_record(std::string_view text, const std::string& file,
                                                  std::size_t line) {
    Fields fields(text, file, line);
    if (fields.empty()) return std::nullopt;
    FcidumpRecord record;
    record.value = parse_value(fields);
    for (std::size_t index = 0; index < record.indices.size();) {
        index += parse_indices(record.indices, index, fields);
    }
    if (!fields.empty()) {
        fields.fail(
            "the line has more than the five fields 'value i j k l'; complex integrals, "
            "which have six, are not read");
    }
    return record;
}

}  // namespace ccsd
