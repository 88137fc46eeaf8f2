// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/product_policy.h"
#include "contraction/cuda/direct/tall_policy.h"

namespace ttgt::cuda {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Makes the key of a launch. The kinds are fixed words, which are on disk.
struct KeyMaker {
    const DirectKernelPlan& plan;

    KernelKey operator()(const ElementwiseArguments&) const {
        return {"elementwise", {of_launch()}};
    }
    KernelKey operator()(const SumArguments& arguments) const {
        return {"sums",
                {of_launch(),
                 {arguments.log2_output_lanes, arguments.log2_sum_lanes,
                  static_cast<std::int64_t>(arguments.splits.value)}}};
    }
    KernelKey operator()(const ProductArguments& arguments) const {
        const ProductPolicy& policy = product_policies[plan.main.fast.policy];
        return {"product",
                {of_launch(),
                 {arguments.rows.size, arguments.columns.size, arguments.batch.size,
                  arguments.inner.size},
                 {policy.rows, policy.columns, policy.batch},
                 {static_cast<std::int64_t>(arguments.splits.value)}}};
    }
    KernelKey operator()(const TallArguments& arguments) const {
        return {"tall", {of_launch(), {arguments.tall_is_r, tall_columns[plan.main.fast.policy]}}};
    }
    KernelKey operator()(const OuterArguments& arguments) const {
        Numbers chunks;
        for (std::int32_t m = 0; m < arguments.output_modes; ++m) {
            chunks.push_back(static_cast<std::int64_t>(arguments.mode[m].chunk.value));
        }
        return {"outer", {of_launch(), std::move(chunks), {plan.main.fast.policy}}};
    }
    KernelKey operator()(const GettArguments&) const {
        return key_of(plan.main.fast.input_dtype, *plan.gett);
    }

    /// Elements of a unit, threads of a block, blocks, bytes of scratch memory.
    [[nodiscard]] Numbers of_launch() const {
        const DirectLaunch& launch = plan.main.fast;
        return {launch.unit, launch.threads, launch.blocks, plan.scratch_bytes};
    }
};

Numbers numbers_of(const GettOrder& order) {
    return {order.first_run, order.second_run, order.second_leads};
}

}  // namespace

KernelKey key_of(DType dtype, const GettChoice& choice) {
    const GettTile& tile = gett_tiles({dtype, choice.compute}).first[choice.tile];
    Numbers way{choice.swapped};
    // Nothing for full precision, so that keys on disk that have no such number stay.
    if (choice.compute != ComputeType::full) way.push_back(static_cast<int>(choice.compute));
    return {"gett",
            {{tile.rows, tile.columns, tile.inner, tile.warp_rows, tile.warp_columns, tile.stages,
              tile.blocks},
             std::move(way),
             numbers_of(choice.rows),
             numbers_of(choice.columns),
             numbers_of(choice.inner),
             {static_cast<std::int64_t>(choice.store), choice.splits}}};
}

KernelKey DirectKernelPlan::key() const {
    if (is_empty) return {"nothing", {}};
    return std::visit(KeyMaker{*this}, main.fast.arguments);
}

}  // namespace ttgt::cuda
