// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/distributed.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "distributed/run/transport.h"
#include "src/runtime/cuda/completion.h"
#include "tools/operands/device_choice.h"

namespace ttgt::bench {

using tool::parse_devices;

/// Each rank's work on a thread of its own, with a context on its device; `communicator_of` is
/// called there. Throws what the first rank that failed threw.
inline void on_threads(const std::vector<Device>& devices,
                       const std::function<Communicator(std::size_t)>& communicator_of,
                       const std::function<void(Communicator&, Context&)>& body) {
    std::vector<std::exception_ptr> failures(devices.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
        threads.emplace_back([&, rank] {
            try {
                Communicator mine = communicator_of(rank);
                ContextOptions settings;
                settings.device = devices[rank];
                Context context(settings);
                body(mine, context);
            } catch (...) {
                failures[rank] = std::current_exception();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

/// The same with ranks that copy from each other's memory.
inline void on_devices(const std::vector<Device>& devices,
                       const std::function<void(Communicator&, Context&)>& body) {
    std::vector<Communicator> all = Communicator::local(devices);
    on_threads(
        devices, [&](std::size_t rank) { return std::move(all[rank]); }, body);
}

/// Times work of all ranks together.
class RankTimer {
public:
    RankTimer(int turns, Communicator& ranks, Context& context)
        : turns_(turns), ranks_(ranks), context_(context) {}

    /// Milliseconds, sorted; of the slowest rank. Collective.
    [[nodiscard]] std::vector<double> run(const DistributedPlan& plan, void* d,
                                          const std::vector<const void*>& inputs) {
        RunOptions options;
        options.workspace = context_.workspace(plan.workspace_bytes());
        return run([&] { plan.run(d, inputs, options); });
    }

    /// The same of what `work` enqueues on the context's stream. Collective.
    [[nodiscard]] std::vector<double> run(const std::function<void()>& work) {
        std::vector<double> times;
        for (int turn = 0; turn < turns_; ++turn) {
            (void)largest(*ranks_.transport(), 0);
            const auto begin = std::chrono::steady_clock::now();
            work();
            cuda::Completion(context_.options().device.index, context_.stream()).wait();
            const std::chrono::duration<double, std::milli> taken =
                std::chrono::steady_clock::now() - begin;
            times.push_back(largest(*ranks_.transport(), taken.count()));
        }
        std::sort(times.begin(), times.end());
        return times;
    }

private:
    int turns_;
    Communicator& ranks_;
    Context& context_;
};

}  // namespace ttgt::bench
