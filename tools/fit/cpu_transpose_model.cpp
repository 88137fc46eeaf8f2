// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/fit/fitted_model.h"
#include "tools/fit/named_rates.h"
#include "tools/fit/raw_transposes.h"
#include "transpose/cpu/tile_cost.h"

namespace ttgt::tool {
namespace {

using tile_cost::CachedRates;
using tile_cost::StreamedRates;

constexpr NamedRate<StreamedRates> named_streamed_rates[] = {
    {"squares_share", &StreamedRates::squares_share},
    {"rows_share", &StreamedRates::rows_share},
    {"adjoining_rows_share", &StreamedRates::adjoining_rows_share},
    {"table_share", &StreamedRates::table_share},
    {"table_element_share", &StreamedRates::table_element_share},
    {"copied_share", &StreamedRates::copied_share},
    {"copied_piece_share", &StreamedRates::copied_piece_share},
    {"piece_end_share", &StreamedRates::piece_end_share},
    {"run_end_share", &StreamedRates::run_end_share},
    {"row_end_share", &StreamedRates::row_end_share},
    {"twice_share", &StreamedRates::twice_share},
    {"shared_share", &StreamedRates::shared_share},
    {"prefetch_share", &StreamedRates::prefetch_share},
    {"streamed_tile_ns", &StreamedRates::streamed_tile_ns},
};
constexpr NamedRate<CachedRates> named_cached_rates[] = {
    {"transposed_line_ns", &CachedRates::transposed_line_ns},
    {"single_element_ns", &CachedRates::single_element_ns},
    {"table_element_ns", &CachedRates::table_element_ns},
    {"copied_piece_ns", &CachedRates::copied_piece_ns},
    {"copied_line_ns", &CachedRates::copied_line_ns},
    {"end_read_share", &CachedRates::end_read_share},
    {"end_share", &CachedRates::end_share},
    {"l1_share", &CachedRates::l1_share},
    {"l2_share", &CachedRates::l2_share},
    {"short_rows_share", &CachedRates::short_rows_share},
    {"cached_tile_ns", &CachedRates::cached_tile_ns},
    {"small_page_ns", &CachedRates::small_page_ns},
};

struct CpuLaunch {
    TransposeProblem problem;
    CpuTile tile;
};

/// Launches of one case are launches [begin, end).
struct CaseRange {
    std::size_t begin;
    std::size_t end;
};

/// Prices of launches by `price(launch)`, each case's times one factor, so that their geometric
/// mean is that of the measured times: prices rank the tiles of one transpose.
template <class Price>
std::vector<double> scaled_prices(const std::vector<CpuLaunch>& launches,
                                  const std::vector<CaseRange>& cases,
                                  const std::vector<double>& measured_us, Price price) {
    std::vector<double> us(launches.size());
    for (const CaseRange& range : cases) {
        double logarithms = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            us[i] = price(launches[i]);
            logarithms += std::log(measured_us[i] / us[i]);
        }
        const double factor = std::exp(logarithms / static_cast<double>(range.end - range.begin));
        for (std::size_t i = range.begin; i < range.end; ++i) us[i] *= factor;
    }
    return us;
}

std::map<std::string, CpuTile> cpu_tiles_of(const TransposeProblem& problem) {
    std::map<std::string, CpuTile> tiles;
    for (PricedCpuTile& priced : tiles_by_cost(problem)) {
        const std::string text = fmt::format("{} {}", to_string(priced.tile.method),
                                             describe(priced.tile, size_bytes(problem.dtype)));
        tiles.emplace(text, std::move(priced.tile));
    }
    return tiles;
}

template <class Rates, std::size_t count, class Price>
FittedModel cpu_model(const RawTable& table, bool streamed, const NamedRate<Rates> (&named)[count],
                      Price price) {
    FittedModel model;
    add_rates(model, named, Rates());
    TilesOfCases<CpuTile> tiles;
    std::vector<CpuLaunch> launches;
    std::vector<CaseRange> cases;
    std::string last;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.cell(row, "check") != "ok") continue;
        const std::string line = transpose_case_of(table, row);
        const TransposeProblem problem = transpose_problem_of(line);
        const CpuTile* const tile = tiles.find(table, row, cpu_tiles_of);
        if (tile == nullptr || exceeds_caches(problem) != streamed) continue;
        if (line != last) cases.push_back({launches.size(), launches.size()});
        last = line;
        launches.push_back({problem, *tile});
        model.measured_us.push_back(1000 * table.number(row, "time_ms"));
        cases.back().end = launches.size();
    }
    model.predict_us = [launches = std::move(launches), cases = std::move(cases),
                        measured = model.measured_us, &named,
                        price](const std::vector<double>& values) {
        const Rates rates = rates_from(values, named);
        return scaled_prices(launches, cases, measured, [&](const CpuLaunch& launch) {
            return price(launch.problem, launch.tile, rates);
        });
    };
    return model;
}

}  // namespace

FittedModel cpu_transpose_model(const RawTable& table, bool streamed) {
    if (streamed) {
        return cpu_model(table, streamed, named_streamed_rates, tile_cost::streamed_ns);
    }
    return cpu_model(table, streamed, named_cached_rates, tile_cost::cached_ns);
}

}  // namespace ttgt::tool
