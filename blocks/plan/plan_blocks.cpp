// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/plan_blocks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "blocks/plan/component_parts.h"
#include "blocks/plan/component_plan.h"
#include "blocks/plan/finish_plan.h"
#include "blocks/plan/scale_stage.h"
#include "contraction/plan/workspace.h"
#include "src/context/workspace_limit.h"
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

void check_options(const BlockPlanOptions& options, const Device& device) {
    if (options.planning == Planning::measure) {
        throw Unsupported("contractions of blocks are planned by predicted times alone");
    }
    if (options.compute != ComputeType::full) {
        throw Unsupported(fmt::format("{} has no {} for tensors of blocks", to_string(device),
                                      name(options.compute)));
    }
}

double operand_bytes(const BlockProblem& problem) {
    double sum = 0;
    for (const BlockOperand& operand : problem.operands) {
        sum += static_cast<double>(operand.layout.elements()) *
               static_cast<double>(size_bytes(operand.dtype));
    }
    return sum;
}

/// Bytes for the address of each block.
std::int64_t address_bytes(const BlockProblem& problem) {
    std::int64_t blocks = 0;
    for (const BlockOperand& operand : problem.operands) blocks += operand.layout.blocks();
    return align_in_workspace(blocks * static_cast<std::int64_t>(sizeof(std::int64_t)));
}

using Jobs = std::array<std::vector<PlannedJob>, stage_kinds>;

/// Collects the ways of components in passes: all that have their gathered tensors in the workspace
/// at the same time.
class Passes {
public:
    explicit Passes(const ComponentSetting& setting)
        : setting_(setting), most_bytes_(setting.most_gathered_bytes) {}

    void add(ComponentWay way) {
        if (way.bytes > most_bytes_ - bytes_ || (bytes_ > 0 && way.bytes > soft_bytes_ - bytes_)) {
            finish_pass();
        }
        for (std::size_t kind = 0; kind < stage_kinds; ++kind) {
            for (PlannedJob& job : way.jobs[kind]) {
                for (Call& call : job.calls) {
                    for (Place* place : {&call.d, &call.l, &call.r}) shift(*place);
                }
                jobs_[kind].push_back(std::move(job));
            }
            for (Move& move : way.moves[kind]) {
                shift(move.to);
                shift(move.from);
            }
            append(moves_[kind], std::move(way.moves[kind]));
        }
        append(pairs_, std::move(way.pairs));
        bytes_ += way.bytes;
        gathered_bytes_ = std::max(gathered_bytes_, bytes_);
    }

    /// From now on a pass has gathered tensors of about so many bytes.
    void begin_short_passes(std::int64_t bytes) {
        finish_pass();
        soft_bytes_ = bytes;
    }

    [[nodiscard]] std::vector<std::vector<Stage>> release() {
        finish_pass();
        return std::move(passes_);
    }
    [[nodiscard]] std::int64_t gathered_bytes() const { return gathered_bytes_; }

private:
    template <class T>
    static void append(std::vector<T>& to, std::vector<T>&& from) {
        if (to.empty()) {
            to = std::move(from);
        } else {
            to.insert(to.end(), from.begin(), from.end());
        }
    }

    void shift(Place& place) const {
        if (place.slot == BufferRef::Slot::workspace) place.offset += bytes_;
    }

    void finish_pass() {
        constexpr std::array<std::pair<const char*, const char*>, stage_kinds> names{
            {{"clear", ""}, {"gather", "L"}, {"gather", "R"}, {"multiply", ""}, {"scatter", "D"}}};
        std::vector<Stage> stages;
        const bool gathers_together = join_gathers();
        for (std::size_t kind = 0; kind < stage_kinds; ++kind) {
            const bool has_pairs = kind == multiply && !pairs_.empty();
            if (jobs_[kind].empty() && moves_[kind].empty() && !has_pairs) continue;
            const bool is_both = gathers_together && kind == gather_l;
            Stage& stage = stages.emplace_back(
                make_stage(names[kind].first, is_both ? "L, R" : names[kind].second,
                           std::exchange(jobs_[kind], {}), setting_.plans, setting_.threads));
            add_moves(stage, move_types(setting_.problem, static_cast<StageKind>(kind)),
                      setting_.move_shapes, std::exchange(moves_[kind], {}), setting_.grouped);
            if (kind == multiply) stage.moves_alpha = ScalarRole::alpha;
            if (has_pairs) add_pairs(stage, setting_.shapes, pairs_, setting_.grouped);
        }
        if (!stages.empty()) passes_.push_back(std::move(stages));
        pairs_.clear();
        bytes_ = 0;
    }

    /// Moves of both inputs are one launch where their dtypes are equal.
    bool join_gathers() {
        if (moves_[gather_l].empty() || moves_[gather_r].empty() || !jobs_[gather_r].empty() ||
            move_types(setting_.problem, gather_l) != move_types(setting_.problem, gather_r)) {
            return false;
        }
        append(moves_[gather_l], std::exchange(moves_[gather_r], {}));
        return true;
    }

    const ComponentSetting& setting_;
    std::int64_t most_bytes_;
    std::int64_t soft_bytes_ = unlimited;
    Jobs jobs_;
    std::array<std::vector<Move>, stage_kinds> moves_;
    std::vector<Pair> pairs_;
    std::int64_t bytes_ = 0;  // of the present pass
    std::int64_t gathered_bytes_ = 0;
    std::vector<std::vector<Stage>> passes_;
};

/// The ways of all components; with one input, of all pairs. Where a CPU's caches are smaller than
/// the operands, long components are cut into parts, and few parts are done in one pass.
void add_products(const ComponentSetting& setting, const std::vector<Pair>& pairs, bool has_caches,
                  BlockPlan& plan, Passes& passes) {
    if (setting.problem.traits.inputs == 1) {
        passes.add(unary_way(setting, pairs));
        return;
    }
    constexpr double least_bytes = 16.0 * part_bytes;
    const bool cuts = has_caches && operand_bytes(setting.problem) > least_bytes;
    std::vector<Component> parts;
    for (Component& component : find_components(setting.join, pairs)) {
        std::vector<Component> its;
        if (cuts) its = cut_into_parts(setting.shapes, setting.join, std::move(component));
        if (its.size() > 1) {
            std::ranges::move(its, std::back_inserter(parts));
            continue;
        }
        const Component& whole = cuts ? its.front() : component;
        passes.add(plan_component(setting, whole, plan.components.emplace_back()));
    }
    if (parts.empty()) return;
    // Two parts for each thread, so that the slower thread gets help.
    passes.begin_short_passes(2 * std::int64_t{setting.threads} * part_bytes);
    for (const Component& part : parts) {
        passes.add(plan_component(setting, part, plan.components.emplace_back()));
    }
}

/// The launches of a CUDA device, unless the workspace has no place for the addresses of blocks.
std::shared_ptr<const GroupedKernels> grouped_kernels(const Context& context,
                                                      const BlockProblem& problem, TableUse use,
                                                      std::int64_t limit) {
    const bool is_cuda = context.options().device.kind == Device::Kind::cuda;
    if (!is_cuda || address_bytes(problem) > limit) return nullptr;
    return make_grouped_kernels(context, problem, use);
}

}  // namespace

ScaledBlocks scaled_blocks(Scalar alpha, Scalar beta) {
    const bool changes = beta != Scalar{1.0, 0.0};
    const bool reads_inputs = alpha != Scalar{};
    return {changes && reads_inputs, changes && !reads_inputs};
}

BlockPlan plan_blocks(const Context& context, const BlockProblem& problem,
                      const BlockPlanOptions& options, TableUse use, const ScaledBlocks& scaled) {
    const ContextOptions& settings = context.options();
    check_options(options, settings.device);
    const std::int64_t limit = checked_workspace_limit(options.workspace_limit, settings);
    BlockPlan plan;
    // A stream does one call after the other.
    const bool has_stream = settings.device.kind == Device::Kind::cuda;
    plan.threads = has_stream ? 1 : available_threads(settings.threads);
    plan.grouped = grouped_kernels(context, problem, use, limit);
    if (plan.grouped != nullptr) plan.address_bytes = address_bytes(problem);
    const BlockJoin join = join_blocks(problem);
    const std::vector<Pair> pairs = find_pairs(problem, join, options.leaves_out_missing);
    plan.pairs = static_cast<std::int64_t>(pairs.size());
    const BlockShapes shapes(problem);
    for (const Pair& pair : pairs) plan.flops += pair_flops(shapes, pair);
    const Limits limits =
        divided(limit == unlimited ? limit : limit - plan.address_bytes, plan.threads);
    DensePlans plans(context, options, operand_bytes(problem), plan.threads, limits.scratch);
    Expressions expressions(problem);
    MoveShapes move_shapes;
    const ComponentSetting setting{
        problem,           shapes,       join,       expressions,     plans,
        move_shapes,       plan.threads, plan.flops, limits.gathered, options.method,
        plan.grouped.get()};
    Passes passes(setting);
    add_products(setting, pairs, !has_stream, plan, passes);
    plan.passes = passes.release();
    std::vector<char> is_scaled(static_cast<std::size_t>(problem.layout(operand_d).blocks()), 1);
    if (scaled.all) plan.scale_all = scale_stage(setting, is_scaled);
    for (const Pair& pair : pairs) is_scaled[pair.d] = 0;
    if (scaled.rest) plan.scale_rest = scale_stage(setting, is_scaled);
    plan.plans = plans.release();
    keep_used_plans(plan);
    place_scratch(plan, passes.gathered_bytes());
    return plan;
}

}  // namespace ttgt::blocks
