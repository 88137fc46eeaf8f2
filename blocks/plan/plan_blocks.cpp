// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/plan_blocks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "blocks/plan/component_plan.h"
#include "blocks/plan/finish_plan.h"
#include "src/runtime/threads.h"

namespace ttgt::blocks {
namespace {

/// How a workspace limit is divided between gathered tensors and the calls of all threads.
struct Limits {
    std::int64_t gathered = unlimited;
    std::int64_t scratch = unlimited;  ///< of one thread's calls
};

Limits divided(std::int64_t limit, int threads) {
    if (limit == unlimited) return {};
    const auto aligned = [](std::int64_t bytes) { return bytes - bytes % workspace_alignment; };
    const std::int64_t gathered = aligned(limit / 2);
    return {gathered, aligned((limit - gathered) / threads)};
}

void check_options(const BlockPlanOptions& options, const Device& device, std::int64_t limit) {
    if (options.planning == Planning::measure) {
        throw Unsupported("contractions of blocks are planned by predicted times alone");
    }
    if (options.compute != ComputeType::full) {
        throw Unsupported(fmt::format("{} has no {} for tensors of blocks", to_string(device),
                                      name(options.compute)));
    }
    if (limit < 0) throw InvalidArgument(fmt::format("workspace limit {} is negative", limit));
}

double operand_bytes(const BlockProblem& problem) {
    double sum = 0;
    for (const BlockOperand& operand : problem.operands) {
        sum += static_cast<double>(operand.layout.elements()) *
               static_cast<double>(size_bytes(operand.dtype));
    }
    return sum;
}

using Jobs = std::array<std::vector<PlannedJob>, stage_kinds>;

/// Collects the ways of components in passes: all that have their gathered tensors in the workspace
/// at the same time.
class Passes {
public:
    Passes(const DensePlans& plans, int threads, std::int64_t most_gathered_bytes)
        : plans_(plans), threads_(threads), most_bytes_(most_gathered_bytes) {}

    void add(ComponentWay way) {
        if (way.bytes > most_bytes_ - bytes_) finish_pass();
        for (std::size_t kind = 0; kind < stage_kinds; ++kind) {
            for (PlannedJob& job : way.jobs[kind]) {
                for (Call& call : job.calls) {
                    for (Place* place : {&call.d, &call.l, &call.r}) shift(*place);
                }
                jobs_[kind].push_back(std::move(job));
            }
        }
        bytes_ += way.bytes;
        gathered_bytes_ = std::max(gathered_bytes_, bytes_);
    }

    [[nodiscard]] std::vector<std::vector<Stage>> release() {
        finish_pass();
        return std::move(passes_);
    }
    [[nodiscard]] std::int64_t gathered_bytes() const { return gathered_bytes_; }

private:
    void shift(Place& place) const {
        if (place.slot == BufferRef::Slot::workspace) place.offset += bytes_;
    }

    void finish_pass() {
        constexpr std::array<std::pair<const char*, const char*>, stage_kinds> names{
            {{"clear", ""}, {"gather", "L"}, {"gather", "R"}, {"multiply", ""}, {"scatter", "D"}}};
        std::vector<Stage> stages;
        for (std::size_t kind = 0; kind < stage_kinds; ++kind) {
            if (jobs_[kind].empty()) continue;
            stages.push_back(make_stage(names[kind].first, names[kind].second,
                                        std::exchange(jobs_[kind], {}), plans_, threads_));
        }
        if (!stages.empty()) passes_.push_back(std::move(stages));
        bytes_ = 0;
    }

    const DensePlans& plans_;
    int threads_;
    std::int64_t most_bytes_;
    Jobs jobs_;
    std::int64_t bytes_ = 0;  // of the present pass
    std::int64_t gathered_bytes_ = 0;
    std::vector<std::vector<Stage>> passes_;
};

/// D = beta * D for the blocks of D of which `is_scaled` is not 0 and that have elements.
Stage scale_stage(const BlockProblem& problem, const Expressions& expressions, DensePlans& plans,
                  int threads, const std::vector<char>& is_scaled) {
    const BlockOperand& d = problem.operands[operand_d];
    std::vector<PlannedJob> jobs;
    for (std::uint32_t block = 0; block < is_scaled.size(); ++block) {
        const Layout layout = d.layout.layout(block);
        if (is_scaled[block] == 0 || volume(layout) == 0) continue;
        const DenseProblem dense{
            &expressions.scale(), {{d.dtype, layout}, {d.dtype, layout}}, true, false, true};
        const Place place{BufferRef::Slot::d, block, 0};
        jobs.push_back(
            {{{plans.number_of(dense), ScalarRole::one, ScalarRole::beta, place, place, {}}},
             false});
    }
    return make_stage("scale", "D", std::move(jobs), plans, threads);
}

/// The ways of all components; with one input, of all pairs.
void add_products(const ComponentSetting& setting, const std::vector<Pair>& pairs, BlockPlan& plan,
                  Passes& passes) {
    if (setting.problem.traits.inputs == 1) {
        ComponentWay way;
        way.jobs[multiply] = pair_jobs(setting, pairs);
        passes.add(std::move(way));
        return;
    }
    for (const Component& component : find_components(setting.join, pairs)) {
        passes.add(plan_component(setting, component, plan.components.emplace_back()));
    }
}

}  // namespace

BlockPlan plan_blocks(const Context& context, const BlockProblem& problem,
                      const BlockPlanOptions& options) {
    const ContextOptions& settings = context.options();
    const std::int64_t limit = options.workspace_limit.value_or(settings.workspace_limit);
    check_options(options, settings.device, limit);
    BlockPlan plan;
    // A stream does one call after the other.
    const bool has_stream = settings.device.kind == Device::Kind::cuda;
    plan.threads = has_stream ? 1 : available_threads(settings.threads);
    const BlockJoin join = join_blocks(problem);
    const std::vector<Pair> pairs = find_pairs(problem, join, options.leaves_out_missing);
    plan.pairs = static_cast<std::int64_t>(pairs.size());
    for (const Pair& pair : pairs) plan.flops += pair_flops(problem, pair);
    const Limits limits = divided(limit, plan.threads);
    DensePlans plans(context, options, operand_bytes(problem), plan.threads, limits.scratch);
    Expressions expressions(problem);
    Passes passes(plans, plan.threads, limits.gathered);
    add_products({problem, join, expressions, plans, plan.threads, plan.flops, limits.gathered,
                  options.method},
                 pairs, plan, passes);
    plan.passes = passes.release();
    std::vector<char> is_scaled(static_cast<std::size_t>(problem.layout(operand_d).blocks()), 1);
    plan.scale_all = scale_stage(problem, expressions, plans, plan.threads, is_scaled);
    for (const Pair& pair : pairs) is_scaled[pair.d] = 0;
    plan.scale_rest = scale_stage(problem, expressions, plans, plan.threads, is_scaled);
    plan.plans = plans.release();
    keep_used_plans(plan);
    place_scratch(plan, passes.gathered_bytes());
    return plan;
}

}  // namespace ttgt::blocks
