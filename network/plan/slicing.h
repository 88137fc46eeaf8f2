// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// A pairwise program of one sum, cut down to one turn of loops over some of its labels.
struct SlicedProgram {
    Program program;
    std::vector<SliceLoop> loops;
};

/// Slices labels of the largest temporaries, each to the longest piece that divides it, until all
/// temporaries together take at most `bytes`, or each label that a temporary has is at 1.
/// Precondition: all sums have the same labels.
[[nodiscard]] SlicedProgram slice_to_fit(const Program& program, std::int64_t bytes);

}  // namespace ttgt::network
