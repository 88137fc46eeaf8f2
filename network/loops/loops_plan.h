// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/binary/planned_contraction.h"
#include "contraction/execute/backend.h"
#include "contraction/plan/step_prices.h"
#include "network/program/program.h"

namespace ttgt::network {

/// Where loops run, and what predicts their time there.
struct LoopTarget {
    Device device;
    const StepPrices& prices;  ///< needed for planning only
    Resources resources;       ///< threads, and the stream for runs without a given stream
};

/// Plans a sum of one product, of any number of tensors, as loops without workspace. Throws
/// Unsupported where it has more tensors or labels than they can have.
[[nodiscard]] std::unique_ptr<const PlannedContraction> plan_loops(const Program& program,
                                                                   const Sum& sum,
                                                                   const LoopTarget& target);

}  // namespace ttgt::network
