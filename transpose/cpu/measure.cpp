// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/measure.h"

#include <ttgt/tensor.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "src/core/checked.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::cpu {
namespace {

// The model's choice is rarely more than a few places from the fastest.
constexpr std::size_t most_tiles = 6;
constexpr int turns = 3;

/// Memory for one side of a transpose, touched, and where its element (0, 0, ...) lies.
class Side {
public:
    Side(const TransposeProblem& problem, std::size_t array) {
        const std::int64_t unit = size_bytes(problem.dtype);
        std::int64_t below = 0;
        std::int64_t above = unit;
        for (const Mode<2>& mode : problem.modes) {
            const std::int64_t reach = (mode.extent - 1) * mode.strides[array] * unit;
            (reach < 0 ? below : above) += reach;
        }
        const std::int64_t bytes = checked_add(above, -below, "the memory of a measured plan");
        memory_ = allocate_host(bytes);
        std::memset(memory_.get(), 0, static_cast<std::size_t>(bytes));
        origin_ = static_cast<std::byte*>(memory_.get()) - below;
    }
    [[nodiscard]] std::byte* origin() const { return origin_; }

private:
    std::unique_ptr<void, HostDelete> memory_;
    std::byte* origin_ = nullptr;
};

double seconds(const TransposeKernelPlan& plan, const Side& in, const Side& out, int threads) {
    const auto start = std::chrono::steady_clock::now();
    run_transpose(plan, 1.0, in.origin(), 0.0, out.origin(), threads);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<TransposeKernelPlan> likely_plans(const TransposeProblem& problem) {
    std::vector<Tile> tiles = tiles_by_cost(problem);
    tiles.resize(std::min(tiles.size(), most_tiles));
    std::vector<TransposeKernelPlan> plans;
    plans.reserve(tiles.size());
    for (Tile& tile : tiles) plans.push_back(plan_transpose_kernel(problem, std::move(tile)));
    return plans;
}

}  // namespace

TransposeKernelPlan measure_transpose(const TransposeProblem& problem, int threads) {
    std::vector<TransposeKernelPlan> plans = likely_plans(problem);
    if (plans.size() == 1 || problem.empty) return std::move(plans.front());
    const Side in(problem, input);
    const Side out(problem, output);
    std::vector<double> best(plans.size(), std::numeric_limits<double>::infinity());
    // One turn of all after the other: what slows the machine for a while then slows all of them.
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < plans.size(); ++i) {
            best[i] = std::min(best[i], seconds(plans[i], in, out, threads));
        }
    }
    const auto fastest = std::min_element(best.begin(), best.end()) - best.begin();
    return std::move(plans[static_cast<std::size_t>(fastest)]);
}

}  // namespace ttgt::cpu
