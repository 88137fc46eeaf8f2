// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <memory>

namespace ttgt::c {

/// What plans over ranks of every kind are asked for, read and checked.
struct PlanningArguments {
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
    DistributedOptions options;
    bool measures_rates = false;
};

[[nodiscard]] PlanningArguments read_planning(ttgt_context context,
                                              const ttgt_distributed_options* options);
/// Measures the rates to plan by where any rank asks for it. Collective.
void set_rates(Communicator& ranks, PlanningArguments& planning);

/// The numbers of a report as C has them, without the size.
[[nodiscard]] ttgt_distributed_profile numbers_of(const DistributedReport& report);

}  // namespace ttgt::c
