// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include "distributed/transport.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// What a plan over ranks on such devices goes by: the rates of its options, else a file's that
/// serves all of them, else the built-in ones. Ranks that were given different options or files get
/// different ones, which are for the caller to refuse. Collective.
[[nodiscard]] ChosenRates<RankRates> rates_of(const DistributedOptions& options,
                                              const Device& device, Transport& transport);

/// Throws InvalidArgument where one is not positive.
void check_rates(const RankRates& rates);

}  // namespace ttgt
