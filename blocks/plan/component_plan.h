// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blocks/plan/block_plan.h"
#include "blocks/plan/dense_plans.h"
#include "blocks/plan/expressions.h"
#include "blocks/plan/move_shapes.h"
#include "blocks/plan/stage_builder.h"
#include "blocks/problem/block_shapes.h"
#include "blocks/problem/components.h"

namespace ttgt::blocks {

/// The stages of a pass, in their order.
enum StageKind : std::size_t { clear, gather_l, gather_r, multiply, scatter, stage_kinds };

/// One way to do a component. Places in the workspace count from the component's own begin.
struct ComponentWay {
    std::array<std::vector<PlannedJob>, stage_kinds> jobs;
    std::array<std::vector<Move>, stage_kinds> moves;
    std::vector<Pair> pairs;  ///< done in a launch over many
    std::int64_t bytes = 0;   ///< of gathered tensors
    double ms = 0;
    bool is_gathered = false;
};

/// What all components of a contraction have in common.
struct ComponentSetting {
    const BlockProblem& problem;
    const BlockShapes& shapes;
    const BlockJoin& join;
    Expressions& expressions;
    DensePlans& plans;
    MoveShapes& move_shapes;
    int threads = 1;
    double flops = 0;                      ///< of all pairs
    std::int64_t most_gathered_bytes = 0;  ///< of a component
    BlockMethod method = BlockMethod::cheapest;
    const GroupedKernels* grouped = nullptr;  ///< null where the device has none
};

/// The dtypes of a stage's moves.
[[nodiscard]] MoveTypes move_types(const BlockProblem& problem, StageKind kind);

/// Flops of a pair, as Report counts them.
[[nodiscard]] double pair_flops(const BlockShapes& shapes, const Pair& pair);

/// Whether all threads shall work on a job together: one that would keep the others waiting.
[[nodiscard]] bool is_wide_job(double flops, double all_flops, int threads);

/// The component's pairs [first, last), sorted by blocks of D, one contraction each: a job for each
/// block of D.
[[nodiscard]] std::vector<PlannedJob> pair_jobs(const ComponentSetting& setting,
                                                std::span<const Pair> pairs);

/// The pairs of an expression with one input: as moves where the device can, else by pair_jobs().
[[nodiscard]] ComponentWay unary_way(const ComponentSetting& setting, std::span<const Pair> pairs);

/// Chooses how to do a component; `planned` says what was chosen and what not.
[[nodiscard]] ComponentWay plan_component(const ComponentSetting& setting,
                                          const Component& component, PlannedComponent& planned);

}  // namespace ttgt::blocks
