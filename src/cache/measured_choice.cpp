// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/measured_choice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace ttgt {
namespace {

constexpr std::string_view schema_word = "schema ";

/// The text up to the end of the line, which it must have.
std::optional<std::string_view> take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    return is_number ? std::optional<Number>(number) : std::nullopt;
}

std::optional<double> take_time(std::string_view& rest) {
    const std::optional<std::string_view> line = take_line(rest);
    const std::optional<double> time = line ? number_of<double>(*line) : std::nullopt;
    return time && std::isfinite(*time) && *time >= 0 ? time : std::nullopt;
}

std::optional<int> take_schema(std::string_view& rest) {
    const std::optional<std::string_view> line = take_line(rest);
    if (!line || !line->starts_with(schema_word)) return std::nullopt;
    return number_of<int>(line->substr(schema_word.size()));
}

std::optional<MeasuredChoice> take_choice(std::string_view rest) {
    const std::optional<std::string_view> key = take_line(rest);
    const std::optional<double> measured_us = take_time(rest);
    const std::optional<double> seconds = take_time(rest);
    if (!key || !measured_us || !seconds || !rest.empty()) return std::nullopt;
    if (*measured_us == 0) return std::nullopt;
    return MeasuredChoice{std::string(*key), *measured_us, *seconds};
}

}  // namespace

std::string to_text(const MeasuredChoice& choice, int schema) {
    return fmt::format("{}{}\n{}\n{}\n{}\n", schema_word, schema, choice.key, choice.measured_us,
                       choice.seconds);
}

ParsedChoice parse_measured_choice(std::string_view text, int schema) {
    const std::optional<int> found = take_schema(text);
    if (found && *found != schema) {
        return {std::nullopt,
                fmt::format("the cache's choice has schema {}, not {}", *found, schema)};
    }
    std::optional<MeasuredChoice> choice = found ? take_choice(text) : std::nullopt;
    if (!choice) return {std::nullopt, "the cache holds no choice"};
    return {std::move(choice), ""};
}

std::string origin(const MeasuredChoice& choice) {
    std::string text = fmt::format("from the cache, measured {:.3g} us", choice.measured_us);
    if (choice.seconds > 0) text += fmt::format(" in a search of {:.3g} s", choice.seconds);
    return text;
}

std::string one_line_of(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace ttgt
