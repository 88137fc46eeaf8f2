// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/cuda/evaluation_source.h"

namespace ttgt::cuda {

/// How a staged use's part of a tile lies in shared memory: in the tile's order, with gaps, so that
/// neither a warp that writes vectors along the tensor's fastest mode nor one that reads vectors
/// along the tile's first mode meets bank conflicts.
class StagedTile {
public:
    /// The launch's tile, staged uses and vectors have been chosen.
    StagedTile(const OperatorProblem& problem, const EvaluationLaunch& launch, std::size_t use);

    /// The place of the element at t_0, t_1, ..., as an expression.
    [[nodiscard]] std::string index() const;
    /// From one element to the next within a vector along a mode of the tile.
    [[nodiscard]] std::int64_t stride(std::size_t mode_of_tile) const {
        return modes_[mode_of_tile].stride;
    }
    /// Bytes from the start of this part to that of the next, a multiple of 16.
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

private:
    struct Mode {
        std::int64_t stride = 1;
        std::int64_t every = 1;  ///< after so many elements there is a gap
        std::int64_t gap = 0;    ///< elements
    };
    std::vector<Mode> modes_;
    std::int64_t bytes_ = 0;
};

}  // namespace ttgt::cuda
