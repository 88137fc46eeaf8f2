// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/plan_network.h"

#include <ttgt/error.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "contraction/execute/product_loops.h"
#include "network/plan/block.h"
#include "network/plan/fused_steps.h"
#include "network/plan/path_costs.h"
#include "network/plan/replay.h"
#include "network/plan/slicing.h"
#include "network/plan/temporary_layouts.h"
#include "network/rewrite/common_factors.h"
#include "network/rewrite/float32_temporaries.h"
#include "network/rewrite/pairwise.h"
#include "network/terms/addend_step.h"
#include "network/terms/joined_terms.h"
#include "src/context/workspace_limit.h"
#include "src/core/element.h"
#include "src/core/native_compute.h"

namespace ttgt::network {
namespace {

// A factor. Two programs whose estimates differ by less than this factor are both planned, because
// their plans may rank the other way. If they differ by more, only the faster one is planned.
constexpr double estimates_err_by = 1.05;
// The most factors of a product whose path is searched twice, for the least time and for the fewest
// operations. With more factors the search is slow, so only the path with the fewest operations is
// searched; the steps are then so small that predicted times would not choose better.
constexpr std::size_t most_to_search_twice = 64;

std::vector<std::size_t> outputs_of(const Program& program) {
    std::vector<std::size_t> outputs;
    for (const Sum& sum : program.sums) {
        const std::optional<std::size_t>& operand = program.tensors[sum.output.tensor].operand;
        if (operand && std::find(outputs.begin(), outputs.end(), *operand) == outputs.end()) {
            outputs.push_back(*operand);
        }
    }
    return outputs;
}

std::size_t factors_of(const Sum& sum) {
    std::size_t factors = 0;
    for_each_factor(sum, [&](const Use&) { ++factors; });
    return factors;
}

std::size_t most_factors(const Program& program) {
    std::size_t most = 0;
    for (const Sum& sum : program.sums) {
        for (const Product& product : sum.products) most = std::max(most, product.factors.size());
    }
    return most;
}

/// Calls `make` and returns its plan. Empty where `make` throws SizeOverflow, because a temporary
/// or the workspace of a step has more bytes than 64 bits can count. Another path may have smaller
/// temporaries.
template <class Make>
auto if_counted(Make&& make) -> std::optional<decltype(make())> {
    try {
        return make();
    } catch (const SizeOverflow&) {
        return std::nullopt;
    }
}

// Programs below so many milliseconds keep their steps: formulas take microseconds to start, and
// small steps become one generated kernel. Others change for a predicted gain beyond the error of
// predictions.
constexpr double least_joined_ms = 0.05;
constexpr double least_gain = 0.95;

/// Refuses tf32, tf32x3 and int8 for programs with 16-bit operands. The plans of the steps would
/// accept them, because temporaries of 16-bit operands are float32.
void check_compute(const NetworkRequest& request, const Device& device) {
    if (request.options.compute == ComputeType::full || device.kind == Device::Kind::cpu) return;
    const bool is_int8 = is_by_int8(request.options.compute);
    for (const ProgramTensor& tensor : request.program.operands()) {
        if (!is_half(tensor.dtype)) continue;
        throw Unsupported(fmt::format("'{}' is {}; {} is for float32{} and complex64{}",
                                      tensor.name, name(tensor.dtype),
                                      name(request.options.compute), is_int8 ? ", float64," : "",
                                      is_int8 ? " and complex128" : ""));
    }
}

/// The most elements of a temporary of the block, in one turn of its loops.
std::int64_t largest_temporary(const Block& block) {
    std::int64_t largest = 0;
    for (const Sum& sum : block.program.sums) {
        const ProgramTensor& tensor = block.program.tensors[sum.output.tensor];
        if (!tensor.operand) largest = std::max(largest, volume(tensor.layout));
    }
    return largest;
}

void forget_beginnings(Block& block) {
    for (NetworkStep& step : block.steps) step.begins_operand = false;
}

class NetworkPlanner {
public:
    NetworkPlanner(Context& context, const NetworkRequest& request);
    [[nodiscard]] NetworkPlan plan() const;

private:
    [[nodiscard]] PathCosts costs(Minimize minimize) const;
    [[nodiscard]] Program rewritten(const Program& program, const PathOptions& path) const;
    [[nodiscard]] Program pairwise(const Program& program, const PathOptions& path) const;
    [[nodiscard]] NetworkPlan plan_whole(const PathOptions& path) const;
    /// The cheaper of a plan of one step for each sum, and of one that joins terms of one tensor.
    [[nodiscard]] NetworkPlan plan_laid_out(Program program, const PathOptions& path) const;
    [[nodiscard]] NetworkPlan plan_steps(Program program, const PathOptions& path) const;
    /// Joined terms are formulas: on GPUs these need kernels that are generated; on CPUs two
    /// transposes took 0.47 to 0.77 of the time of a formula
    /// (docs/adr/0062-terms-of-one-tensor.md).
    [[nodiscard]] bool may_join_terms() const;
    /// The plan with the lowest predicted time, ignoring the workspace limit. With Minimize::time,
    /// compares the path of least estimated time with the path of fewest operations.
    [[nodiscard]] NetworkPlan plan_cheapest() const;
    /// A plan that needs little workspace: each product is a block of its own, computed in slices
    /// or by nested loops. Empty if the program names temporaries.
    [[nodiscard]] std::optional<NetworkPlan> plan_product_by_product() const;
    /// Tries plans that need less workspace, and returns the first that fits the limit.
    [[nodiscard]] NetworkPlan plan_within_limit() const;
    /// Divides a sum into sums that can be computed one after the other, each adding to the output:
    /// one for each product. A sum into a 16-bit output is not divided, so that the output is
    /// rounded only once.
    [[nodiscard]] std::vector<Sum> parts_of(const Sum& sum) const;
    /// Plans one of parts_of(): in slices or by nested loops, whichever is predicted to be faster.
    [[nodiscard]] PlannedBlock plan_part(const Sum& sum, const PathOptions& path) const;
    /// Plans a sum with labels cut into slices, so that its temporaries fit the workspace limit.
    [[nodiscard]] PlannedBlock plan_in_slices(const Sum& sum, const PathOptions& path) const;
    [[nodiscard]] NetworkParts parts() const;
    /// Whether what was planned respects the limits on workspace and on temporaries.
    [[nodiscard]] bool fits(std::int64_t workspace_bytes, const Block& block) const;
    [[nodiscard]] bool fits(const NetworkPlan& plan) const;
    [[noreturn]] void refuse(std::optional<std::int64_t> least_bytes) const;
    /// Sets the layouts of the program's temporaries. Returns the estimated milliseconds of the
    /// program if PathOptions::choose_layouts is set.
    std::optional<double> lay_out(Program& program, const PathOptions& path) const;

    Context& context_;
    const NetworkRequest& request_;
    std::vector<ProgramTensor> operands_;
    std::shared_ptr<const Machine> machine_;
    std::int64_t limit_;
    std::int64_t most_elements_;
};

NetworkPlanner::NetworkPlanner(Context& context, const NetworkRequest& request)
    : context_(context),
      request_(request),
      operands_(request.program.operands()),
      limit_(checked_workspace_limit(request.options.workspace_limit, context.options())),
      most_elements_(
          request.path.most_elements.value_or(std::numeric_limits<std::int64_t>::max())) {
    check_compute(request, context.options().device);
    machine_ = machine_of(context, request.program, request.threads);
}

PathCosts NetworkPlanner::costs(Minimize minimize) const {
    return path_costs(machine_, request_.program, minimize);
}

Program NetworkPlanner::rewritten(const Program& program, const PathOptions& path) const {
    return path.factor ? pull_out_common_factors(program, costs(path.minimize)) : program;
}

Program NetworkPlanner::pairwise(const Program& program, const PathOptions& path) const {
    const Program pairs = make_pairwise(rewritten(program, path), costs(path.minimize), path);
    return Float32Temporaries{path.share,
                              machine_->kernels().has_mixed_precision_products()}(pairs);
}

std::optional<double> NetworkPlanner::lay_out(Program& program, const PathOptions& path) const {
    if (path.choose_layouts) return choose_layouts(program, *machine_);
    lay_out_as_produced(program);
    return std::nullopt;
}

NetworkParts NetworkPlanner::parts() const {
    NetworkParts parts;
    parts.text = request_.text;
    parts.device = context_.options().device;
    parts.options = request_.options;
    parts.options.workspace_limit = limit_;
    parts.machine = machine_;
    parts.path = request_.path;
    parts.operands = operands_;
    parts.outputs = outputs_of(request_.program);
    parts.beta_is_zero = !request_.program.sums.front().adds;
    return parts;
}

bool NetworkPlanner::fits(std::int64_t workspace_bytes, const Block& block) const {
    return workspace_bytes <= limit_ && largest_temporary(block) <= most_elements_;
}

bool NetworkPlanner::fits(const NetworkPlan& plan) const {
    const std::vector<Block>& blocks = plan.parts().blocks;
    return std::all_of(blocks.begin(), blocks.end(),
                       [&](const Block& block) { return fits(plan.workspace_bytes(), block); });
}

NetworkPlan NetworkPlanner::plan_laid_out(Program program, const PathOptions& path) const {
    std::optional<Program> joined = may_join_terms() ? with_joined_terms(program) : std::nullopt;
    NetworkPlan plan = plan_steps(std::move(program), path);
    if (!joined || plan.predicted_ms() < least_joined_ms) return plan;
    lay_out(*joined, path);
    NetworkPlan other = plan_steps(std::move(*joined), path);
    const bool is_better = other.predicted_ms() < least_gain * plan.predicted_ms();
    return is_better && fits(other) ? std::move(other) : std::move(plan);
}

bool NetworkPlanner::may_join_terms() const {
    return context_.options().device.kind == Device::Kind::cuda &&
           request_.options.generated_kernels;
}

NetworkPlan NetworkPlanner::plan_steps(Program program, const PathOptions& path) const {
    // Kernels that read an addend in any place are those of GPUs.
    if (context_.options().device.kind == Device::Kind::cuda) {
        program = with_addends_first(std::move(program));
    }
    PlannedBlock planned = plan_block(context_, request_, std::move(program), {});
    NetworkParts result = parts();
    result.path = path;
    result.workspace_bytes = planned.workspace_bytes;
    result.blocks.push_back(std::move(planned.block));
    result.sources.push_back(std::move(planned.sources));
    return NetworkPlan(std::move(result));
}

NetworkPlan NetworkPlanner::plan_whole(const PathOptions& path) const {
    Program program = pairwise(request_.program, path);
    lay_out(program, path);
    return plan_laid_out(std::move(program), path);
}

NetworkPlan NetworkPlanner::plan_cheapest() const {
    const PathOptions& quickest = request_.path;
    if (quickest.minimize != Minimize::time || !quickest.path.empty()) return plan_whole(quickest);
    PathOptions fewest = quickest;
    fewest.minimize = Minimize::flops;
    if (most_factors(request_.program) > most_to_search_twice) return plan_whole(fewest);
    Program program = pairwise(request_.program, quickest);
    Program other = pairwise(request_.program, fewest);
    const bool differ = other.sums != program.sums;
    const std::optional<double> estimate = lay_out(program, quickest);
    const std::optional<double> other_estimate = differ ? lay_out(other, fewest) : estimate;
    const auto may_win = [](std::optional<double> ms, std::optional<double> rival_ms) {
        return !ms || *ms < *rival_ms * estimates_err_by;
    };
    if (!differ || !may_win(other_estimate, estimate)) {
        return plan_laid_out(std::move(program), quickest);
    }
    NetworkPlan second = plan_laid_out(std::move(other), fewest);
    if (!may_win(estimate, other_estimate)) return second;
    NetworkPlan first = plan_laid_out(std::move(program), quickest);
    return second.predicted_ms() < first.predicted_ms() ? std::move(second) : std::move(first);
}

PlannedBlock NetworkPlanner::plan_in_slices(const Sum& sum, const PathOptions& path) const {
    const Program one = pairwise({request_.program.tensors, {sum}}, path);
    SlicedProgram sliced = slice_to_fit(one, {limit_, most_elements_});
    lay_out(sliced.program, path);
    NetworkRequest request = request_;
    // The temporaries may take the whole limit, so the steps are planned without workspace.
    if (limit_ < unlimited) request.options.workspace_limit = 0;
    return plan_block(context_, request, std::move(sliced.program), std::move(sliced.loops));
}

std::vector<Sum> NetworkPlanner::parts_of(const Sum& sum) const {
    if (is_half_operand(request_.program, sum.output.tensor)) return {sum};
    std::vector<Sum> parts;
    for (const Product& product : sum.products) {
        Sum& part = parts.emplace_back(sum);
        part.products = {product};
        part.adds = sum.adds || parts.size() > 1;
    }
    return parts;
}

PlannedBlock NetworkPlanner::plan_part(const Sum& sum, const PathOptions& path) const {
    const bool needs_temporaries = sum.products.size() > 1 || factors_of(sum) > 2;
    if (!needs_temporaries) return plan_in_slices(sum, path);
    std::optional<PlannedBlock> sliced = if_counted([&] { return plan_in_slices(sum, path); });
    const bool is_small = sliced && fits(sliced->workspace_bytes, sliced->block);
    // Nested loops take at most `most_loop_inputs` factors, so a longer product is only sliced.
    if (is_small && factors_of(sum) > most_loop_inputs) return std::move(*sliced);
    PlannedBlock loops = plan_loop_block(
        request_.program, sum,
        {context_.options().device, machine_->prices(), {request_.threads, context_.stream()}});
    const bool is_quicker = is_small && predicted_ms(sliced->block) <= predicted_ms(loops.block);
    return is_quicker ? std::move(*sliced) : std::move(loops);
}

std::optional<NetworkPlan> NetworkPlanner::plan_product_by_product() const {
    if (request_.program.tensors.size() > operands_.size()) return std::nullopt;
    PathOptions path = request_.path;
    path.minimize = Minimize::memory;
    path.share = path.factor = false;
    NetworkParts result = parts();
    result.path = path;
    std::vector<char> is_begun(request_.program.tensors.size());
    for (const Sum& sum : with_joined_sums(request_.program).sums) {
        for (const Sum& part : parts_of(sum)) {
            PlannedBlock planned = plan_part(part, path);
            // No temporary keeps its value until the next run, because later turns and products
            // overwrite it. A dependence on operand 0, the output, makes RunOptions::unchanged skip
            // no step.
            for (std::vector<char>& sources : planned.sources) sources.front() = 1;
            // Only the first product of an output applies beta. plan_part() sees one product and
            // marks its first step to apply beta.
            if (is_begun[sum.output.tensor] != 0) forget_beginnings(planned.block);
            is_begun[sum.output.tensor] = 1;
            result.workspace_bytes = std::max(result.workspace_bytes, planned.workspace_bytes);
            result.blocks.push_back(std::move(planned.block));
            result.sources.push_back(std::move(planned.sources));
        }
    }
    return NetworkPlan(std::move(result));
}

NetworkPlan NetworkPlanner::plan() const {
    std::optional<NetworkPlan> best = if_counted([&] { return plan_cheapest(); });
    if (best && fits(*best)) return std::move(*best);
    NetworkParts parts = plan_within_limit().take_parts();
    if (best) parts.unlimited_operations = best->operations();
    return NetworkPlan(std::move(parts));
}

NetworkPlan NetworkPlanner::plan_within_limit() const {
    PathOptions frugal = request_.path;
    frugal.minimize = Minimize::memory;
    std::optional<std::int64_t> least_bytes;
    for (const bool shares : {true, false}) {
        if (!shares) frugal.share = frugal.factor = false;
        std::optional<NetworkPlan> plan = if_counted([&] { return plan_whole(frugal); });
        if (!plan) continue;
        if (fits(*plan)) return std::move(*plan);
        least_bytes =
            std::min(least_bytes.value_or(plan->workspace_bytes()), plan->workspace_bytes());
    }
    if (std::optional<NetworkPlan> plan = plan_product_by_product()) return std::move(*plan);
    refuse(least_bytes);
}

/// Of a program that cannot be sliced, because it names temporaries. `least_bytes`: of the plans
/// that were tried; none where all needed more than 64 bits can count.
void NetworkPlanner::refuse(std::optional<std::int64_t> least_bytes) const {
    if (!least_bytes) {
        throw SizeOverflow(fmt::format(
            "'{}' has temporaries of more bytes than 64 bits count, whatever is multiplied first",
            request_.text));
    }
    if (*least_bytes <= limit_) {
        throw Unsupported(fmt::format(
            "'{}' has temporaries of more than {} elements, the most that PathOptions allow",
            request_.text, most_elements_));
    }
    throw Unsupported(fmt::format(
        "'{}' needs at least {} bytes of workspace for its temporaries, the limit is {}",
        request_.text, *least_bytes, limit_));
}

}  // namespace

NetworkPlan plan_network(Context& context, const NetworkRequest& request) {
    NetworkParts parts = NetworkPlanner(context, request).plan().take_parts();
    const bool is_on_cuda = context.options().device.kind == Device::Kind::cuda;
    // Inputs of PathOptions::kept need temporaries in the workspace, where a later run finds them.
    // A single kernel for all steps does not write temporaries there.
    const bool is_whole =
        parts.blocks.size() == 1 && parts.blocks.front().loops.empty() && request.path.kept.empty();
    if (request.options.generated_kernels && is_on_cuda && is_whole) {
        Fusion fusion = fuse_steps(context, request, parts.blocks.front());
        parts.blocks.front().fused = std::move(fusion.steps);
        parts.fusion_rejection = std::move(fusion.rejection);
    }
    if (is_whole && !parts.blocks.front().fused) leave_out_copies(parts.blocks.front());
    prepare_replay(parts, context);
    return NetworkPlan(std::move(parts));
}

}  // namespace ttgt::network
