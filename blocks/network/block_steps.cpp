// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/network/block_steps.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "blocks/problem/reached_blocks.h"

namespace ttgt::blocks {
namespace {

/// A tensor at its place in a product.
struct PlacedFactor {
    Factor factor;
    std::size_t tensor;
};

class StepBuilder {
public:
    explicit StepBuilder(const BlockSum& sum) : sum_(sum), result_{sum.operands, {}} {}

    void add(const Term& term, const network::Path& path) {
        factors_.clear();
        for (const Factor& factor : term.factors) factors_.push_back({factor, next_operand_++});
        is_used_.assign(factors_.size(), 0);
        std::vector<PlacedFactor> inputs = factors_;  // of the last step
        for (std::size_t step = 0; step < path.size(); ++step) {
            const auto& [l, r] = path[step];
            inputs = {factors_[l], factors_[r]};
            is_used_[l] = is_used_[r] = 1;
            if (step + 1 == path.size()) break;
            factors_.push_back(product_of(inputs));
            is_used_.push_back(0);
        }
        add_last(term, inputs);
    }

    [[nodiscard]] BlockSteps release() { return std::move(result_); }

private:
    /// Appends the step that writes D.
    void add_last(const Term& term, const std::vector<PlacedFactor>& inputs) {
        Expression expression;
        expression.output = sum_.expression.output;
        expression.assignment = sum_.expression.assignment;
        if (has_begun_ && expression.assignment == Assignment::assign) {
            expression.assignment = Assignment::add;
        }
        add_step(std::move(expression), inputs, term.scale, 0);
        result_.steps.back().begins_d = !std::exchange(has_begun_, true);
    }

    /// Appends the step that computes a temporary.
    PlacedFactor product_of(const std::vector<PlacedFactor>& inputs) {
        Expression expression;
        expression.output.name = fmt::format("_{}", ++temporaries_);
        std::vector<std::string>& labels = expression.output.labels;
        DType dtype = result_.tensors[inputs[0].tensor].dtype;
        for (const PlacedFactor& its : inputs) {
            dtype = network::common_dtype(dtype, result_.tensors[its.tensor].dtype);
            for (const std::string& label : its.factor.labels) {
                const bool is_known = std::ranges::find(labels, label) != labels.end();
                if (!is_known && is_needed(label)) labels.push_back(label);
            }
        }
        const Factor product = expression.output;
        const std::size_t tensor = result_.tensors.size();
        add_step(std::move(expression), inputs, 1, tensor);
        std::vector<BlockLayout> layouts;
        layouts.reserve(inputs.size());
        for (const PlacedFactor& its : inputs) {
            layouts.push_back(result_.tensors[its.tensor].layout);
        }
        BlockLayout layout = reached_blocks(result_.steps.back().expression, layouts);
        result_.tensors.push_back({dtype, std::move(layout)});
        return {product, tensor};
    }

    void add_step(Expression expression, const std::vector<PlacedFactor>& inputs, double scale,
                  std::size_t written) {
        BlockStep step;
        Term& term = expression.terms.emplace_back();
        term.scale = scale;
        for (const PlacedFactor& its : inputs) {
            term.factors.push_back(its.factor);
            step.inputs.push_back(its.tensor);
        }
        step.expression = std::move(expression);
        step.expression.text = to_string(step.expression);
        step.output = written;
        result_.steps.push_back(std::move(step));
    }

    /// Whether the output or a factor that is not used up has the label.
    [[nodiscard]] bool is_needed(const std::string& label) const {
        const auto has = [&](const Factor& factor) {
            return std::ranges::find(factor.labels, label) != factor.labels.end();
        };
        if (has(sum_.expression.output)) return true;
        for (std::size_t i = 0; i < factors_.size(); ++i) {
            if (is_used_[i] == 0 && has(factors_[i].factor)) return true;
        }
        return false;
    }

    const BlockSum& sum_;
    BlockSteps result_;
    std::vector<PlacedFactor> factors_;  // of the present product, then its temporaries
    std::vector<char> is_used_;
    std::size_t next_operand_ = 1;
    int temporaries_ = 0;
    bool has_begun_ = false;
};

}  // namespace

BlockSteps steps_along(const BlockSum& sum, const std::vector<network::Path>& paths) {
    StepBuilder builder(sum);
    const std::vector<Term>& terms = sum.expression.terms;
    for (std::size_t term = 0; term < terms.size(); ++term) builder.add(terms[term], paths[term]);
    return builder.release();
}

}  // namespace ttgt::blocks
