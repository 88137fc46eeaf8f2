// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "blocks/execute/call_run.h"
#include "src/gemm/blas_threads.h"
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
          threads_(std::min(plan.threads, available_threads(execution.resources.threads))) {}

    void run() {
        std::size_t wide = 0;
        while (wide < stage_.jobs.size() && stage_.jobs[wide].is_wide) {
            const ThreadScope all(threads_);
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
        const int parts = is_worth_sharing(left) ? static_cast<int>(std::min(left, most)) : 1;
        const BlasProcessScope alone(1);  // once for all jobs, which are short
        if (parts <= 1) {
            run_jobs(0);
        } else {
            Pool::of_process().run_parts(parts, [this](int part) { run_jobs(part); });
        }
        if (failure_ != nullptr) std::rethrow_exception(failure_);
    }

    /// Waking other threads takes as long as a few jobs.
    [[nodiscard]] bool is_worth_sharing(std::size_t jobs) const {
        constexpr double least_ms = 0.02;
        constexpr double job_ms = 0.0003;  // beside its predicted time
        return stage_.ms * threads_ + job_ms * static_cast<double>(jobs) > least_ms;
    }

    /// Takes jobs until there are none left, or one has failed. Never throws: the pool's parts must
    /// not.
    void run_jobs(int thread) {
        const ThreadScope one(1);
        const BlasThreadScope alone(1);
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
        run_calls(plan_, stage_, job, execution_, thread, {threads, {}});
    }

    const BlockPlan& plan_;
    const Stage& stage_;
    const BlockExecution& execution_;
    int threads_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
    std::mutex guard_;
    std::exception_ptr failure_;
};

class ClockTimer final : public StageTimer {
public:
    explicit ClockTimer(std::size_t stages) : begins_(stages), ends_(stages) {}

    void before(std::size_t stage) override { begins_[stage] = Clock::now(); }
    void after(std::size_t stage) override { end_ = ends_[stage] = Clock::now(); }
    [[nodiscard]] double ms(std::size_t stage) const override {
        return Milliseconds(ends_[stage] - begins_[stage]).count();
    }
    [[nodiscard]] double total_ms() const override {
        return begins_.empty() ? 0 : Milliseconds(end_ - begins_[0]).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::duration<double, std::milli>;

    std::vector<Clock::time_point> begins_, ends_;
    Clock::time_point end_;
};

class PoolRunner final : public StageRunner {
public:
    void run(const BlockPlan& plan, const Stage& stage,
             const BlockExecution& execution) const override {
        StageRun(plan, stage, execution).run();
    }
    [[nodiscard]] std::unique_ptr<StageTimer> make_timer(std::size_t stages,
                                                         const BlockExecution&) const override {
        return std::make_unique<ClockTimer>(stages);
    }
};

}  // namespace

const StageRunner& pool_runner() {
    // Never destroyed: destructors of static objects may contract, too.
    static const PoolRunner* const instance = new PoolRunner();
    return *instance;
}

}  // namespace ttgt::blocks
