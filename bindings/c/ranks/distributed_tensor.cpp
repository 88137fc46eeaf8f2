// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/ranks/distributed_tensor.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/c/arguments.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

/// What the struct has in common with a tensor of one rank.
ttgt_tensor whole_of(const ttgt_distributed_tensor& tensor) {
    return {tensor.dtype, tensor.space, tensor.rank, tensor.extents, tensor.strides, tensor.data};
}

Distribution distribution_of(const ttgt_distributed_tensor& tensor, const std::string& operand) {
    if (tensor.grid_rank < 0 || std::cmp_greater(tensor.grid_rank, max_rank)) {
        throw InvalidArgument(fmt::format("{} has a grid of {} axes; 0 to {} are supported",
                                          operand, tensor.grid_rank, max_rank));
    }
    if (tensor.grid_rank > 0 && tensor.grid == nullptr) {
        throw InvalidArgument(fmt::format("{} has a grid of {} axes, but its numbers are null",
                                          operand, tensor.grid_rank));
    }
    const auto rank = static_cast<std::size_t>(tensor.rank);
    Distribution distribution{{}, std::vector<ModeDistribution>(rank)};
    if (tensor.grid_rank > 0) {
        distribution.grid.assign(tensor.grid, tensor.grid + tensor.grid_rank);
    }
    for (std::size_t mode = 0; mode < rank; ++mode) {
        if (tensor.axes != nullptr) distribution.modes[mode].axis = tensor.axes[mode];
        if (tensor.blocks != nullptr) distribution.modes[mode].block = tensor.blocks[mode];
    }
    return distribution;
}

/// Compares the caller's part with that of the distribution.
void check_part(const ttgt_distributed_tensor& tensor, const DistributedLayout& layout, int rank,
                const std::string& operand) {
    if (tensor.part == nullptr) return;
    const std::vector<std::int64_t> given(tensor.part, tensor.part + tensor.rank);
    const std::vector<std::int64_t> held = local_layout(layout, rank).extents;
    if (given == held) return;
    throw ShapeMismatch(
        fmt::format("the part of {} on rank {} is {}, but its distribution gives this rank {}",
                    operand, rank, fmt::join(given, "x"), fmt::join(held, "x")));
}

}  // namespace

DistributedLayout layout_of(const ttgt_distributed_tensor& tensor, const std::string& operand) {
    const ttgt_tensor whole = whole_of(tensor);
    Layout layout = layout_of(whole, operand);
    DistributedLayout result{dtype_of(whole, operand), std::move(layout.extents),
                             distribution_of(tensor, operand)};
    if (tensor.strides != nullptr) result.strides = std::move(layout.strides);
    return result;
}

DistributedLayout checked_layout_of(const ttgt_distributed_tensor& tensor, int rank,
                                    const std::string& operand) {
    DistributedLayout layout = layout_of(tensor, operand);
    check_part(tensor, layout, rank, operand);
    return layout;
}

DistributedView view_of(const ttgt_distributed_tensor& tensor, int rank,
                        const std::string& operand) {
    return {checked_layout_of(tensor, rank, operand), tensor.data, space_of(tensor.space, operand)};
}

std::vector<DistributedLayout> DistributedTensors::layouts() const {
    std::vector<DistributedLayout> layouts{output.layout};
    for (const ConstDistributedView& input : inputs) layouts.push_back(input.layout);
    return layouts;
}

DistributedTensors read_tensors(const char* expression, const ttgt_distributed_tensor* output,
                                const ttgt_distributed_tensor* inputs, std::int32_t input_count,
                                int rank) {
    check_given(expression, "expression");
    check_given(output, "output");
    check_input_count(expression, input_count);
    check_given(inputs, "inputs");
    DistributedTensors tensors{view_of(*output, rank, operand_name(0)), {}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(input_count); ++i) {
        tensors.inputs.push_back(view_of(inputs[i], rank, operand_name(i + 1)));
    }
    return tensors;
}

}  // namespace ttgt::c
