// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "tools/fit/fitted_model.h"

namespace ttgt::tool {

/// A rate of a cost model that is fitted, and its name in the model's source.
template <class Rates>
struct NamedRate {
    const char* name;
    double Rates::*member;
};

/// Appends the names and the compiled-in values of rates to a model.
template <class Rates, std::size_t count>
void add_rates(FittedModel& model, const NamedRate<Rates> (&named)[count], const Rates& compiled) {
    for (const NamedRate<Rates>& rate : named) {
        model.names.emplace_back(rate.name);
        model.values.push_back(compiled.*rate.member);
    }
}

/// The rates that the first values are, in the order of their names.
template <class Rates, std::size_t count>
Rates rates_from(const std::vector<double>& values, const NamedRate<Rates> (&named)[count]) {
    Rates rates;
    for (std::size_t i = 0; i < count; ++i) rates.*named[i].member = values.at(i);
    return rates;
}

}  // namespace ttgt::tool
