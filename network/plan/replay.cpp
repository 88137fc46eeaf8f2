// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/replay.h"

#include <memory>

#include <fmt/format.h>

#include "contraction/run_keeper.h"
#include "network/plan/turns.h"
#include "src/core/counts.h"
#include "src/runtime/interrupt.h"

namespace ttgt::network {
namespace {

// The fewest launches of a run that is replayed. A graph of fewer kernels takes the host about as
// long as the launches.
constexpr std::int64_t fewest_launches = 8;
// The most launches. A graph takes some kilobytes of memory for each kernel.
constexpr std::int64_t most_launches = 2048;
// The most predicted milliseconds of a launch on average. The host enqueues longer kernels faster
// than the device runs them, so a graph would gain nothing.
constexpr double most_ms_per_launch = 0.02;

std::int64_t launches_of(const Block& block) {
    std::int64_t launches = 0;
    for (const NetworkStep& step : block.steps) {
        for (const StepReport& row : step.plan->prediction().steps) {
            launches = saturating_sum(launches, row.calls);
        }
    }
    return saturating_product({launches, turns_of(block)});
}

double step_ms(const NetworkParts& parts) {
    double sum = 0;
    for (const Block& block : parts.blocks) sum += predicted_ms(block);
    return sum;
}

bool is_long(const NetworkParts& parts) {
    return step_ms(parts) > most_ms_per_launch * static_cast<double>(parts.launches);
}

/// Whether runs launch the kernels of steps: not on CPUs, nor if one kernel does all steps.
bool launches_steps(const NetworkParts& parts) {
    return parts.device.kind == Device::Kind::cuda && !parts.blocks.front().fused;
}

}  // namespace

void prepare_replay(NetworkParts& parts, const Context& context) {
    if (!launches_steps(parts)) return;
    for (const Block& block : parts.blocks) {
        parts.launches = saturating_sum(parts.launches, launches_of(block));
    }
    const bool fits = parts.launches >= fewest_launches && parts.launches <= most_launches;
    if (!fits || is_long(parts)) return;
    parts.replay = std::make_unique<RunReplay>(make_run_keeper(parts.device), context.stream(),
                                               parts.operands.size());
}

bool replay_run(const NetworkParts& parts, const Operands& operands, const RunOptions& options,
                const EnqueueRun& enqueue) {
    if (!parts.replay || !options.unchanged.empty()) return false;
    check_interrupt();
    RunKey key;
    key.first = operands[0];
    key.rest = operands.rest();
    key.workspace = options.workspace.data;
    key.alpha = options.alpha;
    key.beta = options.beta.value_or(parts.beta_is_zero ? 0.0 : 1.0);
    return parts.replay->run(key, options.stream, enqueue);
}

std::string explain_replay(const NetworkParts& parts) {
    if (!launches_steps(parts)) return "";
    const std::string start = fmt::format("{} launches in a run", parts.launches);
    if (parts.replay) {
        return start +
               ", one CUDA graph from the second run on with the same addresses and scalars\n";
    }
    if (parts.launches < fewest_launches) {
        return fmt::format("{}, one by one: graphs are for {} or more\n", start, fewest_launches);
    }
    if (parts.launches > most_launches) {
        return fmt::format("{}, one by one: graphs are for {} or fewer\n", start, most_launches);
    }
    return fmt::format("{}, one by one: graphs are for launches below {} ms on average\n", start,
                       most_ms_per_launch);
}

}  // namespace ttgt::network
