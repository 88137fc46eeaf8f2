// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// Extents, strides and sizes of all blocks of a problem's operands, by label, in flat lists:
/// planning looks them up for each pair of blocks. Takes 16 bytes for each block and label.
class BlockShapes {
public:
    /// Keeps a reference to the problem.
    explicit BlockShapes(const BlockProblem& problem);

    [[nodiscard]] const BlockProblem& problem() const { return problem_; }

    /// The extent of a label in a block; 1 where the operand lacks the label.
    [[nodiscard]] std::int64_t extent(Operand operand, std::uint32_t block,
                                      std::size_t label) const {
        return tables_[operand].extents[block * labels_ + label];
    }
    /// The distance between neighbours along a label, in elements: the sum of the strides of the
    /// modes that have it. 0 where the operand lacks the label.
    [[nodiscard]] std::int64_t stride(Operand operand, std::uint32_t block,
                                      std::size_t label) const {
        return tables_[operand].strides[block * labels_ + label];
    }
    /// The product of the extents of a block's labels.
    [[nodiscard]] double volume(Operand operand, std::uint32_t block) const {
        return tables_[operand].volumes[block];
    }
    /// The product of the extents of those labels of a block of R that L lacks.
    [[nodiscard]] double volume_beside_l(std::uint32_t block) const {
        return volumes_beside_l_[block];
    }

private:
    struct Table {
        std::vector<std::int64_t> extents, strides;  ///< those of block i from i * labels_
        std::vector<double> volumes;
    };
    void fill(Operand operand);
    void fill_strides(Operand operand);

    const BlockProblem& problem_;
    std::size_t labels_;
    std::array<Table, operand_count> tables_;
    std::vector<double> volumes_beside_l_;
};

}  // namespace ttgt::blocks
