// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <memory>

#include "distributed/run/transport.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// What all plans of a communicator, a context and options have in common.
struct PlanningSetup {
    std::shared_ptr<Transport> transport;  ///< carries messages between the ranks
    Device device;                         ///< device of this rank
    Stream stream;                     ///< stream of the context that made the plan; empty on CPUs
    ChosenRates<RankRates> rates;      ///< rates by which times were predicted
    std::int64_t int_limit = 0;        ///< DistributedOptions::int_limit, in bytes
    std::int64_t workspace_limit = 0;  ///< most bytes of workspace on each rank
};

}  // namespace ttgt
