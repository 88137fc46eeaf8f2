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

/// The text up to the end of the line, which it must have.
std::optional<std::string_view> take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
}

std::optional<double> take_time(std::string_view& rest) {
    const std::optional<std::string_view> line = take_line(rest);
    if (!line) return std::nullopt;
    double time = 0;
    const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), time);
    const bool is_time = error == std::errc{} && end == line->data() + line->size() &&
                         std::isfinite(time) && time >= 0;
    return is_time ? std::optional<double>(time) : std::nullopt;
}

}  // namespace

std::string to_text(const MeasuredChoice& choice) {
    return fmt::format("{}\n{}\n{}\n", choice.name, choice.measured_us, choice.seconds);
}

std::optional<MeasuredChoice> parse_measured_choice(std::string_view text) {
    const std::optional<std::string_view> name = take_line(text);
    const std::optional<double> measured_us = take_time(text);
    const std::optional<double> seconds = take_time(text);
    if (!name || !measured_us || !seconds || !text.empty()) return std::nullopt;
    if (*measured_us == 0) return std::nullopt;
    return MeasuredChoice{std::string(*name), *measured_us, *seconds};
}

KeptChoice find_choice(const DiskCache& cache, std::string_view key) {
    DiskCache::Found found = cache.find(key);
    if (!found.value) return {std::nullopt, std::move(found.note)};
    KeptChoice kept{parse_measured_choice(*found.value), std::move(found.note)};
    if (!kept.choice) kept.note = "the cache holds no choice";
    return kept;
}

void keep_choice(const DiskCache& cache, std::string_view key, const MeasuredChoice& choice,
                 std::string& note) {
    if (choice.measured_us <= 0) return;
    std::string refusal = cache.store(key, to_text(choice));
    if (note.empty()) note = std::move(refusal);
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
