// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// A pairwise program and the loops around it.
struct SlicedProgram {
    Program program;               ///< the program of one turn, with the extents of one slice
    std::vector<SliceLoop> loops;  ///< the loops over slices
};

/// What the temporaries of a program may need.
struct TemporaryLimits {
    std::int64_t bytes;     ///< bytes of workspace of all together
    std::int64_t elements;  ///< elements of each one
};

/// Cuts labels of a pairwise program into slices until its temporaries are within the limits. Each
/// time, takes a label of the largest temporary and reduces its chunk to the next smaller divisor
/// of its extent. Stops earlier if no label can be cut further or most_slice_loops labels are cut;
/// the result may then need more. Precondition: all sums of the program have the same list of
/// labels.
[[nodiscard]] SlicedProgram slice_to_fit(const Program& program, const TemporaryLimits& limits);

}  // namespace ttgt::network
