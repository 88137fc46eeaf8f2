// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "examples/ccsd/calculation.h"

/// What people read; every text ends with a line break.
namespace ccsd {

/// What was asked for and what RHF gave; the head of the table of iterations, if there will be one.
[[nodiscard]] std::string opening(const Request& request, const Results& results);
[[nodiscard]] std::string line(const Iteration& iteration);
/// Energies, times, and what the contractions took by kind.
[[nodiscard]] std::string summary(const Request& request, const Results& results);

}  // namespace ccsd
