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

/// Where a buffer starts: an operand, or the workspace, and bytes beyond its start.
struct BufferRef {
    enum class Slot : std::size_t { d, l, r, workspace };
    Slot slot = Slot::workspace;
    std::int64_t offset = 0;
};

/// A scalar known only when the plan runs; alpha includes the expression's literal factors.
enum class ScalarRole { zero, one, alpha, beta };

/// out = alpha * conj?(perm(in)) + beta * out.
struct TransposeStep {
    SharedKernelPlan kernel;
    BufferRef in;
    BufferRef out;
    ScalarRole alpha = ScalarRole::one;
    ScalarRole beta = ScalarRole::zero;
};

/// C = alpha * op(A) * op(B) + beta * C for every index of `loops`, which move the matrices A, B,
/// C; then, for every index of `sums`, the product of matrices A and B further on is added to C.
/// Inside a contracted loop of the plan, beta is that of the first turn; later turns add.
struct GemmStep {
    GemmCall shape;  ///< pointers and scalars are filled in when it runs
    BufferRef a;
    BufferRef b;
    BufferRef c;
    Modes<3> loops;  ///< strides of A, B, C (elements)
    Modes<3> sums;   ///< strides of C are 0
    ScalarRole alpha = ScalarRole::alpha;
    ScalarRole beta = ScalarRole::zero;
    std::int64_t scratch_limit = 0;  ///< bytes that it may have
    SharedDeviceKernel kernel;
    std::int64_t scratch_bytes = 0;  ///< that it needs
};

/// D = alpha * sum op(L) * op(R) + beta * D by plain loops over merged labels.
struct DirectStep {
    std::array<DType, 3> dtypes{};
    ComputeType compute = ComputeType::full;
    bool conjugate_l = false;
    bool conjugate_r = false;
    Modes<3> outputs;  ///< strides of D, L, R; smallest stride of D first
    Modes<3> sums;     ///< strides of D are 0
    BufferRef d;
    BufferRef l;
    BufferRef r;
    ScalarRole beta = ScalarRole::zero;
    SharedDeviceKernel kernel;
    std::int64_t scratch_bytes = 0;  ///< that it needs
};

/// out = alpha * sum conj?(in) + beta * out.
struct ReduceStep {
    std::array<DType, 2> dtypes{};  ///< of out, in
    bool conjugate = false;
    Modes<2> outputs;  ///< strides of out, in
    Modes<2> sums;
    BufferRef in;
    BufferRef out;
    ScalarRole alpha = ScalarRole::one;
    ScalarRole beta = ScalarRole::zero;
    SharedDeviceKernel kernel;
    std::int64_t scratch_bytes = 0;  ///< that it needs
};

/// out = beta * out.
struct ScaleStep {
    DType dtype = DType::float64;
    Modes<1> modes;
    BufferRef out;
    SharedDeviceKernel kernel;
};

using Action = std::variant<TransposeStep, GemmStep, DirectStep, ReduceStep, ScaleStep>;

/// Bytes that the action's kernels need beside the operands.
[[nodiscard]] std::int64_t scratch_bytes(const Action& action);

/// What one execution of a step moves and computes, and how long that should take.
struct StepCost {
    std::int64_t bytes = 0;  ///< read plus written
    double flops = 0;
    double ms = 0;
};

struct Step {
    int id = 0;
    std::vector<int> depends_on;  ///< ids of the steps whose results it reads or overwrites
    std::string operand;          ///< "L", "R", "D in", "D out", or empty
    Action action;
    StepCost cost;
};

struct Node;

/// Repeats `body` for begin, begin + chunk, … below end of one label, moving the operands along.
struct Loop {
    std::size_t label = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t chunk = 1;
    bool accumulates = false;               ///< a contracted label: turns after the first add
    std::array<std::int64_t, 3> strides{};  ///< bytes per unit of the label in D, L, R
    std::vector<Node> body;
};

struct Node {
    std::variant<Step, Loop> value;
};

/// The chosen candidate, lowered to steps. Immutable once built.
struct Plan {
    Problem problem;
    std::string strategy;
    Candidate chosen;
    std::vector<Node> nodes;
    int step_count = 0;
    std::int64_t scratch_offset = 0;  ///< in the workspace, behind the intermediates: for each step
};

/// Calls visit(step, repetitions) for every step in the order of execution; repetitions are
/// `most_counted` where there are more.
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
