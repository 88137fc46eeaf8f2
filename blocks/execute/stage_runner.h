// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/context.h>

#include <span>

#include "blocks/plan/block_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::blocks {

/// The arguments of one run of a plan.
struct BlockExecution {
    const BlockTensorView& d;
    std::span<const ConstBlockTensorView> inputs;
    char* workspace = nullptr;
    Scalar alpha{1.0, 0.0};  ///< without the expression's literal factors
    Scalar beta{0.0, 0.0};
    Resources resources;
};

/// Runs stages of plans on one kind of device. A stage is a table of independent jobs: on CPUs they
/// are shared between threads; a GPU can do the whole table by a few launches. Stateless.
class StageRunner {
public:
    virtual ~StageRunner() = default;
    /// Runs all jobs. On CPUs they are complete when the call returns. Throws Interrupted where the
    /// calling thread's InterruptScope says so.
    virtual void run(const BlockPlan& plan, const Stage& stage,
                     const BlockExecution& execution) const = 0;

protected:
    StageRunner() = default;
    StageRunner(const StageRunner&) = default;
    StageRunner(StageRunner&&) = default;
    StageRunner& operator=(const StageRunner&) = default;
    StageRunner& operator=(StageRunner&&) = default;
};

/// Runs jobs on the threads of the process's pool: wide jobs one after the other by all threads,
/// then the others, the longest first, each by the next thread that is free.
[[nodiscard]] const StageRunner& pool_runner();

}  // namespace ttgt::blocks
