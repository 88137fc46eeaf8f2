// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"

namespace ttgt::cuda {

/// Access to `elements` elements that are touched one by one: each element is a run, and touches
/// one sector in part.
[[nodiscard]] TileAccess lone_access(double elements);

/// Access to `elements` elements of an operand in pieces of `length` neighbours along a run.
[[nodiscard]] TileAccess access_by_runs(const DirectShape& shape, std::size_t operand,
                                        const IndexRun& run, std::int64_t length, double elements);

/// Number of sectors of 32 bytes that a block reads for a slice of `elements` elements of an input.
/// Threads run along the group of index `fast`, and a tile has `size` indices of that group.
[[nodiscard]] double read_sectors(const DirectShape& shape, std::size_t operand,
                                  const GroupIndex& fast, std::int64_t size, double elements);

/// Indices of a group from a run of `run` contiguous elements of an operand to the run that
/// continues it; 0 where the group does not continue the run. Where the next index continues it, 1.
[[nodiscard]] double positions_between(std::size_t operand, const GroupIndex& index,
                                       std::int64_t run);

/// Contiguous elements of an operand that a run of `run` elements has together with all indices of
/// a group that continue it.
[[nodiscard]] std::int64_t continued_run(std::size_t operand, const GroupIndex& index,
                                         std::int64_t run);

/// Contiguous elements of an operand in a tile that has `first_size` indices of one group and
/// `second_size` indices of another.
[[nodiscard]] std::int64_t run_elements(std::size_t operand, const GroupIndex& first,
                                        std::int64_t first_size, const GroupIndex& second,
                                        std::int64_t second_size);

}  // namespace ttgt::cuda
