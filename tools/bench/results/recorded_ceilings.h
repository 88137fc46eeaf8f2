// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <map>
#include <string>

#include "tools/bench/results/ceilings.h"

namespace ttgt::tool {

/// By the name of the device, as `ttgt devices` prints it. Throws FileError where `text`, which
/// stands in `path`, is not such a file.
[[nodiscard]] std::map<std::string, Ceilings> parse_ceilings(const std::string& text,
                                                             const std::string& path);
/// What benchmarks/data/ceilings.json held when this was built.
[[nodiscard]] const std::map<std::string, Ceilings>& recorded_ceilings();

/// What is recorded for a device; null where that is nothing.
[[nodiscard]] const Ceilings* recorded_ceilings_of(const Device& device);

/// The larger of what was measured and what was recorded, if anything: a machine that was disturbed
/// while it was measured must not make its results look better. Only dtypes that were measured.
[[nodiscard]] Ceilings raised(Ceilings measured, const Ceilings* recorded);

}  // namespace ttgt::tool
