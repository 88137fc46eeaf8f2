// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ccsd {

/// One `KEY = value value …` of a Fortran namelist.
struct NamelistItem {
    std::string key;  ///< in capitals
    std::vector<std::string_view> values;
    std::size_t line = 0;  ///< of the key, counted from 1
};

struct Namelist {
    std::vector<NamelistItem> items;
    std::size_t end = 0;       ///< where the line after the namelist's end begins in the text
    std::size_t end_line = 0;  ///< the line of `/` or &END

    /// The item of that key, or null. Throws InputError where it is given twice.
    [[nodiscard]] const NamelistItem* find(std::string_view key, const std::string& file) const;
};

/// Reads the namelist &GROUP … / or &GROUP … &END that a text starts with, in any case, blank lines
/// before it aside; $ may stand for &. As in Fortran, text behind its end on the same line counts
/// for nothing. Throws InputError where there is none or it does not end, or where a number follows
/// the end on its line: Fortran would lose that record.
[[nodiscard]] Namelist parse_namelist(std::string_view text, std::string_view group,
                                      const std::string& file);

/// The item's only value as an integer. Throws InputError.
[[nodiscard]] long long integer_value(const NamelistItem& item, const std::string& file);
/// Whether the item says yes: .TRUE. and its short forms, or an integer other than 0.
[[nodiscard]] bool is_set(const NamelistItem& item);

}  // namespace ccsd
