// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <string>

#include "contraction/binary/run_checks.h"
#include "distributed/run/transport.h"

namespace ttgt {

/// What a plan over ranks asks of the options of its runs.
struct RunRules {
    const std::string& text;  ///< of the plan
    DType dtype;              ///< the output's
    bool beta_is_zero;        ///< whether it was planned so
    std::int64_t workspace_bytes;
    Device device;  ///< this rank's
};

/// What check_run() checks beside the scalars' types.
void check_run_options(const RunRules& rules, const RunOptions& options, Scalar beta);
/// Checks the options of a run on this rank, whose factor of the output is `beta`; `title()` names
/// the output. Throws as DistributedPlan::run() says.
template <class Title>
void check_run(const RunRules& rules, const RunOptions& options, Scalar beta, Title&& title) {
    check_scalar(rules.dtype, "alpha", options.alpha, title);
    check_scalar(rules.dtype, "beta", beta, title);
    check_run_options(rules, options, beta);
}

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
