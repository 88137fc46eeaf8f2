// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/ranks/distributed_arguments.h"

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"
#include "distributed/run/transport.h"

namespace ttgt::c {

PlanningArguments read_planning(ttgt_context context, const ttgt_distributed_options* options) {
    PlanningArguments read{find_context(context), {}};
    const ttgt_distributed_options given =
        read_options(options, ttgt_distributed_options TTGT_DISTRIBUTED_OPTIONS, "options");
    if (given.engine != nullptr) read.options.engine = given.engine;
    if (given.workspace_limit >= 0) read.options.workspace_limit = given.workspace_limit;
    if (given.beta_is_zero >= 0) {
        read.options.beta_is_zero = flag(given.beta_is_zero, "beta_is_zero");
    }
    read.measures_rates = flag(given.measure_rates, "measure_rates");
    return read;
}

void set_rates(Communicator& ranks, PlanningArguments& planning) {
    if (largest(*ranks.transport(), planning.measures_rates ? 1 : 0) == 0) return;
    planning.options.rates = measure_rank_rates(ranks, context_or_own(planning.context));
}

ttgt_distributed_profile numbers_of(const DistributedReport& report) {
    ttgt_distributed_profile profile{};
    profile.bytes_sent = report.bytes_sent;
    profile.bytes_received = report.bytes_received;
    profile.bytes_over_links = report.bytes_over_links;
    profile.workspace_bytes = report.report.workspace_bytes;
    profile.flops = report.report.flops;
    profile.total_ms = report.report.total_ms;
    profile.imbalance = report.imbalance;
    profile.efficiency = report.efficiency;
    return profile;
}

}  // namespace ttgt::c
