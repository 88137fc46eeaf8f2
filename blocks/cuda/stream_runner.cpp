// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <vector>

#include "blocks/cuda/grouped_moves.h"
#include "blocks/cuda/grouped_pairs.h"
#include "blocks/execute/call_run.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/interrupt.h"

namespace ttgt::blocks {
namespace {

/// Times stages by events on the run's stream.
class EventStageTimer final : public StageTimer {
public:
    EventStageTimer(std::size_t stages, int device, Stream stream)
        : stream_(stream), whole_(device) {
        for (std::size_t i = 0; i < stages; ++i) timers_.emplace_back(device);
    }

    void before(std::size_t stage) override {
        if (stage == 0) whole_.start(stream_);
        timers_[stage].start(stream_);
    }
    void after(std::size_t stage) override {
        timers_[stage].stop(stream_);
        whole_.stop(stream_);
    }
    [[nodiscard]] double ms(std::size_t stage) const override { return timers_[stage].ms(); }
    [[nodiscard]] double total_ms() const override { return timers_.empty() ? 0 : whole_.ms(); }

private:
    Stream stream_;
    cuda::EventTimer whole_;
    std::vector<cuda::EventTimer> timers_;
};

const DeviceGroupedKernels& device_kernels(const BlockPlan& plan) {
    return static_cast<const DeviceGroupedKernels&>(*plan.grouped);
}

void run_moves(const BlockPlan& plan, const Stage& stage, const BlockExecution& execution) {
    check_interrupt();
    const cuda::DeviceScope scope(execution.device.index);
    cuda::GroupedScalars scalars;
    if (stage.moves_alpha == ScalarRole::alpha) scalars.alpha = execution.scaled_alpha;
    scalars.beta = execution.beta;
    static_cast<const DeviceMoves&>(*stage.moves)
        .enqueue(device_kernels(plan).places(plan, execution), scalars, execution.resources.stream);
}

void run_pairs(const BlockPlan& plan, const Stage& stage, const BlockExecution& execution) {
    check_interrupt();
    const cuda::DeviceScope scope(execution.device.index);
    static_cast<const DevicePairs&>(*stage.pairs)
        .enqueue(device_kernels(plan).places(plan, execution),
                 {execution.scaled_alpha, execution.beta}, execution.resources.stream);
}

class StreamRunner final : public StageRunner {
public:
    void begin(const BlockPlan& plan, const BlockExecution& execution) const override {
        if (plan.grouped != nullptr) device_kernels(plan).write_addresses(plan, execution);
    }
    void end(const BlockPlan& plan, const BlockExecution& execution) const noexcept override {
        if (plan.grouped != nullptr) device_kernels(plan).note_run(execution.resources.stream);
    }
    void run(const BlockPlan& plan, const Stage& stage,
             const BlockExecution& execution) const override {
        if (stage.moves != nullptr) run_moves(plan, stage, execution);
        if (stage.pairs != nullptr) run_pairs(plan, stage, execution);
        for (const Job& job : stage.jobs) {
            run_calls(plan, stage, job, execution, 0, execution.resources);
        }
    }
    [[nodiscard]] std::unique_ptr<StageTimer> make_timer(
        std::size_t stages, const BlockExecution& execution) const override {
        return std::make_unique<EventStageTimer>(stages, execution.device.index,
                                                 execution.resources.stream);
    }
};

}  // namespace

const StageRunner& stream_runner() {
    // Never destroyed: destructors of static objects may contract, too.
    static const StreamRunner* const instance = new StreamRunner();
    return *instance;
}

}  // namespace ttgt::blocks
