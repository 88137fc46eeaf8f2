// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/fit/fitted_model.h"
#include "tools/fit/named_rates.h"
#include "tools/fit/raw_transposes.h"
#include "transpose/cuda/plan/kernel_plan.h"
#include "transpose/cuda/plan/transpose_rates.h"

namespace ttgt::tool {
namespace {

constexpr NamedRate<cuda::TransposeRates> named_rates_of_transposes[] = {
    {"read_line", &cuda::TransposeRates::read_line},
    {"written_sector", &cuda::TransposeRates::written_sector},
    {"written_line", &cuda::TransposeRates::written_line},
    {"partial_sector", &cuda::TransposeRates::partial_sector},
    {"instruction_cycles", &cuda::TransposeRates::instruction_cycles},
    {"request_cycles", &cuda::TransposeRates::request_cycles},
    {"conflict_cycles", &cuda::TransposeRates::conflict_cycles},
    {"alone_cycles", &cuda::TransposeRates::alone_cycles},
    {"blend", &cuda::TransposeRates::blend},
    {"copy_factor", &cuda::TransposeRates::copy_factor},
    {"packed_factor", &cuda::TransposeRates::packed_factor},
    {"packed_several_factor", &cuda::TransposeRates::packed_several_factor},
};
constexpr std::size_t named_rates_count = std::size(named_rates_of_transposes);

std::map<std::string, cuda::PricedCudaTile> cuda_tiles_of(const TransposeProblem& problem) {
    const cuda::Shape shape = cuda::vectorise(problem);
    std::map<std::string, cuda::PricedCudaTile> tiles;
    for (cuda::PricedCudaTile& tile : cuda::price_tiles(shape, cuda::sm_90())) {
        const std::string text =
            fmt::format("{} {}", cuda::method(shape, tile.tile), cuda::describe(shape, tile.tile));
        tiles.emplace(text, std::move(tile));
    }
    return tiles;
}

cuda::TransposeRates transpose_rates_from(const std::vector<double>& values) {
    cuda::TransposeRates rates = rates_from(values, named_rates_of_transposes);
    for (std::size_t i = 0; i < rates.policy_factors.size(); ++i) {
        rates.policy_factors[i] = values.at(named_rates_count + i);
    }
    return rates;
}

void name_values(FittedModel& model) {
    add_rates(model, named_rates_of_transposes, cuda::transpose_rates);
    for (std::size_t i = 0; i < cuda::transpose_rates.policy_factors.size(); ++i) {
        model.names.push_back(fmt::format("policy_factors[{}]", i));
        model.values.push_back(cuda::transpose_rates.policy_factors[i]);
    }
}

}  // namespace

FittedModel cuda_transpose_model(const RawTable& table) {
    FittedModel model;
    name_values(model);
    TilesOfCases<cuda::PricedCudaTile> tiles;
    std::vector<cuda::PricedCudaTile> launches;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.cell(row, "check") != "ok") continue;
        const cuda::PricedCudaTile* const tile = tiles.find(table, row, cuda_tiles_of);
        if (tile == nullptr) continue;
        launches.push_back(*tile);
        model.measured_us.push_back(1000 * table.number(row, "time_ms"));
    }
    model.predict_us = [launches = std::move(launches),
                        gpu = cuda::sm_90()](const std::vector<double>& values) {
        const cuda::TransposeRates rates = transpose_rates_from(values);
        std::vector<double> us;
        us.reserve(launches.size());
        for (const cuda::PricedCudaTile& tile : launches) {
            us.push_back(cuda::predict_time(tile.launch, tile.traffic, gpu, rates).total_us);
        }
        return us;
    };
    return model;
}

}  // namespace ttgt::tool
