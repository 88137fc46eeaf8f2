// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "tools/fit/raw_table.h"
#include "transpose/transpose_problem.h"

namespace ttgt::tool {

/// The case of a row that `bench transposes --all-candidates` wrote, as a line of a case file.
[[nodiscard]] std::string transpose_case_of(const RawTable& table, std::size_t row);
/// The transpose of such a line.
[[nodiscard]] TransposeProblem transpose_problem_of(const std::string& line);
/// Method and parameters of a row, with a blank between.
[[nodiscard]] std::string transpose_tile_of(const RawTable& table, std::size_t row);

/// The candidates of each case, found by method and parameters. `make(problem)` makes the map of a
/// case when it is first asked for.
template <class Tile>
class TilesOfCases {
public:
    using Tiles = std::map<std::string, Tile>;

    /// The tile of a row; null where the planner does not list it any more.
    template <class Make>
    [[nodiscard]] const Tile* find(const RawTable& table, std::size_t row, Make make) {
        const std::string line = transpose_case_of(table, row);
        auto found = cases_.find(line);
        if (found == cases_.end()) {
            found = cases_.emplace(line, make(transpose_problem_of(line))).first;
        }
        const auto tile = found->second.find(transpose_tile_of(table, row));
        return tile == found->second.end() ? nullptr : &tile->second;
    }

private:
    std::map<std::string, Tiles> cases_;
};

}  // namespace ttgt::tool
