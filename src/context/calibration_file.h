// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "src/context/calibration.h"

namespace ttgt {

/// The text of a calibration file: JSON, one key for each member of the Calibration's part; times
/// of GPUs to four digits.
[[nodiscard]] std::string to_json(const Calibration& calibration);

/// Throws InvalidArgument naming `path` and the key that is missing or no number above 0.
[[nodiscard]] Calibration parse_calibration(std::string_view text, const std::string& path);

/// The first file for this kind of device of those that the environment's TTGT_CALIBRATION names,
/// separated by colons; null where there is none. Throws as parse_calibration().
[[nodiscard]] std::shared_ptr<const Calibration> environment_calibration(const Device& device);

}  // namespace ttgt
