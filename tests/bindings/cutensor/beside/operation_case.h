// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/elements.h"
#include "tests/support/random.h"

/// Drawn operations of dense tensors, whatever library executes them.
namespace ttgt::test {

enum class CaseKind : std::uint8_t {
    contraction,
    contraction_trinary,
    permutation,
    elementwise_binary,
    elementwise_trinary,
    reduction,
};

struct TensorCase {
    cudaDataType_t type = CUDA_R_64F;
    std::vector<std::int32_t> modes;
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;
    bool says_strides = true;  ///< false: packed, the descriptor is made without strides
    std::uint32_t alignment = 1;
    cutensorOperator_t op = CUTENSOR_OP_IDENTITY;
    Values memory;            ///< from the lowest address of the tensor, gaps included
    std::int64_t origin = 0;  ///< where element (0, 0, ...) lies in memory, in elements
};

struct OperationCase {
    CaseKind kind = CaseKind::contraction;
    std::vector<TensorCase> inputs;  ///< as the interface orders them, the addend last
    TensorCase output;
    bool is_in_place = false;  ///< the last input is the output, by address and layout
    /// Of A and B, of that and C; of a reduction, the first one.
    std::array<cutensorOperator_t, 2> combines{CUTENSOR_OP_ADD, CUTENSOR_OP_ADD};
    std::string compute = "64F";
    cutensorAlgo_t algorithm = CUTENSOR_ALGO_DEFAULT;
    cutensorJitMode_t jit = CUTENSOR_JIT_MODE_NONE;
    cutensorWorksizePreference_t workspace = CUTENSOR_WORKSPACE_DEFAULT;
    /// alpha, beta, gamma of each call; calls share one plan.
    std::vector<std::array<Scalar, 3>> calls;
};

/// Whether the last input is added to the result with a scalar of its own.
[[nodiscard]] bool has_addend(CaseKind kind);
/// Which of a call's scalars an input is multiplied with.
[[nodiscard]] std::size_t scalar_of(const OperationCase& operation, std::size_t input);
[[nodiscard]] const char* name_of(CaseKind kind);
/// The extent of a mode that a tensor of the operation has.
[[nodiscard]] std::int64_t extent_of(const OperationCase& operation, std::int32_t mode);
/// One line: kind, types, modes, extents, strides, operators.
[[nodiscard]] std::string describe(const OperationCase& operation);

/// What a draw may contain beyond what every library accepts.
struct DrawLimits {
    int calls = 5;            ///< of one plan
    std::int64_t points = 0;  ///< of all modes together, at most; 0: drawn, mostly some thousands
    bool compiles = true;     ///< operations that libraries may compile a kernel for
};

/// Equal for equal seeds on every platform.
[[nodiscard]] OperationCase draw_operation(std::uint64_t seed, const DrawLimits& limits);

}  // namespace ttgt::test
