// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "contraction/calibration.h"

namespace ttgt {

/// The text of a calibration file: JSON, one key for each member of Calibration.
[[nodiscard]] std::string to_json(const Calibration& calibration);

/// Throws InvalidArgument naming `path` and the key that is missing or no number above 0.
[[nodiscard]] Calibration parse_calibration(std::string_view text, const std::string& path);

}  // namespace ttgt
