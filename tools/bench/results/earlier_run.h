// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/bench/results/results_table.h"

namespace ttgt::tool {

/// What an earlier run left in `folder`: the rows of every case that succeeded as a whole, by id;
/// nothing where the folder holds no table. A case has one row per strategy, in this order; {""}
/// where rows have none. Throws FileError where the earlier run had
/// other settings or columns.
[[nodiscard]] std::map<std::string, std::vector<Row>> rows_of_earlier_run(
    const std::string& folder, const std::map<std::string, std::string>& settings,
    const std::vector<std::string>& columns, const std::vector<std::string>& strategies);

}  // namespace ttgt::tool
