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

/// Cuts labels of a pairwise program into slices until its temporaries need at most `bytes` bytes
/// of workspace together. Each time, takes a label of the largest temporary and reduces its chunk
/// to the next smaller divisor of its extent. Stops earlier if no label can be cut further or
/// most_slice_loops labels are cut; the result may then need more bytes. Precondition: all sums of
/// the program have the same list of labels.
[[nodiscard]] SlicedProgram slice_to_fit(const Program& program, std::int64_t bytes);

}  // namespace ttgt::network
