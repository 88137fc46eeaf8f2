// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/direct_plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/direct_launches.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "contraction/cuda/direct/product_policy.h"
#include "contraction/cuda/direct/tall_policy.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

/// Microseconds to launch a kernel that follows another kernel at once.
constexpr double second_launch_us = 2.0;

/// The launch in units of 16 bytes, for aligned pointers, and the launch in units of one element.
/// make(unit) returns the launch for units of `unit` elements, or nothing where such units do not
/// fit the strides; make(1) always returns a launch. Without a launch in units of 16 bytes, both
/// are the launch in units of one element.
template <class Make>
DirectPass make_pass(const DirectShape& shape, const Make& make) {
    const DirectLaunch plain = *make(1);
    const int unit = widest_unit(shape);
    const std::optional<DirectLaunch> fast = unit > 1 ? make(unit) : std::optional<DirectLaunch>{};
    return {fast.value_or(plain), plain};
}

DirectPass sum_pass(const DirectShape& shape, std::int64_t splits, const Architecture& gpu) {
    return make_pass(shape, [&](int unit) { return sum_launch(shape, unit, splits, gpu); });
}

bool has_role(const DirectShape& shape, Role role) {
    return std::find(shape.output_roles.begin(), shape.output_roles.end(), role) !=
           shape.output_roles.end();
}

/// Whether D's elements are single products that are best computed in D's order. Each input has to
/// be read in few sectors in that order, or be small enough to stay in L1. D has to be written in
/// few sectors, unless both inputs together stay in L1.
bool is_elementwise(const DirectShape& shape) {
    constexpr double tolerated = 2.0;
    if (shape.sum_count != 1) return false;
    for (std::size_t operand = 1; operand < 3; ++operand) {
        if (shape.bytes[operand] > l1_input_bytes &&
            sector_waste(shape, shape.outputs, operand) > tolerated)
            return false;
    }
    return sector_waste(shape, shape.outputs, 0) <= tolerated ||
           shape.bytes[1] + shape.bytes[2] <= l1_input_bytes;
}

/// Whether outputs share so little that each is best summed by itself: there is one input, or a sum
/// of a matrix and a vector that is long or whose input runs along the outputs no better than D
/// does.
bool sums_alone(const DirectShape& shape) {
    constexpr std::int64_t long_sum = 16;
    if (!shape.has_r) return true;
    const bool is_matrix = has_role(shape, Role::free_l) && has_role(shape, Role::free_r);
    if (shape.sum_count == 1 || is_matrix) return false;
    return shape.sum_count >= long_sum || sector_waste(shape, shape.outputs, 0) <=
                                              sector_waste(shape, shape.outputs, shape.larger);
}

/// Predicted microseconds of the plan's kernels for aligned pointers, without the launch of the
/// first.
double kernels_us(const DirectKernelPlan& plan) {
    return plan.main.fast.us +
           (plan.split_reduction ? second_launch_us + plan.split_reduction->fast.us : 0);
}

/// Adds a split reduction of `splits` partial sums per output to a plan, and its scratch memory.
void make_splits(DirectKernelPlan& plan, const DirectShape& shape, std::int64_t splits) {
    plan.scratch_bytes = splits * shape.output_count * size_bytes(compute_of(shape.dtypes[0]));
    plan.split_reduction = sum_pass(sum_of_splits(shape, splits), 1, plan.gpu);
}

/// Whether the shape needs a product or tall kernel, and is known to take more than `most_us`
/// microseconds before the product kernel's tiles are chosen.
bool is_slower(const DirectShape& shape, const Architecture& gpu, double most_us) {
    if (shape.output_count == 0 || shape.sum_count == 0) return false;
    if (is_elementwise(shape) || sums_alone(shape)) return false;
    if (gpu.launch_us + least_product_us(shape, gpu) <= most_us) return false;
    const std::optional<DirectLaunch> tall = tall_launch(shape, gpu);
    return !tall || gpu.launch_us + tall->us > most_us;
}

DirectKernelPlan plan_shape(const DirectShape& shape, const Architecture& gpu,
                            std::int64_t scratch_limit) {
    DirectKernelPlan plan;
    plan.gpu = gpu;
    plan.swapped = shape.swapped;
    plan.is_empty = shape.output_count == 0;
    plan.sums_nothing = shape.sum_count == 0;
    if (plan.is_empty) return plan;
    const std::int64_t scratch = std::min(scratch_limit, most_scratch_bytes);
    if (plan.sums_nothing || (shape.has_r && is_elementwise(shape))) {
        plan.main =
            make_pass(shape, [&](int unit) { return elementwise_launch(shape, unit, gpu); });
        return plan;
    }
    const DirectShape packed = with_packed_output(shape);
    const bool alone = sums_alone(shape);
    const std::int64_t splits =
        alone ? sum_splits(packed, scratch, gpu) : product_splits(packed, scratch, gpu);
    if (splits > 1) make_splits(plan, shape, splits);
    const DirectShape& first = splits > 1 ? packed : shape;
    if (alone) {
        plan.main = sum_pass(first, splits, gpu);
    } else {
        plan.main.plain = product_launch(first, splits, gpu);
        plan.main.fast = plan.main.plain;
        const std::optional<DirectLaunch> tall = tall_launch(shape, gpu);
        // At equal prices the tall kernel is taken, because it stages less in shared memory.
        if (tall && tall->us <= kernels_us(plan)) {
            plan.main = {*tall, *tall};
            plan.split_reduction.reset();
            plan.scratch_bytes = 0;
        }
    }
    return plan;
}

}  // namespace

DirectKernelPlan plan_direct_kernel(const DirectStep& step, const Architecture& gpu,
                                    std::int64_t scratch_limit) {
    return plan_shape(make_shape(step), gpu, scratch_limit);
}

std::optional<DirectKernelPlan> plan_direct_kernel(const DirectStep& step, const Architecture& gpu,
                                                   std::int64_t scratch_limit, double most_ms) {
    const DirectShape shape = make_shape(step);
    if (is_slower(shape, gpu, 1e3 * most_ms)) return {};
    return plan_shape(shape, gpu, scratch_limit);
}

namespace {

std::optional<DirectKernelPlan> plan_gett(const DirectShape& shape, const GettChoice& choice,
                                          const Architecture& gpu) {
    DirectKernelPlan plan;
    plan.gpu = gpu;
    plan.swapped = shape.swapped != choice.swapped;
    if (choice.splits > 1) make_splits(plan, shape, choice.splits);
    const DirectShape first = choice.splits > 1 ? with_packed_output(shape) : shape;
    GettIndexes indexes(first);
    const auto fast = gett_launch(indexes, choice, PointerAlignment::vector, gpu);
    const auto plain = gett_launch(indexes, choice, PointerAlignment::element, gpu);
    if (!fast || !plain) return {};
    plan.main.fast = *fast;
    plan.main.plain = *plain;
    plan.gett = choice;
    return plan;
}

}  // namespace

std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step, const GettChoice& choice,
                                                 const Architecture& gpu) {
    const DirectShape shape = make_shape(step);
    if (!suits_gett(shape)) return {};
    return plan_gett(shape, choice, gpu);
}

std::optional<DirectKernelPlan> plan_gett_kernel(const DirectStep& step, const Architecture& gpu,
                                                 std::int64_t scratch_limit) {
    const DirectShape shape = make_shape(step);
    if (!suits_gett(shape)) return {};
    const std::optional<GettPrice> best =
        best_gett(shape, gpu, std::min(scratch_limit, most_gett_scratch_bytes));
    if (!best) return {};
    return plan_gett(shape, best->choice, gpu);
}

std::vector<DirectKernelPlan> plan_gett_kernels(const DirectStep& step, const Architecture& gpu,
                                                std::int64_t scratch_limit) {
    const DirectShape shape = make_shape(step);
    std::vector<DirectKernelPlan> plans;
    if (!suits_gett(shape)) return plans;
    for (const GettPrice& price :
         likely_getts(shape, gpu, std::min(scratch_limit, most_gett_scratch_bytes))) {
        if (auto plan = plan_gett(shape, price.choice, gpu)) plans.push_back(*std::move(plan));
    }
    return plans;
}

namespace {

std::optional<DirectKernelPlan> plan_outer(const DirectShape& shape,
                                           const std::optional<DirectLaunch>& launch,
                                           const Architecture& gpu) {
    if (!launch) return {};
    DirectKernelPlan plan;
    plan.gpu = gpu;
    plan.swapped = shape.swapped;
    plan.main = {*launch, *launch};
    return plan;
}

}  // namespace

std::optional<DirectKernelPlan> plan_outer_kernel(const DirectStep& step, const Architecture& gpu) {
    const DirectShape shape = make_shape(step);
    if (!favours_outer(shape)) return {};
    return plan_outer(shape, outer_launch(shape, gpu), gpu);
}

std::optional<DirectKernelPlan> plan_outer_kernel(const DirectStep& step, const OuterChunks& chunks,
                                                  const Architecture& gpu) {
    const DirectShape shape = make_shape(step);
    if (!suits_outer(shape)) return {};
    return plan_outer(shape, outer_launch(shape, chunks, gpu), gpu);
}

DirectKernelPlan plan_reduce_kernel(const ReduceStep& step, const Architecture& gpu,
                                    std::int64_t scratch_limit) {
    return plan_shape(make_shape(step), gpu, scratch_limit);
}

DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu) {
    DirectStep nothing;
    nothing.dtypes = {step.dtype, step.dtype, step.dtype};
    for (const Mode<1>& mode : step.modes) {
        nothing.outputs.push_back({mode.extent, {mode.strides[0], 0, 0}});
    }
    nothing.sums.push_back({0, {0, 0, 0}});
    return plan_direct_kernel(nothing, gpu, 0);
}

void refuse_without_scratch(const DirectKernelPlan& plan) {
    throw InvalidArgument(
        fmt::format("the plan of a direct step needs {} bytes of scratch memory; none was given",
                    plan.scratch_bytes));
}

double predicted_ms(const DirectKernelPlan& plan) {
    constexpr double ms_per_us = 1e-3;
    if (plan.is_empty) return 0;
    if (plan.gett) return plan.main.fast.us * ms_per_us;
    return (plan.gpu.launch_us + kernels_us(plan)) * ms_per_us;
}

namespace {

struct Describer {
    const DirectKernelPlan& plan;

    std::string operator()(const ElementwiseArguments& arguments) const {
        return fmt::format("elementwise: {} units", arguments.units);
    }
    std::string operator()(const SumArguments& arguments) const {
        return fmt::format("sums: {} units of outputs by {} of sums, {} threads each, {} splits",
                           arguments.output_units, arguments.sum_units,
                           1 << arguments.log2_sum_lanes, arguments.splits.value);
    }
    std::string operator()(const ProductArguments& arguments) const {
        return fmt::format(
            "product: tiles of {} rows, {} columns, {} of batch, {} inner; {} slices, {} splits",
            arguments.rows.size, arguments.columns.size, arguments.batch.size, arguments.inner.size,
            arguments.slices, arguments.splits.value);
    }
    std::string operator()(const GettArguments&) const {
        return "gett: " + cuda::describe(plan.main.fast.input_dtype, *plan.gett);
    }
    std::string operator()(const TallArguments& arguments) const {
        return fmt::format("tall: {} rows of {} by {} columns, {} inner positions at a time",
                           arguments.rows, arguments.tall_is_r != 0 ? "R" : "L", arguments.columns,
                           arguments.depth);
    }
    std::string operator()(const OuterArguments& arguments) const {
        return fmt::format(
            "outer: {} tiles of {} outputs in {} runs, {} + {} staged elements, {} inner "
            "positions{}",
            arguments.tiles, arguments.outputs, arguments.runs, arguments.fast.count,
            arguments.slow.count, arguments.depth,
            plan.main.fast.policy == steady_outer ? ", steady" : "");
    }
};

}  // namespace

std::string DirectKernelPlan::describe() const {
    if (is_empty) return "nothing to do";
    const DirectLaunch& launch = main.fast;
    std::string text = std::visit(Describer{*this}, launch.arguments);
    if (std::holds_alternative<ProductArguments>(launch.arguments)) {
        const ProductPolicy& policy = product_policies[launch.policy];
        text += fmt::format("; {} x {} x {} outputs a thread", policy.batch, policy.rows,
                            policy.columns);
    }
    if (std::holds_alternative<TallArguments>(launch.arguments)) {
        text += fmt::format("; {} columns a thread", tall_columns[launch.policy]);
    }
    const bool has_units = !gett;
    return text + fmt::format("; {} blocks of {} threads, {}{} bytes of scratch memory",
                              launch.blocks, launch.threads,
                              has_units ? fmt::format("units of {} elements, ", launch.unit) : "",
                              scratch_bytes);
}

}  // namespace ttgt::cuda
