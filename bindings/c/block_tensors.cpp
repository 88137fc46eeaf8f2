// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/block_tensors.h"

#include <memory>
#include <string>
#include <utility>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

static_assert(static_cast<int>(BlockMethod::pairs) == TTGT_BLOCK_METHOD_PAIRS);
static_assert(static_cast<int>(BlockMethod::components) == TTGT_BLOCK_METHOD_COMPONENTS);
static_assert(static_cast<int>(BlockMethod::together) == TTGT_BLOCK_METHOD_TOGETHER);

std::shared_ptr<const BlockLayout> layout_of_blocks(const ttgt_block_tensor& tensor) {
    return block_layouts().at(tensor.layout.id);
}

}  // namespace

BlockOperand shape_of(const ttgt_block_tensor& tensor, const std::string& title) {
    const ttgt_tensor scalar{tensor.dtype, tensor.space, 0, nullptr, nullptr, nullptr};
    return {dtype_of(scalar, title), *layout_of_blocks(tensor)};
}

BlockTensorView view_of_blocks(const ttgt_block_tensor& tensor, const std::string& title) {
    const BlockLayout layout = *layout_of_blocks(tensor);
    // Dtype and space are checked as those of a dense tensor without modes.
    const TensorView scalar =
        view_of({tensor.dtype, tensor.space, 0, nullptr, nullptr, nullptr}, title);
    if (tensor.data == nullptr && tensor.blocks == nullptr && layout.elements() > 0) {
        throw InvalidArgument(fmt::format("the data of {} is null", title));
    }
    if (tensor.blocks == nullptr && (tensor.data != nullptr || layout.has_offsets())) {
        return {scalar.dtype(), layout, tensor.data, scalar.space()};
    }
    std::vector<void*> blocks(static_cast<std::size_t>(layout.blocks()), nullptr);
    if (tensor.blocks != nullptr) {
        if (tensor.data != nullptr) {
            throw InvalidArgument(fmt::format("{} has both data and blocks", title));
        }
        std::copy_n(tensor.blocks, blocks.size(), blocks.begin());
    }
    return {scalar.dtype(), layout, blocks, scalar.space()};
}

BlockOperands block_operands(const ttgt_block_tensor* output, const ttgt_block_tensor* inputs,
                             std::size_t wanted, std::int32_t input_count) {
    if (!std::cmp_equal(input_count, wanted)) {
        throw OperandCountMismatch(
            fmt::format("the plan has {} input(s), the run was given {}", wanted, input_count));
    }
    check_given(output, "output");
    check_given(inputs, "inputs");
    BlockOperands operands{output};
    for (std::size_t i = 0; i < wanted; ++i) operands.push_back(inputs + i);
    return operands;
}

BlockOperands block_operands(const char* expression, const ttgt_block_tensor* output,
                             const ttgt_block_tensor* inputs, std::int32_t input_count) {
    check_given(expression, "expression");
    check_input_count(expression, input_count);
    return block_operands(output, inputs, static_cast<std::size_t>(input_count), input_count);
}

std::vector<BlockOperand> shapes_of(const BlockOperands& operands) {
    std::vector<BlockOperand> shapes;
    for (const ttgt_block_tensor* tensor : operands) {
        shapes.push_back(shape_of(*tensor, operand_name(shapes.size())));
    }
    return shapes;
}

BlockViews views_of(const BlockOperands& operands) {
    BlockViews views{view_of_blocks(*operands[0], operand_name(0)), {}};
    for (std::size_t i = 1; i < operands.size(); ++i) {
        views.inputs.push_back(view_of_blocks(*operands[i], operand_name(i)));
    }
    return views;
}

std::size_t component_count(std::int32_t components) {
    if (components < 0) {
        throw InvalidArgument(fmt::format("{} components were asked for", components));
    }
    return static_cast<std::size_t>(components);
}

BlockPlanOptions block_plan_options(const ttgt_block_options* given) {
    const ttgt_block_options read =
        read_options(given, ttgt_block_options TTGT_BLOCK_OPTIONS, "options");
    const ttgt_contract_options planning =
        read_options(read.planning, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "planning");
    if (read.method < TTGT_BLOCK_METHOD_CHEAPEST || read.method > TTGT_BLOCK_METHOD_TOGETHER) {
        throw InvalidArgument(fmt::format("method is {}, none of 0, 1, 2, 3", read.method));
    }
    BlockPlanOptions options;
    static_cast<PlanOptions&>(options) = plan_options(planning);
    if (planning.copy_host_operands != 0) {
        throw Unsupported("tensors of blocks are not copied: copy_host_operands must be 0");
    }
    options.method = static_cast<BlockMethod>(read.method);
    options.leaves_out_missing = flag(read.leaves_out_missing, "leaves_out_missing");
    return options;
}

PathOptions block_path_options(const ttgt_block_options* given) {
    const ttgt_block_options read =
        read_options(given, ttgt_block_options TTGT_BLOCK_OPTIONS, "options");
    return path_options(
        read_options(read.planning, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "planning").path);
}

}  // namespace ttgt::c
