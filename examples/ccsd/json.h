// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "examples/ccsd/calculation.h"

namespace ccsd {

/// All of the results as one JSON object, ending with a line break. Energies in hartree, times in
/// seconds; a number that is none (of a calculation that diverged) is null.
[[nodiscard]] std::string to_json(const Request& request, const Results& results);

}  // namespace ccsd
