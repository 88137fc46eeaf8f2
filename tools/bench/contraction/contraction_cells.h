// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/report.h>

#include <string>
#include <vector>

#include "tools/bench/results/ceilings.h"
#include "tools/bench/results/results_table.h"

namespace ttgt::tool {

/// Those that every table of contractions begins with.
[[nodiscard]] std::vector<std::string> case_columns();
/// Sizes, work, planning and its workspace.
[[nodiscard]] std::vector<std::string> size_columns();
/// The columns of a table of contractions, with those of the rivals it is run against, and with the
/// error of native products where that is looked at.
[[nodiscard]] std::vector<std::string> contraction_columns(bool against_eigen, bool against_gemm,
                                                           bool checks_native = false);

/// What is known before a run: sizes, work, predicted time.
void write_prediction_cells(const Report& report, Row& row);
/// What one run took, and where it went.
void write_time_cells(const Report& report, const Ceilings& ceilings, Row& row);

}  // namespace ttgt::tool
