// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ttgt {

/// The fastest of several ways to do one thing, as measured.
struct MeasuredChoice {
    std::string key;         ///< which way: text of a key such as CandidateKey, in one line
    double measured_us = 0;  ///< microseconds of one run; 0 where nothing was measured
    double seconds = 0;      ///< seconds that the search was given; 0: without a limit of time
};

/// The choice as a text that parse_measured_choice() reads: a line with the schema number, then the
/// key, the microseconds and the seconds, each in a line.
[[nodiscard]] std::string to_text(const MeasuredChoice& choice, int schema);

/// A choice that was read, or why there is none.
struct ParsedChoice {
    std::optional<MeasuredChoice> choice;
    std::string note;  ///< why there is no choice; empty where there is one
};
/// Reads what to_text() wrote. There is no choice where the text has another schema number or is
/// anything else.
[[nodiscard]] ParsedChoice parse_measured_choice(std::string_view text, int schema);

/// "from the cache, measured 7 us in a search of 3 s".
[[nodiscard]] std::string origin(const MeasuredChoice& choice);

/// The text in one line, as keys must be.
[[nodiscard]] std::string one_line_of(std::string text);

}  // namespace ttgt
