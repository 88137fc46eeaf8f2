// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tools/fit/fitted_model.h"
#include "tools/fit/named_rates.h"

namespace ttgt::tool {
namespace {

constexpr NamedRate<cpu::DirectRates> named_direct_rates[] = {
    {"tile_ns", &cpu::DirectRates::tile_ns},
    {"scattered_ns", &cpu::DirectRates::scattered_ns},
    {"move_ns", &cpu::DirectRates::move_ns},
    {"offset_ns", &cpu::DirectRates::offset_ns},
    {"run_ns", &cpu::DirectRates::run_ns},
    {"row_ns", &cpu::DirectRates::row_ns},
    {"gathered_ns", &cpu::DirectRates::gathered_ns},
};

}  // namespace

FittedModel cpu_direct_model(const RawTable& table, const std::vector<ContractionCase>& cases,
                             const DirectMachine& machine) {
    FittedModel model;
    add_rates(model, named_direct_rates, cpu::direct_rates);
    std::vector<DirectLaunch> launches;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.cell(row, "candidate") != "direct") continue;
        launches.push_back(direct_launch_of(case_of(cases, table.cell(row, "id")), machine));
        model.measured_us.push_back(1000 * table.number(row, "median_ms"));
    }
    model.predict_us = [launches = std::move(launches),
                        machine](const std::vector<double>& values) {
        const cpu::DirectRates rates = rates_from(values, named_direct_rates);
        std::vector<double> us;
        us.reserve(launches.size());
        for (const DirectLaunch& launch : launches) {
            us.push_back(1000 * predicted_ms(launch, machine, rates));
        }
        return us;
    };
    return model;
}

}  // namespace ttgt::tool
