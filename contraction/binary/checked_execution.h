// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <array>

#include "contraction/execute/execute.h"

namespace ttgt {

/// The addresses of D, L and R; that of R is null if there is one input.
using Pointers = std::array<const void*, operand_count>;

/// The beta of a run of `problem`, once its operands and scalars have been checked as
/// ContractionPlan::run() documents. Throws what run() throws for them; workspace, stream and
/// alignment are not checked here.
[[nodiscard]] Scalar checked_beta(const Problem& problem, const Pointers& data,
                                  const RunOptions& options);

/// The device and the resources with which a plan runs.
struct RunSite {
    const Device& device;        ///< the device of the plan
    const Resources& resources;  ///< threads, and the stream for runs without a given stream
};

/// One run of the plan with these operands and options, once all is well with them: throws as
/// ContractionPlan::run() does, before anything is written.
[[nodiscard]] Execution checked_execution(const Plan& plan, const RunSite& site,
                                          const Pointers& data, const RunOptions& options);

}  // namespace ttgt
