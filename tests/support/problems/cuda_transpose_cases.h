// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/problems/transpose_case.h"
#include "tests/support/random.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/transpose_problem.h"

namespace ttgt::test {

/// The opaque dtypes: every element size.
[[nodiscard]] const std::vector<DType>& opaque_dtypes();

[[nodiscard]] TransposeProblem problem_of(const TransposeCase& given);

/// Packed on both sides; with a perm that reverses, rotates or swaps. Together they take every
/// method, whatever the dtype: extents beside block sizes, minor modes of 2, 3 and 5, minor modes
/// that collide, long runs, many short modes.
[[nodiscard]] std::vector<TransposeCase> awkward_permutations(DType dtype);
/// Gaps, negative strides, repeated elements, sliding windows, no stride of 1 on either side.
[[nodiscard]] std::vector<TransposeCase> awkward_strides(DType dtype);
/// Packed on both sides, rank 1 to 12, extents around powers of two, at most `most_elements`.
[[nodiscard]] TransposeCase random_permutation(Random& random, DType dtype,
                                               std::int64_t most_elements);

/// A candidate of the planner, as it would be launched.
struct CudaCandidate {
    cuda::CudaTile tile;
    cuda::Launch launch;
    std::string method;
    std::string text;  ///< units, method, tile
};

enum class Pointers { aligned, anywhere };

/// All candidates of a shape that can be launched, every second packed one with several tiles a
/// block; Pointers::anywhere: without loads and columns that need an aligned array.
[[nodiscard]] std::vector<CudaCandidate> cuda_candidates(const cuda::Shape& shape,
                                                         Pointers pointers = Pointers::aligned);
/// The shape that moves element by element.
[[nodiscard]] cuda::Shape plain_shape(const TransposeProblem& problem);

}  // namespace ttgt::test
