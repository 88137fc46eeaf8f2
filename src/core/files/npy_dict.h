// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// The Python dictionary of an .npy header.
struct NpyDict {
    std::string descr;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
};

/// Parses `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`: exactly these keys, each
/// once, in any order; blanks between tokens and after the dictionary. Throws FileError naming
/// `path`.
[[nodiscard]] NpyDict parse_npy_dict(std::string_view text, const std::string& path);

}  // namespace ttgt
