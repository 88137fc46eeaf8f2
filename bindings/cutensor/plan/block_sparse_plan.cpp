// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>
#include <ttgt/block_tensor.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "bindings/cutensor/block_sparse.h"
#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

BlockContractionPlan plan_blocks(Handle& handle, const Operand& output,
                                 const std::vector<Operand>& factors,
                                 const BlockPlanOptions& options) {
    std::vector<BlockOperand> operands{{output.dtype, *output.blocks}};
    for (const Operand& factor : factors) operands.push_back({factor.dtype, *factor.blocks});
    return plan_contraction(handle.context(), product_text(output, factors), operands, options);
}

/// Products into blocks that D lacks are left out. Blocks of C that are not those of D are added
/// afterwards.
class BlockSparsePlan final : public Planned {
public:
    BlockSparsePlan(Handle& handle, const Operation& operation, BlockPlanOptions options)
        : operation_(operation),
          space_(handle.space()),
          assign_(plan_with(handle, {operation.inputs[0], operation.inputs[1]}, options, true)),
          accumulate_(
              plan_with(handle, {operation.inputs[0], operation.inputs[1]}, options, false)),
          add_(plan_with(handle, {operation.inputs[2]}, options, false)) {}

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return std::max(
            {assign_.workspace_bytes(), accumulate_.workspace_bytes(), add_.workspace_bytes()});
    }

    [[nodiscard]] std::string explain() const override { return assign_.explain(); }

    void run(Handle& /*handle*/, const Call& call) const override {
        check(call.workspace.bytes >= workspace_bytes(), CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE,
              "the workspace is smaller than the plan requires");
        const Scalar beta = call.scalars[1];
        const bool accumulates = beta != Scalar{} && is_in_place(call);
        if (!accumulates && beta != Scalar{}) check_addend(call);
        RunOptions options;
        options.workspace = call.workspace;
        options.stream = call.stream;
        options.alpha = call.scalars[0];
        options.beta = accumulates ? beta : Scalar{};
        const BlockTensorView d = output(call);
        (accumulates ? accumulate_ : assign_).run(d, {input(call, 0), input(call, 1)}, options);
        if (accumulates || beta == Scalar{}) return;
        options.alpha = beta;
        options.beta = 1.0;
        add_.run(d, {input(call, 2)}, options);
    }

private:
    [[nodiscard]] BlockContractionPlan plan_with(Handle& handle,
                                                 const std::vector<Operand>& factors,
                                                 BlockPlanOptions options,
                                                 bool beta_is_zero) const {
        options.beta_is_zero = beta_is_zero;
        return plan_blocks(handle, operation_.output, factors, options);
    }
    [[nodiscard]] ConstBlockTensorView input(const Call& call, std::size_t number) const {
        const Operand& operand = operation_.inputs[number];
        const auto* const blocks = static_cast<const void* const*>(call.inputs[number]);
        const auto count = static_cast<std::size_t>(operand.blocks->blocks());
        if (count > 0) check_given(blocks, "an array of blocks");
        return {operand.dtype, *operand.blocks, std::vector<const void*>(blocks, blocks + count),
                space_};
    }
    [[nodiscard]] BlockTensorView output(const Call& call) const {
        const Operand& operand = operation_.output;
        void* const* const blocks = static_cast<void* const*>(call.output);
        const auto count = static_cast<std::size_t>(operand.blocks->blocks());
        if (count > 0) check_given(blocks, "the array of D's blocks");
        return {operand.dtype, *operand.blocks, std::vector<void*>(blocks, blocks + count), space_};
    }
    [[nodiscard]] bool is_in_place(const Call& call) const {
        const auto* const c = static_cast<const void* const*>(call.inputs[2]);
        const auto* const d = static_cast<const void* const*>(call.output);
        if (c == d) return true;
        if (c == nullptr || d == nullptr) return false;
        return std::equal(c, c + operation_.output.blocks->blocks(), d);
    }

    /// What the run that adds C would refuse, after D has been written.
    void check_addend(const Call& call) const {
        const BlockLayout& blocks = *operation_.output.blocks;
        if (blocks.blocks() == 0) return;
        const auto* const c = static_cast<const void* const*>(call.inputs[2]);
        const auto* const d = static_cast<const void* const*>(call.output);
        check_given(c, "the array of C's blocks");
        check_given(d, "the array of D's blocks");
        std::vector<const void*> written(d, d + blocks.blocks());
        std::sort(written.begin(), written.end(), std::less<>{});
        for (std::int64_t block = 0; block < blocks.blocks(); ++block) {
            const bool is_written =
                std::binary_search(written.begin(), written.end(), c[block], std::less<>{});
            if ((c[block] != nullptr && !is_written) || !has_elements(blocks, block)) continue;
            check_given(c[block], "a block of C");
            refuse(CUTENSOR_STATUS_INVALID_VALUE, "some blocks of C lie in D's place, not all");
        }
    }
    [[nodiscard]] static bool has_elements(const BlockLayout& blocks, std::int64_t block) {
        const std::vector<std::int64_t> extents = blocks.extents(block);
        return std::find(extents.begin(), extents.end(), 0) == extents.end();
    }

    Operation operation_;
    MemorySpace space_;
    BlockContractionPlan assign_;
    BlockContractionPlan accumulate_;
    BlockContractionPlan add_;
};

}  // namespace

std::shared_ptr<const Planned> plan_block_sparse(Handle& handle, const Operation& operation,
                                                 std::int64_t workspace_limit) {
    BlockPlanOptions options;
    options.compute = operation.compute;
    options.leaves_out_missing = true;
    options.workspace_limit = workspace_limit;
    return std::make_shared<const BlockSparsePlan>(handle, operation, options);
}

}  // namespace ttgt::cutensor
