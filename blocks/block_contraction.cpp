// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>

#include <memory>
#include <optional>
#include <utility>

#include "blocks/make_planned.h"
#include "blocks/network/block_path.h"
#include "blocks/planned_product.h"
#include "blocks/planned_sum.h"
#include "contraction/expression/einsum.h"

namespace ttgt {
namespace {

std::unique_ptr<const PlannedBlocks> planned_text(const Context& context, std::string_view text,
                                                  const std::vector<BlockOperand>& operands,
                                                  const BlockSumRequest& request) {
    std::vector<std::size_t> ranks;
    for (std::size_t i = 1; i < operands.size(); ++i) ranks.push_back(operands[i].layout.rank());
    return make_planned(context, read_expression(text, ranks), operands, request);
}

/// Plans and runs a call of contract().
void contract_blocks(std::string_view expression, const BlockTensorView& d,
                     const std::vector<ConstBlockTensorView>& inputs,
                     const BlockContractOptions& options, const PathOptions& path) {
    Context& context = options.context != nullptr ? *options.context : thread_context();
    std::vector<BlockOperand> operands{{d.dtype(), d.layout()}};
    for (const ConstBlockTensorView& input : inputs) {
        operands.push_back({input.dtype(), input.layout()});
    }
    BlockPlanOptions planning = options;
    if (options.beta && !options.beta_is_zero) planning.beta_is_zero = *options.beta == Scalar{};
    const std::unique_ptr<const PlannedBlocks> planned =
        planned_text(context, expression, operands,
                     {planning, path, {blocks::TableUse::once, options.alpha, options.beta}});
    RunOptions run;
    run.alpha = options.alpha;
    run.beta = options.beta;
    run.workspace = context.workspace(planned->workspace_bytes());
    if (const auto& report_sink = context.options().report_sink) {
        Report report = planned->prediction();
        planned->run(d, inputs, run, &report);
        report_sink(report);
    } else {
        planned->run(d, inputs, run, nullptr);
    }
}

}  // namespace

std::unique_ptr<const PlannedBlocks> make_planned(const Context& context, Expression expression,
                                                  const std::vector<BlockOperand>& operands,
                                                  const BlockSumRequest& request) {
    const std::optional<bool> beta_is_zero = request.options.beta_is_zero;
    if (expression.terms.size() > 1 || expression.terms.front().factors.size() > 2) {
        const blocks::BlockSum sum =
            blocks::bind_block_sum(std::move(expression), operands, beta_is_zero);
        return std::make_unique<const PlannedSum>(context, sum, request);
    }
    blocks::check_block_path_options(request.path);
    return std::make_unique<const PlannedProduct>(
        context, blocks::bind_blocks(std::move(expression), operands, beta_is_zero),
        request.options, request.runs);
}

BlockContractionPlan::BlockContractionPlan(std::unique_ptr<const PlannedBlocks> planned)
    : planned_(std::move(planned)) {}
BlockContractionPlan::~BlockContractionPlan() = default;
BlockContractionPlan::BlockContractionPlan(BlockContractionPlan&&) noexcept = default;
BlockContractionPlan& BlockContractionPlan::operator=(BlockContractionPlan&&) noexcept = default;

BlockContractionPlan BlockContractionPlan::make(Context& context, std::string_view expression,
                                                const std::vector<BlockOperand>& operands,
                                                const BlockPlanOptions& options,
                                                const PathOptions& path) {
    return BlockContractionPlan(planned_text(context, expression, operands, {options, path, {}}));
}

std::int64_t BlockContractionPlan::pairs() const noexcept { return planned_->pairs(); }

std::string BlockContractionPlan::explain(std::size_t most_components) const {
    return planned_->explain(most_components);
}

std::int64_t BlockContractionPlan::workspace_bytes() const noexcept {
    return planned_->workspace_bytes();
}

Report BlockContractionPlan::prediction() const { return planned_->prediction(); }

void BlockContractionPlan::run(const BlockTensorView& d,
                               const std::vector<ConstBlockTensorView>& inputs,
                               const RunOptions& options) const {
    planned_->run(d, inputs, options, nullptr);
}

Report BlockContractionPlan::profile(const BlockTensorView& d,
                                     const std::vector<ConstBlockTensorView>& inputs,
                                     const RunOptions& options) const {
    Report report = prediction();
    planned_->run(d, inputs, options, &report);
    return report;
}

void contract(std::string_view expression, const BlockTensorView& d, const ConstBlockTensorView& l,
              const ConstBlockTensorView& r, const BlockContractOptions& options) {
    contract_blocks(expression, d, {l, r}, options, {});
}

void contract(std::string_view expression, const BlockTensorView& d, const ConstBlockTensorView& l,
              const BlockContractOptions& options) {
    contract_blocks(expression, d, {l}, options, {});
}

void contract(std::string_view expression, const BlockTensorView& d,
              const std::vector<ConstBlockTensorView>& inputs, const BlockContractOptions& options,
              const PathOptions& path) {
    contract_blocks(expression, d, inputs, options, path);
}

}  // namespace ttgt
