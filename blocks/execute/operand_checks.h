// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/device.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// The bytes from the address of a block to its first element in memory and behind its last one.
struct BlockBytes {
    std::int64_t begin = 0;
    std::int64_t end = 0;  ///< not above `begin` where the block has no elements

    [[nodiscard]] bool is_empty() const { return end <= begin; }
};

/// Where the elements of an operand's blocks lie around their addresses; found when a run first
/// asks for it. Several runs may ask at the same time.
class BytesOfBlocks {
public:
    /// Of the blocks of this operand, which is always the same one.
    [[nodiscard]] const std::vector<BlockBytes>& of(const BlockOperand& operand) const;

private:
    mutable std::once_flag found_;
    mutable std::vector<BlockBytes> bytes_;
};

/// What runs of a plan are checked against.
struct PlannedOperands {
    std::string text;                    ///< the expression in canonical spelling
    std::vector<std::string> titles;     ///< what messages call D and the inputs
    std::vector<BlockOperand> operands;  ///< D and the inputs
    bool beta_is_zero = true;
    Device device;
    bool is_group = false;  ///< whether block i stands for the tensor of problem i
    /// Whether each operand's blocks fill a pool one after the other, each packed in some order of
    /// its modes; set by prepare_checks().
    std::vector<bool> fill_pools{};
    /// For each operand; set by prepare_checks().
    std::vector<std::shared_ptr<const BytesOfBlocks>> bytes{};
};

/// Checks the operands of a run against its plan, as BlockContractionPlan::run() documents: their
/// number, memory space, dtypes, blocks and addresses, and that no block of D overlaps another one
/// or an input. Precondition: prepare_checks() has been called.
void check_operands(const PlannedOperands& planned, const BlockTensorView& d,
                    std::span<const ConstBlockTensorView> inputs);

/// Sets `fill_pools`, so that runs on such operands take the pool as one range of memory, and
/// `bytes`. Call it once, before check_operands().
void prepare_checks(PlannedOperands& planned);

/// Throws AliasedOutput where two elements of one block of D have the same address.
void check_strides(const PlannedOperands& planned);

}  // namespace ttgt::blocks
