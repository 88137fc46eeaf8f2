// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/context.h>

#include <cstddef>
#include <memory>
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
    Device device;
    Scalar scaled_alpha{1.0, 0.0};  ///< alpha and the expression's literal factors
};

/// Times the stages of one run.
class StageTimer {
public:
    virtual ~StageTimer() = default;
    /// Call before stage number `stage` of the run, counted from 0.
    virtual void before(std::size_t stage) = 0;
    /// Call after that stage.
    virtual void after(std::size_t stage) = 0;
    /// Milliseconds of a stage. Waits until the device has done it. Precondition: after() has been
    /// called for it.
    [[nodiscard]] virtual double ms(std::size_t stage) const = 0;
    /// Milliseconds from the begin of the first stage to the end of the last one that was timed;
    /// waits as ms() does.
    [[nodiscard]] virtual double total_ms() const = 0;
};

/// Runs stages of plans on one kind of device. A stage is a table of independent jobs: on CPUs they
/// are shared between threads; on a GPU they are enqueued on a stream. Stateless.
class StageRunner {
public:
    virtual ~StageRunner() = default;
    /// Prepares a run's stages: call it once before the first one.
    virtual void begin(const BlockPlan&, const BlockExecution&) const {}
    /// Call it after the last stage of a run, also of one that failed part of the way: the plan may
    /// be destroyed after it, before a GPU has done what was enqueued.
    virtual void end(const BlockPlan&, const BlockExecution&) const noexcept {}
    /// Runs all jobs. On CPUs they are complete when the call returns; on a GPU the call enqueues
    /// them, and neither waits nor allocates. Throws Interrupted where the calling thread's
    /// InterruptScope says so.
    virtual void run(const BlockPlan& plan, const Stage& stage,
                     const BlockExecution& execution) const = 0;
    /// A timer for a run of so many stages.
    [[nodiscard]] virtual std::unique_ptr<StageTimer> make_timer(
        std::size_t stages, const BlockExecution& execution) const = 0;

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

/// Enqueues jobs on a CUDA stream, one after the other.
[[nodiscard]] const StageRunner& stream_runner();

/// What runs stages on a device.
[[nodiscard]] inline const StageRunner& runner_of(const Device& device) {
    return device.kind == Device::Kind::cuda ? stream_runner() : pool_runner();
}

}  // namespace ttgt::blocks
