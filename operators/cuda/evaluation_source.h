// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/problem/operator_tile.h"

namespace ttgt::cuda {

/// Names of the kernels: the first reads and writes vectors where the launch has them, the second
/// does the same element by element, the third joins the parts of a reduction.
inline constexpr const char* evaluate_name = "evaluate";
inline constexpr const char* evaluate_anywhere_name = "evaluate_anywhere";
inline constexpr const char* join_name = "join";
/// Threads of a block, of reductions always.
inline constexpr int evaluation_threads = 256;

/// How a GPU evaluates a problem, and the code that does.
struct EvaluationLaunch {
    OperatorTile tile;         ///< its modes in the order in which threads go through it
    int vector = 1;            ///< elements along the tile's first mode that a thread takes at once
    bool has_vectors = false;  ///< whether any use is read or written in vectors
    /// Of each operand: the bytes to which the kernel with vectors needs its address aligned.
    std::vector<std::int64_t> alignment;
    std::int64_t blocks = 1;
    int threads = evaluation_threads;  ///< of each block of the first two kernels
    std::int64_t shared_bytes = 0;     ///< of each block of the first kernel
    std::int64_t chunks = 1;           ///< blocks that share the reduction to one element of D
    std::int64_t join_blocks = 0;      ///< 0: there is no third kernel
    std::int64_t join_shared_bytes = 0;
    std::int64_t partial_bytes = 0;   ///< of device memory that the first kernel hands the third
    std::vector<std::size_t> staged;  ///< uses that are read through shared memory
    /// CUDA C++ that needs no header. All kernels take the operands' pointers, the output first,
    /// the scalars as Scalar and, with more than one chunk, a pointer to the partial results.
    /// Without vectors there is no second kernel.
    std::string source;
};

/// What kernels are written for.
struct GpuLimits {
    int multiprocessors = 1;
    std::int64_t shared_per_block = 0;  ///< bytes that a block may have where the kernel asks
};

/// Writes the kernels for a GPU. Deterministic. Throws Unsupported
/// where more blocks would be needed than a launch can have.
[[nodiscard]] EvaluationLaunch write_evaluation(const OperatorProblem& problem,
                                                const GpuLimits& gpu);

/// Whether a use is read or written in vectors of so many elements along the mode: they lie in one
/// piece, and vectors begin at multiples of their length.
[[nodiscard]] bool moves_in_vectors(const OperatorProblem& problem, std::size_t use,
                                    std::size_t mode, std::int64_t vector);
/// The elements that a thread reads or writes of a use at once, in a kernel with these vectors: in
/// the tile's order, or in the tensor's where the use is staged.
[[nodiscard]] int vector_of(const OperatorProblem& problem, const EvaluationLaunch& launch,
                            int vector, std::size_t use);

}  // namespace ttgt::cuda
