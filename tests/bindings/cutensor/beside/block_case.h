// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/expected.h"
#include "tests/bindings/cutensor/beside/run_operation.h"

/// Drawn contractions of tensors of blocks.
namespace ttgt::test {

struct BlockTensorCase {
    cudaDataType_t type = CUDA_R_64F;
    cutensorOperator_t op = CUTENSOR_OP_IDENTITY;
    std::vector<std::int32_t> modes;
    std::vector<std::vector<std::int64_t>> sections;     ///< of each mode
    std::vector<std::vector<std::int32_t>> coordinates;  ///< of each block: a section of each mode
    std::vector<Values> blocks;                          ///< packed, the first mode fastest
};

/// D = alpha*A*B + beta*C; C has the blocks of D.
struct BlockCase {
    BlockTensorCase a, b, c, d;
    bool is_in_place = false;  ///< C is D
    std::string compute = "64F";
    std::vector<std::array<Scalar, 3>> calls;
};

/// Equal for equal seeds on every platform.
[[nodiscard]] BlockCase draw_blocks(std::uint64_t seed, int calls);
[[nodiscard]] std::string describe(const BlockCase& blocks);
/// Of all blocks of D, one behind the other.
[[nodiscard]] Expected expected_of(const BlockCase& blocks, const std::array<Scalar, 3>& scalars);
[[nodiscard]] Outcome run_blocks(const Functions& library, Place& place, const BlockCase& blocks);

}  // namespace ttgt::test
