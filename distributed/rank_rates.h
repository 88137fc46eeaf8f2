// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <string>

#include "distributed/run/transport.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// The rates by which a contraction over ranks is planned: those of the options; else those of a
/// file measured on as many ranks, if all ranks' devices have the same name; else the built-in
/// ones. Ranks with different options or files get different rates; the caller must check that all
/// are equal. Collective.
[[nodiscard]] ChosenRates<RankRates> rates_of(const DistributedOptions& options,
                                              const Device& device, Transport& transport);

/// Throws InvalidArgument where a rate is not positive or RankRates::message_seconds is negative.
void check_rates(const RankRates& rates);

/// The rates and where they are from, as a line for explain().
[[nodiscard]] std::string explain_rates(const ChosenRates<RankRates>& rates);

}  // namespace ttgt
