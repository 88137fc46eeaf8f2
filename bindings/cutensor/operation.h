// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/compute_descriptor.h"
#include "bindings/cutensor/live.h"
#include "bindings/cutensor/tensor_descriptor.h"

namespace ttgt::cutensor {

/// A tensor of an operation.
struct Operand {
    DType dtype = DType::float64;
    Layout layout;
    std::vector<std::int32_t> modes;  ///< the names of the modes, which are the program's
    cutensorOperator_t op = CUTENSOR_OP_IDENTITY;
    std::optional<BlockLayout> blocks{};  ///< of block-sparse operations; `layout` has all sections
    bool is_packed = false;               ///< the program gave no strides
};

/// A frame around the output of a permutation, of one value. Empty widths are zeros.
struct Padding {
    std::vector<std::uint32_t> left;   ///< elements before the output's own, of each mode
    std::vector<std::uint32_t> right;  ///< and behind them
    Scalar value;

    [[nodiscard]] bool has_frame() const noexcept;
};

enum class Kind : std::uint8_t {
    contraction,          ///< D = alpha*A*B + beta*C
    contraction_trinary,  ///< E = alpha*A*B*C + beta*D
    reduction,            ///< D = alpha*reduce(A) + beta*C
    permutation,          ///< B = alpha*A
    elementwise_binary,   ///< D = combine(alpha*A, gamma*C)
    elementwise_trinary,  ///< D = combine(combine(alpha*A, beta*B), gamma*C)
    block_sparse,         ///< a contraction of tensors of blocks
};

/// Whether the last input is added to the result, with a scalar of its own.
[[nodiscard]] bool has_addend(Kind kind) noexcept;

/// What a program asks for: which tensors, how they are combined, how precisely.
struct Operation {
    Kind kind = Kind::contraction;
    std::vector<Operand> inputs;  ///< in the order of cuTENSOR's arguments, the addend last
    Operand output;
    /// The operators that combine inputs: of A and B, of that and C; of a reduction, the first one.
    std::array<cutensorOperator_t, 2> combines{CUTENSOR_OP_ADD, CUTENSOR_OP_ADD};
    ComputeType compute = ComputeType::full;
    DType scalar = DType::float64;  ///< the dtype of alpha, beta and gamma
    std::int32_t tag = 0;           ///< tells equal operations apart in the plan cache
    std::int32_t reproducible = 0;  ///< of block-sparse operations, as it was set: all runs are
    Padding padding{};

    /// Every field as bytes: equal operations have equal keys.
    [[nodiscard]] std::string key() const;
    /// Floating-point operations, and the bytes of all tensors, each read or written once.
    [[nodiscard]] double flops() const;
    [[nodiscard]] double bytes() const;
};

/// Reads a tensor's arguments; `what` names it in errors. Throws Failure.
[[nodiscard]] Operand read_operand(cutensorTensorDescriptor_t descriptor, const std::int32_t* modes,
                                   cutensorOperator_t op, const char* what);
/// Throws Failure (INVALID_VALUE) where a mode has two extents, stands twice in the output, or
/// would be summed in an input whose modes the output must have: the addend, and all of an
/// elementwise operation.
void check_modes(const Operation& operation);

}  // namespace ttgt::cutensor

/// An operation that a program made. Its name is cuTENSOR's.
struct cutensorOperationDescriptor final : ttgt::cutensor::Live<0x74746774'6f706572> {
    explicit cutensorOperationDescriptor(ttgt::cutensor::Operation made)
        : operation(std::move(made)) {}

    ttgt::cutensor::Operation operation;
};
