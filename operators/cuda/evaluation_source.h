// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/problem/operator_tile.h"

namespace ttgt::cuda {

/// Names of the kernels: the second one joins the parts of a reduction.
inline constexpr const char* evaluate_name = "evaluate";
inline constexpr const char* join_name = "join";
inline constexpr int evaluation_threads = 256;

/// How a GPU evaluates a problem, and the code that does.
struct EvaluationLaunch {
    OperatorTile tile;
    std::int64_t blocks = 1;
    std::int64_t shared_bytes = 0;  ///< of each block of the first kernel
    std::int64_t chunks = 1;        ///< blocks that share the reduction to one element of D
    std::int64_t join_blocks = 0;   ///< 0: there is no second kernel
    std::int64_t join_shared_bytes = 0;
    std::int64_t partial_bytes = 0;   ///< of device memory that the first kernel hands the second
    std::vector<std::size_t> staged;  ///< uses that are read through shared memory
    /// CUDA C++ that needs no header. Both kernels take the operands' pointers, the output first,
    /// the scalars as Scalar and, with more than one chunk, a pointer to the partial results.
    std::string source;
};

/// Writes the kernels for a GPU with so many multiprocessors. Deterministic. Throws Unsupported
/// where more blocks would be needed than a launch can have.
[[nodiscard]] EvaluationLaunch write_evaluation(const OperatorProblem& problem,
                                                int multiprocessors);

}  // namespace ttgt::cuda
