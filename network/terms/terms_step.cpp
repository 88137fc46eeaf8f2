// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/terms/terms_step.h"

#include <ttgt/operators.h>

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/runtime/interrupt.h"

namespace ttgt::network {
namespace {

/// A tensor of the formula: words of its own, as those of the program may name functions.
std::string spelled(const char* name_of, std::size_t number, const Use& use) {
    std::vector<std::string> labels;
    for (const std::size_t label : use.labels) labels.push_back(fmt::format("l{}", label));
    return fmt::format("{}{}({})", name_of, number, fmt::join(labels, ","));
}

std::string formula_of(const Sum& sum) {
    std::string terms;
    for (std::size_t i = 0; i < sum.products.size(); ++i) {
        const Product& product = sum.products[i];
        const Use& factor = product.factors.front();
        const std::string tensor = spelled("t", i, factor);
        const std::string term = factor.conjugated ? fmt::format("conj({})", tensor) : tensor;
        const bool is_negative = product.scale < 0;
        terms += is_negative ? " - " : (i == 0 ? "" : " + ");
        const double size = is_negative ? -product.scale : product.scale;
        terms += size == 1.0 ? term : fmt::format("{:.17g}*{}", size, term);
    }
    return fmt::format("{} = alpha*({})", spelled("d", 0, sum.output), terms);
}

std::vector<OperandLayout> operands_of(const Program& program, const Sum& sum) {
    std::vector<OperandLayout> operands{operand_of(program, sum.output)};
    for_each_factor(sum, [&](const Use& use) { operands.push_back(operand_of(program, use)); });
    return operands;
}

class TermsStep final : public PlannedContraction {
public:
    TermsStep(Context& context, const Program& program, const Sum& sum,
              std::unique_ptr<const PlannedContraction> scale_only)
        : text_(to_string(program, sum)),
          inputs_(sum.products.size()),
          formula_(plan_evaluation(context, formula_of(sum), operands_of(program, sum))),
          scale_only_(std::move(scale_only)) {}

    [[nodiscard]] std::size_t inputs() const noexcept override { return inputs_; }
    [[nodiscard]] const std::string& text() const noexcept override { return text_; }
    [[nodiscard]] std::string explain(std::size_t) const override { return formula_.explain(); }
    [[nodiscard]] std::string source() const override { return formula_.source(); }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return scale_only_->workspace_bytes();
    }
    [[nodiscard]] bool beta_is_zero() const noexcept override { return true; }
    [[nodiscard]] Report prediction() const override;
    void run(void* d, InputPointers inputs, const RunOptions& options) const override {
        if (options.alpha == Scalar{}) return scale_only_->run(d, inputs.first(1), options);
        check_interrupt();
        formula_.run(d, inputs, {&options.alpha, 1}, options.stream);
    }
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override {
        if (options.alpha == Scalar{}) return scale_only_->profile(d, inputs.first(1), options);
        Report report = prediction();
        report.total_ms = formula_.time_ms(d, inputs, {&options.alpha, 1}, options.stream);
        report.steps.front().measured_ms = report.total_ms;
        return report;
    }

private:
    std::string text_;
    std::size_t inputs_;
    EvaluationPlan formula_;
    std::unique_ptr<const PlannedContraction> scale_only_;
};

Report TermsStep::prediction() const {
    Report report = scale_only_->prediction();
    report.expression = text_;
    report.bytes = formula_.bytes();
    report.predicted_ms = formula_.predicted_ms();
    report.steps = {{.kind = "formula",
                     .operand = "",
                     .description = fmt::format("{} terms in one pass", inputs_),
                     .predicted_ms = report.predicted_ms,
                     .measured_ms = 0,
                     .bytes = report.bytes,
                     .flops = report.flops,
                     .calls = 1}};
    return report;
}

}  // namespace

std::unique_ptr<const PlannedContraction> plan_terms(
    Context& context, const Program& program, const Sum& sum,
    std::unique_ptr<const PlannedContraction> scale_only) {
    return std::make_unique<const TermsStep>(context, program, sum, std::move(scale_only));
}

}  // namespace ttgt::network
