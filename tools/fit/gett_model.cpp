// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/gett_columns.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

struct GettLaunchRow {
    cuda::GettWork work;
    cuda::Architecture gpu;
};

GettLaunchRow launch_of(const RawTable& table, std::size_t row,
                        const cuda::GettProducts& products) {
    GettLaunchRow launch;
    launch.work.products = products;
    visit_gett_columns(launch.work, launch.gpu, [&](const char* column, auto& value) {
        value = static_cast<std::decay_t<decltype(value)>>(table.number(row, column));
    });
    return launch;
}

}  // namespace

cuda::GettRates gett_rates_of(const std::vector<double>& values,
                              const cuda::GettProducts& products) {
    const auto tiles = static_cast<std::size_t>(cuda::gett_tiles(products).count);
    cuda::GettRates rates = {};
    for (std::size_t i = 0; i < tiles; ++i) rates.of_peak[i] = values.at(i);
    for (std::size_t i = 0; i < cuda::gett_rate_names.size(); ++i) {
        rates.*cuda::gett_rate_names[i].rate = values.at(tiles + i);
    }
    return rates;
}

FittedModel gett_model(const RawTable& table, const cuda::GettProducts& products) {
    FittedModel model;
    const auto tiles = static_cast<std::size_t>(cuda::gett_tiles(products).count);
    const cuda::GettRates& compiled = cuda::rates_of(products);
    for (std::size_t i = 0; i < tiles; ++i) {
        model.names.push_back(fmt::format("of_peak[{}]", i));
        model.values.push_back(compiled.of_peak[i]);
    }
    for (const cuda::NamedGettRate& each : cuda::gett_rate_names) {
        model.names.emplace_back(each.name);
        model.values.push_back(compiled.*each.rate);
    }
    std::vector<GettLaunchRow> launches;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (table.cell(row, "check") != "ok") continue;
        const cuda::GettProducts of_row = {parse_numeric_dtype(table.cell(row, "dtype"), "dtype"),
                                           parse_compute(table.cell(row, "compute"), "compute")};
        if (&cuda::rates_of(of_row) != &compiled) continue;
        launches.push_back(launch_of(table, row, of_row));
        model.measured_us.push_back(1000 * table.number(row, "ms"));
        model.cases.push_back(table.cell(row, "id"));
    }
    model.predict_us = [launches = std::move(launches),
                        products](const std::vector<double>& values) {
        const cuda::GettRates rates = gett_rates_of(values, products);
        std::vector<double> us;
        us.reserve(launches.size());
        for (const GettLaunchRow& launch : launches) {
            us.push_back(cuda::predict_us(launch.work, rates, launch.gpu));
        }
        return us;
    };
    return model;
}

}  // namespace ttgt::tool
