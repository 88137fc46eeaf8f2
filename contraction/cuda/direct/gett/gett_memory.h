// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/gett/gett_tiles.h"

namespace ttgt::cuda {

/// Shared memory of a block of a GETT kernel, in bytes.
class GettMemory {
public:
    GettMemory(const DirectShape& shape, const GettTile& tile);

    /// Of the inputs' tiles, all stages.
    [[nodiscard]] std::int64_t input_bytes(const GettArguments& arguments) const;
    /// What a launch asks for: that and, of sums that are staged, D's tile.
    [[nodiscard]] std::int64_t launch_bytes(const GettArguments& arguments) const;
    /// What a block takes of a multiprocessor.
    [[nodiscard]] std::int64_t block_bytes(const GettArguments& arguments) const;

    /// Sums from one row (column) of D's tile to the next where it is staged: lanes that write at
    /// once meet different banks.
    [[nodiscard]] int staged_step(int size, bool along_rows) const;

private:
    GettTile tile_;
    std::int64_t element_;      ///< bytes, of an input
    std::int64_t sum_element_;  ///< of what is summed in
    bool on_tensor_cores_;
};

}  // namespace ttgt::cuda
