// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/terms/addend_step.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace ttgt::network {
namespace {

/// Whether the sum is one operand, whose elements keep their places and dtype.
bool copies(const Program& program, const Sum& sum) {
    const Product& product = sum.products.front();
    if (sum.products.size() != 1 || product.factors.size() != 1) return false;
    const Use& from = product.factors.front();
    const std::set<std::size_t> different(from.labels.begin(), from.labels.end());
    const ProgramTensor& tensor = program.tensors[from.tensor];
    const ProgramTensor& output = program.tensors[sum.output.tensor];
    return tensor.operand && !from.conjugated && from.labels == sum.output.labels &&
           different.size() == from.labels.size() && tensor.dtype == output.dtype &&
           tensor.layout == output.layout && product.scale != 0;
}

bool is_product(const Sum& sum) {
    return sum.products.size() == 1 && sum.products.front().factors.size() == 2;
}

/// D = product + scale * addend; the addend is the last input.
class AddendStep final : public PlannedContraction {
public:
    /// `copy` computes D = addend.
    AddendStep(std::unique_ptr<const PlannedContraction> product,
               std::unique_ptr<const PlannedContraction> copy, double scale, std::string text)
        : product_(std::move(product)),
          copy_(std::move(copy)),
          scale_(scale),
          text_(std::move(text)) {}

    [[nodiscard]] std::size_t inputs() const noexcept override { return 3; }
    [[nodiscard]] const std::string& text() const noexcept override { return text_; }
    [[nodiscard]] std::string explain(std::size_t most_losers) const override {
        return product_->explain(most_losers);
    }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return std::max(product_->workspace_bytes(), copy_->workspace_bytes());
    }
    [[nodiscard]] bool beta_is_zero() const noexcept override { return true; }
    [[nodiscard]] Report prediction() const override { return product_->prediction(); }
    void run(void* d, InputPointers inputs, const RunOptions& options) const override {
        if (options.alpha == Scalar{}) return copy_->run(d, inputs.last(1), options);
        product_->run_apart(d, inputs.first(2), inputs[2], with_beta(options));
    }
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override {
        if (options.alpha == Scalar{}) return copy_->profile(d, inputs.last(1), options);
        return product_->profile_apart(d, inputs.first(2), inputs[2], with_beta(options));
    }

private:
    /// The run's alpha is that of the sum, so the addend's factor has it, too.
    [[nodiscard]] RunOptions with_beta(RunOptions options) const {
        options.beta = options.alpha * scale_;
        return options;
    }

    std::unique_ptr<const PlannedContraction> product_;
    std::unique_ptr<const PlannedContraction> copy_;  ///< clears D where alpha is 0
    double scale_;
    std::string text_;
};

}  // namespace

Program with_addends_first(Program program) {
    std::vector<char> is_begun(program.tensors.size());
    for (std::size_t first = 0; first < program.sums.size(); ++first) {
        Sum& begins = program.sums[first];
        if (std::exchange(is_begun[begins.output.tensor], 1) != 0) continue;
        if (begins.adds || !is_product(begins)) continue;
        const auto from = program.sums.begin() + static_cast<std::ptrdiff_t>(first);
        const auto found = std::find_if(from + 1, program.sums.end(), [&](const Sum& sum) {
            return sum.output == begins.output && copies(program, sum);
        });
        if (found == program.sums.end()) continue;
        std::swap(begins.adds, found->adds);
        std::rotate(from, found, found + 1);
    }
    return program;
}

void leave_out_copies(Block& block) {
    Program& program = block.program;
    std::vector<NetworkStep>& steps = block.steps;
    for (std::size_t copy = 0; copy < steps.size(); ++copy) {
        if (program.sums[copy].adds || !copies(program, program.sums[copy])) continue;
        std::size_t next = copy + 1;
        while (next < steps.size() && steps[next].output != steps[copy].output) ++next;
        if (next == steps.size() || !is_product(program.sums[next])) continue;
        NetworkStep& step = steps[next];
        if (!program.sums[next].adds || !step.plan->takes_addend()) continue;
        Sum& sum = program.sums[next];
        const Product addend = program.sums[copy].products.front();
        sum.adds = false;
        sum.products.push_back(addend);
        step.plan =
            std::make_unique<const AddendStep>(std::move(step.plan), std::move(steps[copy].plan),
                                               addend.scale, to_string(program, sum));
        step.inputs.push_back(addend.factors.front().tensor);
        step.begins_operand = steps[copy].begins_operand;
        const auto at = static_cast<std::ptrdiff_t>(copy);
        program.sums.erase(program.sums.begin() + at);
        steps.erase(steps.begin() + at);
        --copy;
    }
}

}  // namespace ttgt::network
