// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace ttgt {

/// Labels for the modes of a tensor, as an expression has them: "(m0,m1)".
[[nodiscard]] inline std::string mode_labels(std::size_t modes) {
    std::string text = "(";
    for (std::size_t mode = 0; mode < modes; ++mode) {
        text += fmt::format("{}m{}", mode > 0 ? "," : "", mode);
    }
    return text + ")";
}

}  // namespace ttgt
