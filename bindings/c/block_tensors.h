// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>
#include <ttgt/c_blocks.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// From the structs of tensors of blocks to the engine's types. All throw InvalidArgument naming
/// what cannot be used.
namespace ttgt::c {

/// The tensors of a call, the output first.
using BlockOperands = std::vector<const ttgt_block_tensor*>;

/// Pointers to `output` and all inputs. Throws OperandCountMismatch where `input_count` is not
/// `wanted`.
[[nodiscard]] BlockOperands block_operands(const ttgt_block_tensor* output,
                                           const ttgt_block_tensor* inputs, std::size_t wanted,
                                           std::int32_t input_count);
/// As many as the expression names.
[[nodiscard]] BlockOperands block_operands(const char* expression, const ttgt_block_tensor* output,
                                           const ttgt_block_tensor* inputs,
                                           std::int32_t input_count);

/// What planning needs of a tensor, which errors call `title`.
[[nodiscard]] BlockOperand shape_of(const ttgt_block_tensor& tensor, const std::string& title);
/// A tensor with its addresses.
[[nodiscard]] BlockTensorView view_of_blocks(const ttgt_block_tensor& tensor,
                                             const std::string& title);

/// What planning needs of the tensors.
[[nodiscard]] std::vector<BlockOperand> shapes_of(const BlockOperands& operands);

/// Tensors with their addresses.
struct BlockViews {
    BlockTensorView output;
    std::vector<ConstBlockTensorView> inputs;
};
[[nodiscard]] BlockViews views_of(const BlockOperands& operands);

/// How many components an explanation lists.
[[nodiscard]] std::size_t component_count(std::int32_t components);
[[nodiscard]] BlockPlanOptions block_plan_options(const ttgt_block_options* given);
[[nodiscard]] PathOptions block_path_options(const ttgt_block_options* given);

}  // namespace ttgt::c
