// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/candidate.h"

namespace ttgt {

/// Cuts labels of a GEMM candidate into slices until its workspace fits the limit: batch labels
/// first, which cost nothing, then (contracted ones unless D is to be rounded once) the label of
/// the greatest chunk among those that stand in an intermediate. The rejection is set where even
/// the smallest useful slice does not fit.
[[nodiscard]] Candidate slice_to_fit(const Problem& problem, Candidate candidate,
                                     std::int64_t workspace_limit);

}  // namespace ttgt
