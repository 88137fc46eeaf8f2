// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/gett_rates_members.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace ttgt::cuda {
namespace {

using Json = CalibrationReader::Json;

constexpr const char* prefix = "gett_";
constexpr const char* of_peak = "of_peak";

/// Reads the rates of one kind.
class GettRatesReader {
public:
    /// Both outlive it. `key` is a member of the file.
    GettRatesReader(const CalibrationReader& file, const NamedGettKind& kind)
        : file_(file), kind_(kind), rates_(file.member(kind.key)) {}

    [[nodiscard]] GettRates read() const {
        if (!rates_.is_object()) file_.fail(kind_.key, "is no object of rates");
        GettRates rates{};
        read_shares(rates);
        for (const NamedGettRate& each : gett_rate_names) {
            if (!rates_.contains(each.name)) fail(each.name, "is missing");
            rates.*each.rate = number(rates_.at(each.name), each.name, each.range);
        }
        for (const auto& [name, value] : rates_.items()) {
            if (!is_known(name)) fail(name, "is no rate of GETT kernels");
        }
        return rates;
    }

private:
    void read_shares(GettRates& rates) const {
        if (!rates_.contains(of_peak)) fail(of_peak, "is missing");
        const Json& shares = rates_.at(of_peak);
        if (!shares.is_array() || shares.size() != kind_.tiles) {
            fail(of_peak, fmt::format("is not a list of {}, one for each tile", kind_.tiles));
        }
        for (std::size_t tile = 0; tile < kind_.tiles; ++tile) {
            rates.of_peak[tile] =
                number(shares[tile], fmt::format("{}[{}]", of_peak, tile), GettRateRange::above_0);
        }
    }

    [[nodiscard]] double number(const Json& value, const std::string& name,
                                GettRateRange range) const {
        const double number =
            value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
        const bool is_finite = std::isfinite(number);
        switch (range) {
            case GettRateRange::from_0:
                if (!is_finite || number < 0) fail(name, "is not a number of 0 or more");
                break;
            case GettRateRange::above_0:
                if (!is_finite || number <= 0) fail(name, "is not a number above 0");
                break;
            case GettRateRange::from_1_to_16:
                if (!is_finite || number < 1 || number > 16) {
                    fail(name, "is not a number from 1 to 16");
                }
                break;
        }
        return number;
    }

    static bool is_known(const std::string& name) {
        return name == of_peak ||
               std::any_of(gett_rate_names.begin(), gett_rate_names.end(),
                           [&](const NamedGettRate& each) { return name == each.name; });
    }

    [[noreturn]] void fail(const std::string& name, const std::string& reason) const {
        file_.fail(fmt::format("{}.{}", kind_.key, name).c_str(), reason);
    }

    const CalibrationReader& file_;
    const NamedGettKind& kind_;
    const Json& rates_;
};

}  // namespace

void read_gett_rates(const CalibrationReader& reader, FittedGettRates& tables) {
    for (const auto& [key, value] : reader.members().items()) {
        if (!key.starts_with(prefix)) continue;
        const auto* const kind =
            std::find_if(gett_kinds.begin(), gett_kinds.end(),
                         [&, &name = key](const NamedGettKind& each) { return name == each.key; });
        if (kind == gett_kinds.end()) {
            reader.fail(key.c_str(), "is no kind of products of GETT kernels");
        }
        tables[static_cast<std::size_t>(kind->kind)] = GettRatesReader(reader, *kind).read();
    }
}

void write_gett_rates(const FittedGettRates& tables, Json& json) {
    for (const NamedGettKind& kind : gett_kinds) {
        const std::optional<GettRates>& rates = tables[static_cast<std::size_t>(kind.kind)];
        if (!rates) continue;
        Json& member = json[kind.key];
        for (std::size_t tile = 0; tile < kind.tiles; ++tile) {
            member[of_peak].push_back(rates->of_peak[tile]);
        }
        for (const NamedGettRate& each : gett_rate_names) member[each.name] = (*rates).*each.rate;
    }
}

}  // namespace ttgt::cuda
