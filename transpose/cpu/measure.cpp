// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/measure.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "src/runtime/zeroed_memory.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

// Number of tiles that are measured: the fastest is rarely more than a few places behind the
// cheapest prediction.
constexpr std::size_t most_tiles = 6;
/// Times that each tile is run.
constexpr int turns = 3;

/// Memory for the input or the output of a transpose.
ZeroedMemory memory_of(const TransposeProblem& problem, std::size_t array) {
    return {layout_of(problem, array), size_bytes(problem.dtype)};
}

/// Seconds of one run.
double seconds(const CpuKernelPlan& plan, const ZeroedMemory& in, const ZeroedMemory& out,
               int threads) {
    const auto start = std::chrono::steady_clock::now();
    run_transpose(plan, 1.0, in.origin(), 0.0, out.origin(), threads);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The plans that are predicted to be the cheapest.
std::vector<CpuKernelPlan> likely_plans(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles = tiles_by_cost(problem);
    tiles.resize(std::min(tiles.size(), most_tiles));
    std::vector<CpuKernelPlan> plans;
    plans.reserve(tiles.size());
    for (PricedCpuTile& tile : tiles)
        plans.push_back(plan_transpose_kernel(problem, std::move(tile)));
    return plans;
}

}  // namespace

MeasuredKernelPlan measure_transpose(const TransposeProblem& problem, int threads) {
    std::vector<CpuKernelPlan> plans = likely_plans(problem);
    if (plans.size() == 1 || problem.empty) {
        return {std::make_shared<const CpuKernelPlan>(std::move(plans.front())), 0};
    }
    const ZeroedMemory in = memory_of(problem, input);
    const ZeroedMemory out = memory_of(problem, output);
    std::vector<double> best(plans.size(), std::numeric_limits<double>::infinity());
    // In each turn every plan runs once, so that what slows the machine for a while slows all
    // plans.
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < plans.size(); ++i) {
            best[i] = std::min(best[i], seconds(plans[i], in, out, threads));
        }
    }
    const auto fastest = std::min_element(best.begin(), best.end());
    CpuKernelPlan& plan = plans[static_cast<std::size_t>(fastest - best.begin())];
    return {std::make_shared<const CpuKernelPlan>(std::move(plan)), 1e3 * *fastest};
}

}  // namespace ttgt::cpu
