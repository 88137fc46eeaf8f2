// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/cache/disk_cache.h"

namespace ttgt {

/// The fastest of several ways to do one thing, as measured.
struct MeasuredChoice {
    std::string name;        ///< of the way, in one line
    double measured_us = 0;  ///< what it took; 0: not measured
    double seconds = 0;      ///< that the search was given; 0: it takes as long as it takes
};

[[nodiscard]] std::string to_text(const MeasuredChoice& choice);
/// Nothing where the text is not one that to_text() writes. The name is any text.
[[nodiscard]] std::optional<MeasuredChoice> parse_measured_choice(std::string_view text);

/// What a cache holds by a key.
struct KeptChoice {
    std::optional<MeasuredChoice> choice;
    std::string note;  ///< why there is none, although there is a file; may be empty
};
[[nodiscard]] KeptChoice find_choice(const DiskCache& cache, std::string_view key);
/// Keeps it by the key, if it was measured; where that fails, `note` becomes why, unless it says
/// something already.
void keep_choice(const DiskCache& cache, std::string_view key, const MeasuredChoice& choice,
                 std::string& note);

/// "from the cache, measured 7 us in a search of 3 s".
[[nodiscard]] std::string origin(const MeasuredChoice& choice);

/// The text in one line, as keys and names must be.
[[nodiscard]] std::string one_line_of(std::string text);

}  // namespace ttgt
