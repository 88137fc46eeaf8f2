// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "blocks/execute/stage_runner.h"
#include "contraction/devices.h"
#include "contraction/execute/execute.h"
#include "src/runtime/pool.h"
#include "src/runtime/threads.h"

namespace ttgt::blocks {
namespace {

/// One run of a stage on some threads.
class StageRun {
public:
    StageRun(const BlockPlan& plan, const Stage& stage, const BlockExecution& execution)
        : plan_(plan),
          stage_(stage),
          execution_(execution),
          backend_(backend_of(Device{})),
          threads_(std::min(plan.threads, available_threads(execution.resources.threads))) {}

    void run() {
        std::size_t wide = 0;
        while (wide < stage_.jobs.size() && stage_.jobs[wide].is_wide) {
            run_job(stage_.jobs[wide++], 0, threads_);
        }
        share(wide);
    }

private:
    /// Runs the jobs from `first` on.
    void share(std::size_t first) {
        next_ = first;
        const std::size_t left = stage_.jobs.size() - first;
        const auto most = std::min<std::size_t>(static_cast<std::size_t>(threads_),
                                                static_cast<std::size_t>(Pool::most_parts));
        const int parts = static_cast<int>(std::min(left, most));
        if (parts <= 1) {
            run_jobs(0);
        } else {
            Pool::of_process().run_parts(parts, [this](int part) { run_jobs(part); });
        }
        if (failure_ != nullptr) std::rethrow_exception(failure_);
    }

    /// Takes jobs until there are none left, or one has failed. Never throws: the pool's parts must
    /// not.
    void run_jobs(int thread) {
        try {
            while (!has_failed_.load(std::memory_order_relaxed)) {
                const std::size_t job = next_.fetch_add(1, std::memory_order_relaxed);
                if (job >= stage_.jobs.size()) return;
                run_job(stage_.jobs[job], thread, 1);
            }
        } catch (...) {
            const std::lock_guard lock(guard_);
            if (failure_ == nullptr) failure_ = std::current_exception();
            has_failed_.store(true, std::memory_order_relaxed);
        }
    }

    void run_job(const Job& job, int thread, int threads) const {
        const ThreadScope scope(threads);
        for (std::uint32_t i = 0; i < job.calls; ++i) {
            const Call& call = stage_.calls[job.first_call + i];
            Execution execution;
            execution.bases = {address(call.d), address(call.l), address(call.r),
                               scratch_of(thread)};
            execution.alpha = resolve(call.alpha);
            execution.beta = resolve(call.beta);
            execution.resources.threads = threads;
            execute(plan_.plans[call.plan], backend_, execution);
        }
    }

    [[nodiscard]] char* scratch_of(int thread) const {
        if (execution_.workspace == nullptr) return nullptr;
        return execution_.workspace + plan_.scratch_offset + thread * plan_.scratch_bytes;
    }

    [[nodiscard]] char* address(const Place& place) const {
        switch (place.slot) {
            case BufferRef::Slot::d:
                return static_cast<char*>(execution_.d.data(place.block));
            case BufferRef::Slot::workspace:
                return execution_.workspace + place.offset;
            default:
                return input(place.slot == BufferRef::Slot::l ? 0 : 1, place.block);
        }
    }

    /// Inputs are only read: the steps that get them take pointers to const.
    [[nodiscard]] char* input(std::size_t number, std::uint32_t block) const {
        return const_cast<char*>(static_cast<const char*>(execution_.inputs[number].data(block)));
    }

    [[nodiscard]] Scalar resolve(ScalarRole role) const {
        switch (role) {
            case ScalarRole::zero:
                return 0.0;
            case ScalarRole::one:
                return 1.0;
            case ScalarRole::alpha:
                return execution_.alpha;
            default:
                return execution_.beta;
        }
    }

    const BlockPlan& plan_;
    const Stage& stage_;
    const BlockExecution& execution_;
    const Backend& backend_;
    int threads_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
    std::mutex guard_;
    std::exception_ptr failure_;
};

class PoolRunner final : public StageRunner {
public:
    void run(const BlockPlan& plan, const Stage& stage,
             const BlockExecution& execution) const override {
        StageRun(plan, stage, execution).run();
    }
};

}  // namespace

const StageRunner& pool_runner() {
    // Never destroyed: destructors of static objects may contract, too.
    static const PoolRunner* const instance = new PoolRunner();
    return *instance;
}

}  // namespace ttgt::blocks
