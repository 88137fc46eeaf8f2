// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/loops/loops_plan.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "src/core/checked.h"
#include "src/runtime/interrupt.h"

namespace ttgt::network {
namespace {

void check_inputs(const Program& program, const Sum& sum) {
    std::size_t inputs = 0;
    for_each_factor(sum, [&](const Use&) { ++inputs; });
    if (inputs <= most_loop_inputs) return;
    if (sum.products.size() == 1) {
        throw Unsupported(fmt::format(
            "'{}' multiplies {} tensors; without workspace for products of them at most {} can be",
            to_string(program, sum), inputs, most_loop_inputs));
    }
    throw Unsupported(
        fmt::format("'{}' sums products of {} tensors in all; without workspace for their sum at "
                    "most {} can be",
                    to_string(program, sum), inputs, most_loop_inputs));
}

void check_labels(const Program& program, const Sum& sum, std::size_t labels) {
    if (labels <= most_loop_labels) return;
    throw Unsupported(
        fmt::format("'{}' has {} labels; without workspace a product can have at most {}",
                    to_string(program, sum), labels, most_loop_labels));
}

/// The output's labels, then those that each product is summed over, product by product. Sets
/// where those of each product are.
std::vector<std::size_t> order_labels(const Sum& sum, ProductLoops& loops) {
    std::vector<std::size_t> labels = sum.output.labels;
    loops.output_labels = static_cast<int>(labels.size());
    for (const Product& product : sum.products) {
        LoopProduct& own = loops.products[loops.product_count++];
        own.scale = product.scale;
        own.first_label = static_cast<int>(labels.size());
        for (std::size_t label = 0; label < sum.labels.size(); ++label) {
            if (!contains(sum.output.labels, label) && has(product, label)) labels.push_back(label);
        }
        own.end_label = static_cast<int>(labels.size());
    }
    return labels;
}

/// Sets the strides of the labels [first, end).
void set_strides(LoopTensor& tensor, const Program& program, const Use& use,
                 const std::vector<std::size_t>& labels, int first, int end) {
    for (int at = first; at < end; ++at) {
        tensor.strides[at] = byte_stride(program, use, labels[static_cast<std::size_t>(at)]);
    }
}

LoopTensor loop_tensor(const Program& program, const Use& use, const ProductLoops& loops,
                       const std::vector<std::size_t>& labels) {
    LoopTensor result{{}, program.tensors[use.tensor].dtype, use.conjugated};
    set_strides(result, program, use, labels, 0, loops.output_labels);
    return result;
}

/// The product of extents [first, end).
std::int64_t count(const ProductLoops& loops, int first, int end) {
    std::int64_t product = 1;
    for (int at = first; at < end; ++at) {
        product = checked_multiply(product, loops.extents[at], "the loops of a product");
    }
    return product;
}

ProductLoops loops_of(const Program& program, const Sum& sum) {
    check_inputs(program, sum);
    ProductLoops loops{};
    const std::vector<std::size_t> labels = order_labels(sum, loops);
    check_labels(program, sum, labels.size());
    for (std::size_t at = 0; at < labels.size(); ++at) {
        loops.extents[at] = sum.labels[labels[at]].extent;
    }
    loops.elements = count(loops, 0, loops.output_labels);
    loops.output = loop_tensor(program, sum.output, loops, labels);
    for (std::size_t number = 0; number < sum.products.size(); ++number) {
        LoopProduct& product = loops.products[number];
        product.terms = count(loops, product.first_label, product.end_label);
        product.first_input = loops.input_count;
        for (const Use& factor : sum.products[number].factors) {
            LoopTensor& input = loops.inputs[loops.input_count++];
            input = loop_tensor(program, factor, loops, labels);
            set_strides(input, program, factor, labels, product.first_label, product.end_label);
        }
        product.end_input = loops.input_count;
    }
    return loops;
}

class LoopsPlan : public PlannedContraction {
public:
    LoopsPlan(const Program& program, const Sum& sum, const LoopTarget& target)
        : loops_(loops_of(program, sum)),
          text_(to_string(program, sum)),
          device_(target.device),
          backend_(backend_of(target.device)),
          resources_(target.resources),
          predicted_ms_(target.prices.product_loops_ms(factors_read(loops_))),
          adds_(sum.adds) {}

    [[nodiscard]] std::size_t inputs() const noexcept override {
        return static_cast<std::size_t>(loops_.input_count);
    }
    [[nodiscard]] const std::string& text() const noexcept override { return text_; }
    [[nodiscard]] std::string explain(std::size_t) const override {
        return fmt::format("{}\n{}\n", text_, description());
    }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override { return 0; }
    [[nodiscard]] bool beta_is_zero() const noexcept override { return !adds_; }
    [[nodiscard]] Report prediction() const override;
    void run(void* d, InputPointers inputs, const RunOptions& options) const override;
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override;

private:
    [[nodiscard]] std::string description() const;
    [[nodiscard]] LoopRun arguments(void* d, InputPointers inputs, const RunOptions& options) const;
    [[nodiscard]] Resources resources(const RunOptions& options) const {
        Resources resources = resources_;
        if (options.stream != Stream{}) resources.stream = options.stream;
        return resources;
    }

    ProductLoops loops_;
    std::string text_;
    Device device_;
    const Backend& backend_;
    Resources resources_;
    double predicted_ms_;
    bool adds_;
};

std::string LoopsPlan::description() const {
    std::int64_t terms = 0;
    for (int product = 0; product < loops_.product_count; ++product) {
        terms = checked_add(terms, loops_.products[product].terms, "the loops of a sum");
    }
    return fmt::format("{} tensors in one loop, {} element(s) of {} term(s)", loops_.input_count,
                       loops_.elements, terms);
}

Report LoopsPlan::prediction() const {
    Report report;
    report.expression = text_;
    report.strategy = "loops";
    report.device = to_string(device_);
    report.dtype = loops_.output.dtype;
    report.flops = factors_read(loops_);
    report.predicted_ms = predicted_ms_;
    StepReport step;
    step.kind = "direct";
    step.description = description();
    step.predicted_ms = report.predicted_ms;
    step.flops = report.flops;
    step.calls = 1;
    report.steps.push_back(std::move(step));
    return report;
}

LoopRun LoopsPlan::arguments(void* d, InputPointers inputs, const RunOptions& options) const {
    const Scalar beta = options.beta.value_or(adds_ ? 1.0 : 0.0);
    LoopRun run{static_cast<char*>(d),
                {},
                {options.alpha.real(), options.alpha.imag()},
                {beta.real(), beta.imag()}};
    for (std::size_t input = 0; input < inputs.size(); ++input) {
        run.inputs[input] = static_cast<const char*>(inputs[input]);
    }
    return run;
}

void LoopsPlan::run(void* d, InputPointers inputs, const RunOptions& options) const {
    check_interrupt();
    backend_.product_loops(loops_, arguments(d, inputs, options), resources(options));
}

Report LoopsPlan::profile(void* d, InputPointers inputs, const RunOptions& options) const {
    Report report = prediction();
    const auto timer = backend_.make_timer({}, resources(options));
    timer->start();
    run(d, inputs, options);
    timer->stop();
    report.total_ms = timer->total_ms();
    report.gemm_ms = report.steps.front().measured_ms = report.total_ms;
    return report;
}

}  // namespace

std::unique_ptr<const PlannedContraction> plan_loops(const Program& program, const Sum& sum,
                                                     const LoopTarget& target) {
    return std::make_unique<const LoopsPlan>(program, sum, target);
}

}  // namespace ttgt::network
