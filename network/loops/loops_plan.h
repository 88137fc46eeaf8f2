// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/planned_contraction.h"
#include "network/program/program.h"

namespace ttgt::network {

/// What loops run on.
struct LoopResources {
    Device device;
    Stream stream;  ///< of runs that are given none
    int threads = 0;
};

/// Plans a sum of one product, of any number of tensors, as loops without workspace. Throws
/// Unsupported where it has more tensors or labels than they can have.
[[nodiscard]] std::unique_ptr<const PlannedContraction> plan_loops(const Program& program,
                                                                   const Sum& sum,
                                                                   const LoopResources& resources);

}  // namespace ttgt::network
