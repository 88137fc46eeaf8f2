// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/plan/device_kernel.h"
#include "contraction/problem/problem.h"
#include "src/core/counts.h"
#include "src/core/modes.h"
#include "src/core/rounding.h"
#include "src/gemm/gemm.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// The address of a buffer relative to the arguments of a run: an operand or the workspace, and an
/// offset.
struct BufferRef {
    /// The operands D, L and R, and the workspace.
    enum class Slot : std::size_t { d, l, r, workspace };
    Slot slot = Slot::workspace;  ///< what the buffer is a part of
    std::int64_t offset = 0;      ///< bytes from the start of the operand or workspace
};

/// A scalar factor of a step: the constant 0 or 1, or the alpha or beta of the run. The alpha of
/// the run includes the expression's literal factors.
enum class ScalarRole { zero, one, alpha, beta };

/// The step out = alpha * perm(in) + beta * out. The kernel plan says whether `in` is conjugated.
struct TransposeStep {
    SharedKernelPlan kernel;             ///< the transpose problem and the kernel that does it
    BufferRef in;                        ///< the tensor that is read
    BufferRef out;                       ///< the tensor that is written
    ScalarRole alpha = ScalarRole::one;  ///< factor of the input
    ScalarRole beta = ScalarRole::zero;  ///< factor of the old output
};

/// The step that computes, for every index of `loops`, C = alpha * (sum of op(A) * op(B) over all
/// indices of `sums`) + beta * C. Each index selects other matrices A, B and C. If the step is in a
/// plan's loop over a contracted label, beta applies to the first turn, and later turns add to C.
struct GemmStep {
    GemmCall shape;  ///< sizes of one product; pointers and scalars are set when the step runs
    BufferRef a;     ///< the matrix A of the first product
    BufferRef b;     ///< the matrix B of the first product
    BufferRef c;     ///< the matrix C of the first product
    /// Loops over products with different matrices C. Each mode has the loop's extent, and the
    /// elements by which a turn moves A, B and C.
    Modes<3> loops;
    /// Loops over products that are summed in one matrix C. Each mode has the loop's extent, and
    /// the elements by which a turn moves A, B and C (always 0).
    Modes<3> sums;
    ScalarRole alpha = ScalarRole::alpha;  ///< factor of the products
    ScalarRole beta = ScalarRole::zero;    ///< factor of the old C
    std::int64_t scratch_limit = 0;  ///< the most bytes of scratch memory that the step may use
    SharedDeviceKernel kernel;       ///< how the device's library does the products
    std::int64_t scratch_bytes = 0;  ///< bytes of scratch memory that the step uses
};

/// The step D = alpha * (sum of op(L) * op(R) over `sums`) + beta * D on operands of any strides.
/// op conjugates if the flag of the input is set.
struct DirectStep {
    std::array<DType, 3> dtypes{};            ///< dtypes of D, L, R
    ComputeType compute = ComputeType::full;  ///< precision of the arithmetic
    bool conjugate_l = false;                 ///< whether op conjugates L
    bool conjugate_r = false;                 ///< whether op conjugates R
    /// The labels of D, smallest stride of D first. Each mode has the label's extent and its
    /// strides in D, L and R, in elements.
    Modes<3> outputs;
    /// The summed labels. Each mode has the label's extent and its strides in D (always 0), L and
    /// R, in elements.
    Modes<3> sums;
    BufferRef d;                         ///< the output
    BufferRef l;                         ///< the first input
    BufferRef r;                         ///< the second input
    ScalarRole beta = ScalarRole::zero;  ///< factor of the old D
    SharedDeviceKernel kernel;           ///< the device's kernel; may be null
    std::int64_t scratch_bytes = 0;      ///< bytes of scratch memory that the step uses
};

/// The step out = alpha * (sum of `in` over `sums`) + beta * out, with `in` conjugated if
/// `conjugate` is true.
struct ReduceStep {
    std::array<DType, 2> dtypes{};  ///< dtypes of out and of the input
    bool conjugate = false;         ///< whether the input is conjugated
    /// The labels of the output. Each mode has the label's extent and its strides in the output and
    /// in the input, in elements.
    Modes<2> outputs;
    /// The summed labels. Each mode has the label's extent and its strides in the output (always 0)
    /// and in the input, in elements.
    Modes<2> sums;
    BufferRef in;                        ///< the tensor that is read
    BufferRef out;                       ///< the tensor that is written
    ScalarRole alpha = ScalarRole::one;  ///< factor of the sum
    ScalarRole beta = ScalarRole::zero;  ///< factor of the old output
    SharedDeviceKernel kernel;           ///< the device's kernel; may be null
    std::int64_t scratch_bytes = 0;      ///< bytes of scratch memory that the step uses
};

/// The step out = beta * out; zeros, whatever `out` holds, if beta is 0.
struct ScaleStep {
    DType dtype = DType::float64;        ///< dtype of out
    Modes<1> modes;                      ///< labels of out, with strides in elements
    BufferRef out;                       ///< the tensor that is scaled
    ScalarRole beta = ScalarRole::beta;  ///< the factor
    SharedDeviceKernel kernel;           ///< the device's kernel; may be null
};

using Action = std::variant<TransposeStep, GemmStep, DirectStep, ReduceStep, ScaleStep>;

/// Bytes of scratch memory that the action needs.
[[nodiscard]] std::int64_t scratch_bytes(const Action& action);

/// The predicted cost of one execution of a step.
struct StepCost {
    std::int64_t bytes = 0;  ///< bytes read plus bytes written
    double flops = 0;        ///< number of floating-point operations
    double ms = 0;           ///< milliseconds
};

/// An action with its place in a plan.
struct Step {
    int id = 0;                   ///< number of the step in its plan, from 0
    std::vector<int> depends_on;  ///< ids of steps whose results this step reads or overwrites
    std::string operand;          ///< what the step moves: "L", "R", "D in", "D out", or empty
    Action action;                ///< what the step does
    StepCost cost;                ///< predicted cost of one execution
};

struct Node;

/// A loop over slices of one label. Runs `body` once for each index begin, begin + chunk, … below
/// end, with the addresses of the operands moved to that index.
struct Loop {
    std::size_t label = 0;     ///< index into Problem::labels
    std::int64_t begin = 0;    ///< first index of the label
    std::int64_t end = 0;      ///< end of the indices, excluded
    std::int64_t chunk = 1;    ///< indices of the label that one turn works on
    bool accumulates = false;  ///< whether the label is contracted: turns with index > 0 add to D
    std::array<std::int64_t, 3> strides{};  ///< bytes from one index to the next in D, L, R
    std::vector<Node> body;                 ///< steps and loops that every turn runs, in order
};

/// A step, or a loop of nodes.
struct Node {
    std::variant<Step, Loop> value;
};

/// The chosen candidate, lowered to steps and loops. Immutable once built.
struct Plan {
    Problem problem;          ///< the contraction that the plan computes
    std::string strategy;     ///< name of the strategy that made the candidate
    Candidate chosen;         ///< the candidate that the plan was lowered from
    std::vector<Node> nodes;  ///< steps and loops in the order of execution
    int step_count = 0;       ///< number of steps
    /// Bytes from the start of the workspace to the scratch memory, which lies behind the
    /// intermediates. All steps use the same scratch memory, one after the other.
    std::int64_t scratch_offset = 0;
};

/// Calls visit(step, repetitions) for every step in the order of execution. `repetitions` is how
/// often the step runs in one run of the plan, at most `most_counted`.
template <class Nodes, class Visit>
void for_each_step(Nodes& nodes, Visit&& visit, std::int64_t repetitions = 1) {
    for (auto& node : nodes) {
        if (auto* step = std::get_if<Step>(&node.value)) {
            visit(*step, repetitions);
        } else {
            auto& loop = std::get<Loop>(node.value);
            const std::int64_t turns = divide_up(loop.end - loop.begin, loop.chunk);
            for_each_step(loop.body, visit, saturating_product({repetitions, turns}));
        }
    }
}

}  // namespace ttgt
