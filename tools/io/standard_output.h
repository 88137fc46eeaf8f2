// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ttgt::tool {

/// Writes to standard output at once. A failure waits for check_standard_output(), so that a
/// benchmark whose terminal has gone still fills its table.
void print(std::string_view text);

/// Throws RunError where something that was printed did not get there.
void check_standard_output();

}  // namespace ttgt::tool
