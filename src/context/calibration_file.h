// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/context/calibration.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// What the key "device" of a file is: a kind of device, or the links between several.
inline constexpr const char* of_cpu = "cpu";
inline constexpr const char* of_cuda = "cuda";
inline constexpr const char* of_links = "links";

/// The text of a calibration file: JSON, one key for each member of the Calibration's part; times
/// of GPUs to four digits.
[[nodiscard]] std::string to_json(const Calibration& calibration);

/// Throws InvalidArgument naming `path` and the key that is missing or no number above 0. A
/// calibration is never on the stack here: callers' threads may have small ones.
[[nodiscard]] std::shared_ptr<const Calibration> parse_calibration(std::string_view text,
                                                                   const std::string& path);

/// The calibration of a GPU from the text of a file without tables, and from its tables. Throws as
/// parse_calibration().
[[nodiscard]] std::shared_ptr<const Calibration> parse_calibration(
    std::string_view text, std::span<const cuda::GemmTables> tables, const std::string& path);

/// The first file for this kind of device of those that the environment's TTGT_CALIBRATION names,
/// separated by colons; null where there is none. Throws as parse_calibration().
[[nodiscard]] std::shared_ptr<const Calibration> environment_calibration(const Device& device);
/// The files of link rates among those that TTGT_CALIBRATION names, in the order named. Throws as
/// parse_calibration().
[[nodiscard]] std::span<const LinkRatesFile> environment_link_rates();

}  // namespace ttgt
