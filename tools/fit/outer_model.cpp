// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/cuda/direct/outer/outer_cost.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/named_rates.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

constexpr NamedRate<cuda::OuterRates> named_outer_rates[] = {
    {"written_factor", &cuda::OuterRates::written_factor},
    {"uncached_factor", &cuda::OuterRates::uncached_factor},
    {"cached_factor", &cuda::OuterRates::cached_factor},
    {"issue_factor", &cuda::OuterRates::issue_factor},
    {"pass_factor", &cuda::OuterRates::pass_factor},
    {"copied_cycles", &cuda::OuterRates::copied_cycles},
    {"entry_us", &cuda::OuterRates::entry_us},
    {"tile_us", &cuda::OuterRates::tile_us},
    {"blend", &cuda::OuterRates::blend},
};

/// The chunks of a row's tiles: numbers with `x` between.
cuda::OuterChunks chunks_of(const RawTable& table, std::size_t row) {
    const std::string& cell = table.cell(row, "tile");
    cuda::OuterChunks chunks;
    for (const char* at = cell.data(); at < cell.data() + cell.size();) {
        std::int64_t chunk = 0;
        const auto [end, error] = std::from_chars(at, cell.data() + cell.size(), chunk);
        if (error != std::errc{} || chunk < 1) throw FileError("tile", "not chunks: " + cell);
        chunks.push_back(chunk);
        at = end + 1;
    }
    return chunks;
}

/// The counts of a row's launch.
cuda::OuterCounts counts_of(const RawTable& table, std::size_t row,
                            const std::vector<ContractionCase>& cases,
                            const cuda::Architecture& gpu) {
    const DType dtype = parse_numeric_dtype(table.cell(row, "dtype"), "dtype");
    const ContractionCase& given = case_of(cases, table.cell(row, "id"));
    const cuda::DirectShape shape =
        cuda::make_shape(direct_step_of(problem_of(given, dtype, ComputeType::full)));
    const cuda::OuterChunks chunks = chunks_of(table, row);
    if (!cuda::suits_outer(shape) || chunks.size() != shape.outputs.size()) {
        throw FileError("tile", fmt::format("not of the case {}", given.id));
    }
    const auto launch = cuda::outer_launch(shape, chunks, gpu);
    if (!launch) throw FileError("tile", fmt::format("no tile of the case {}", given.id));
    return cuda::count_outer(shape, *launch, gpu);
}

/// The least milliseconds of a case with elements of one type.
using LeastTimes = std::map<std::string, double>;
std::string case_of_row(const RawTable& table, std::size_t row) {
    return table.cell(row, "id") + ' ' + table.cell(row, "dtype");
}
LeastTimes least_times(const RawTable& table) {
    LeastTimes least;
    for (std::size_t row = 0; row < table.size(); ++row) {
        const double ms = table.number(row, "ms");
        const auto [found, is_new] = least.emplace(case_of_row(table, row), ms);
        found->second = std::min(found->second, ms);
    }
    return least;
}

}  // namespace

FittedModel outer_model(const RawTable& table, const std::vector<ContractionCase>& cases) {
    FittedModel model;
    add_rates(model, named_outer_rates, cuda::outer_rates);
    const cuda::Architecture gpu = cuda::sm_90();
    // Cuts that take longer than this many times the best one need no exact price.
    constexpr double most_times = 3;
    const LeastTimes least = least_times(table);
    std::vector<cuda::OuterCounts> launches;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.cell(row, "kernel") != "outer") continue;
        if (table.number(row, "ms") > most_times * least.at(case_of_row(table, row))) continue;
        launches.push_back(counts_of(table, row, cases, gpu));
        model.measured_us.push_back(1000 * table.number(row, "ms"));
    }
    model.predict_us = [launches = std::move(launches), gpu](const std::vector<double>& values) {
        const cuda::OuterRates rates = rates_from(values, named_outer_rates);
        std::vector<double> us;
        us.reserve(launches.size());
        for (const cuda::OuterCounts& counts : launches) {
            us.push_back(gpu.launch_us + cuda::predict_us(counts, rates, gpu));
        }
        return us;
    };
    return model;
}

}  // namespace ttgt::tool
