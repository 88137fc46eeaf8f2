// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ccsd {

/// One line of an FCIDUMP below its header.
struct FcidumpRecord {
    double value = 0;
    std::array<std::int64_t, 4> indices{};
};

/// Reads `value i j k l` as Fortran's list-directed input would; nothing for a line that is blank
/// or a comment. Throws InputError, naming file and line, where a field is missing or left over, is
/// not a number, not finite, or complex. The indices may be any integers.
[[nodiscard]] std::optional<FcidumpRecord> parse_fcidump_record(std::string_view text,
                                                                const std::string& file,
                                                                std::size_t line);

}  // namespace ccsd
