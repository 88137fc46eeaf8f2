// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/path.h>

#include <cstdint>

#include "blocks/network/block_steps.h"
#include "network/plan/lifetimes.h"

namespace ttgt::blocks {

/// Steps whose temporaries have a place in the workspace.
struct PlacedSteps {
    BlockSteps steps;
    network::WorkspaceOffsets temporaries;  ///< in the order of the steps' tensors
    std::int64_t bytes = 0;                 ///< to where the workspace of the steps may begin
};

/// The steps of the path that the options ask for; of one of least memory where the temporaries of
/// that path do not fit the limit. Throws Unsupported where those do not either.
[[nodiscard]] PlacedSteps fitting_steps(const Context& context, const BlockSum& sum,
                                        const PathOptions& path, std::int64_t limit);

}  // namespace ttgt::blocks
