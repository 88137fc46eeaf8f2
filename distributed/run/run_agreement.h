// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include "distributed/run/transport.h"

namespace ttgt {

/// Throws InvalidArgument on every rank where alpha or beta differs between ranks. Collective.
void check_scalars(Transport& transport, Scalar alpha, Scalar beta);

/// What a rank measured of a run.
struct RankTimes {
    double product_ms = 0;  ///< milliseconds of the products
    double total_ms = 0;    ///< milliseconds of the whole run
};

/// Adds this rank's times to its report, and what the times of all ranks tell: imbalance,
/// efficiency and bytes over links. Precondition: flops, bytes_received and ranks are set.
/// Collective.
void add_measurements(Transport& transport, const RankRates& rates, const RankTimes& times,
                      DistributedReport& report);

}  // namespace ttgt
