// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/candidate.h"

namespace ttgt {

/// Cuts labels of a GEMM candidate into slices until its workspace has at most `workspace_limit`
/// bytes. Halves the chunk of one label at a time: first of batch labels, which costs nothing, then
/// of the label with the largest chunk among the labels of intermediates. Contracted labels are not
/// cut if each element of D must be rounded only once. Sets Candidate::rejection if the candidate
/// does not fit even in its smallest slices, or the slices are too small for GEMM.
[[nodiscard]] Candidate slice_to_fit(const Problem& problem, Candidate candidate,
                                     std::int64_t workspace_limit);

}  // namespace ttgt
