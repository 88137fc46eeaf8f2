// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tools/operands/label_extents.h"

/// What bench_gpu_ranks runs and bench_predicted_ranks prices.
namespace ttgt::bench {

constexpr const char* rank_expression = "D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)";

/// How operands lie; `spread` as `ttgt contract --spread`, with blanks between.
struct RankCase {
    const char* id;
    const char* spread;
};
constexpr std::array<RankCase, 3> cases_on_a_line{RankCase{"aligned", "D=d:0 L= R=d:0"},
                                                  RankCase{"L by b", "D=d:0 L=b:0 R=d:0"},
                                                  RankCase{"L by f, R by e", "D=d:0 L=f:0 R=e:0"}};
constexpr std::array<RankCase, 3> cases_on_a_grid{
    RankCase{"aligned", "D=b:0,d:1 L=b:0 R=d:1"},
    RankCase{"L by b f, R by f d", "D=b:0,d:1 L=b:0,f:1 R=f:0,d:1"},
    RankCase{"L by f e, R by e c", "D=b:0,d:1 L=f:0,e:1 R=e:0,c:1"}};

[[nodiscard]] inline const std::array<RankCase, 3>& cases_on(const std::string& grid) {
    return grid.find('x') == std::string::npos ? cases_on_a_line : cases_on_a_grid;
}

/// All labels alike.
[[nodiscard]] inline std::vector<tool::LabelExtent> rank_extents(std::int64_t extent) {
    std::vector<tool::LabelExtent> extents;
    for (const char label : std::string_view("abcdef")) {
        extents.push_back({std::string(1, label), extent});
    }
    return extents;
}

/// Of n ranks: "n"; where n is no prime the grid nearest to a square, and "1xn".
[[nodiscard]] inline std::vector<std::string> grids_of(int ranks) {
    std::vector<std::string> grids{fmt::format("{}", ranks)};
    int rows = 1;
    for (int factor = 2; factor * factor <= ranks; ++factor) {
        if (ranks % factor == 0) rows = factor;
    }
    if (rows > 1) {
        grids.push_back(fmt::format("{}x{}", rows, ranks / rows));
        grids.push_back(fmt::format("1x{}", ranks));
    }
    return grids;
}

}  // namespace ttgt::bench
