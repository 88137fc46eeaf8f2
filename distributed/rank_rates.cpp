// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/rank_rates.h"

#include <ttgt/error.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "distributed/run/agreement.h"
#include "src/runtime/devices.h"

namespace ttgt {

ChosenRates<RankRates> rates_of(const DistributedOptions& options, const Device& device,
                                Transport& transport) {
    // Every rank makes these collective calls, even if its options have rates: other ranks' options
    // may not.
    const std::string name = agreed(transport, [&] { return device_name(device); });
    const std::vector<std::string> names = transport.all_texts(name);
    const bool is_shared = std::count(names.begin(), names.end(), name) == transport.ranks();
    return agreed(transport, [&]() -> ChosenRates<RankRates> {
        if (options.rates) return {*options.rates, from_options};
        return default_rank_rates(
            {is_shared ? name : std::string(), device.kind, names.size(), transport.name()});
    });
}

void check_rates(const RankRates& rates) {
    for (const double rate :
         {rates.flops_per_second, rates.link_bytes_per_second, rates.memory_bytes_per_second}) {
        if (!(rate > 0)) {
            throw InvalidArgument(fmt::format("a rate of RankRates is {}, not positive", rate));
        }
    }
    if (!(rates.message_seconds >= 0)) {
        throw InvalidArgument(
            fmt::format("RankRates::message_seconds is {}, not 0 or more", rates.message_seconds));
    }
}

std::string explain_rates(const ChosenRates<RankRates>& rates) {
    return fmt::format(
        "rates {}: {:.3g} GFLOP/s, {:.3g} GB/s from rank to rank, {:.3g} us a message, {:.3g} GB/s "
        "in memory\n",
        rates.from, 1e-9 * rates.rates.flops_per_second, 1e-9 * rates.rates.link_bytes_per_second,
        1e6 * rates.rates.message_seconds, 1e-9 * rates.rates.memory_bytes_per_second);
}

}  // namespace ttgt
