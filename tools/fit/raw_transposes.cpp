// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/raw_transposes.h"

#include "tools/bench/cases/case_file.h"
#include "tools/bench/transpose/transpose_task.h"

namespace ttgt::tool {

std::string transpose_case_of(const RawTable& table, std::size_t row) {
    std::string line = table.cell(row, "id");
    for (const char* const column : {"element_bytes", "extents", "perm", "array"}) {
        const std::string& cell = table.cell(row, column);
        if (!cell.empty()) line += '\t' + cell;
    }
    return line;
}

TransposeProblem transpose_problem_of(const std::string& line) {
    const TransposeTask task = task_of(parse_transpose_cases(line, "a raw launch").at(0));
    return make_transpose_problem(task.dtype, task.modes());
}

std::string transpose_tile_of(const RawTable& table, std::size_t row) {
    return table.cell(row, "method") + " " + table.cell(row, "parameters");
}

}  // namespace ttgt::tool
