// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cuda/direct/gett/gett_cost.h"
#include "contraction/cuda/direct/gett/gett_index.h"

namespace ttgt::cuda {

/// Each element for itself.
[[nodiscard]] TileAccess lone_access(double elements);

/// Of so many elements, `length` along the run at a time.
[[nodiscard]] TileAccess access_by_runs(const DirectShape& shape, std::size_t operand,
                                        const IndexRun& run, std::int64_t length, double elements);

/// Sectors of an input's slice of so many elements, read along a group of which it has `size`
/// indices.
[[nodiscard]] double read_sectors(const DirectShape& shape, std::size_t operand,
                                  const GroupIndex& fast, std::int64_t size, double elements);

/// Positions of a group from a tile's run of so many elements to the one that continues it; 0 where
/// the group does not continue it, or its next position does.
[[nodiscard]] double positions_between(std::size_t operand, const GroupIndex& index,
                                       std::int64_t run);

/// What of an operand lies side by side in a tile that has so many indices of two groups.
[[nodiscard]] std::int64_t run_elements(std::size_t operand, const GroupIndex& first,
                                        std::int64_t first_size, const GroupIndex& second,
                                        std::int64_t second_size);

}  // namespace ttgt::cuda
