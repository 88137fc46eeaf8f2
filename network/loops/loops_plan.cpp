// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/loops/loops_plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "network/loops/product_loops.h"
#include "src/core/checked.h"
#include "src/runtime/interrupt.h"
#include "src/runtime/threads.h"

namespace ttgt::network {
namespace {

// Nanoseconds that a factor of a term takes on one thread, and on a whole GPU.
constexpr double cpu_factor_ns = 1.3;
constexpr double cuda_factor_ns = 0.02;

void check_size(const Program& program, const Sum& sum) {
    const Product& product = sum.products.front();
    if (product.factors.size() > most_loop_inputs) {
        throw Unsupported(fmt::format(
            "'{}' multiplies {} tensors; without workspace for products of them at most {} can be",
            to_string(program, sum), product.factors.size(), most_loop_inputs));
    }
    if (sum.labels.size() > most_loop_labels) {
        throw Unsupported(
            fmt::format("'{}' has {} labels; without workspace a product can have at most {}",
                        to_string(program, sum), sum.labels.size(), most_loop_labels));
    }
}

/// The sum's labels that the product or the output has: those of the output first.
std::vector<std::size_t> order_labels(const Sum& sum) {
    std::vector<std::size_t> labels;
    for (const std::size_t label : sum.output.labels) {
        if (!contains(labels, label)) labels.push_back(label);
    }
    for (std::size_t label = 0; label < sum.labels.size(); ++label) {
        if (!contains(labels, label) && has(sum.products.front(), label)) labels.push_back(label);
    }
    return labels;
}

LoopTensor loop_tensor(const Program& program, const Use& use,
                       const std::vector<std::size_t>& labels) {
    LoopTensor result{{}, program.tensors[use.tensor].dtype, use.conjugated};
    for (std::size_t at = 0; at < labels.size(); ++at) {
        result.strides[at] = byte_stride(program, use, labels[at]);
    }
    return result;
}

ProductLoops loops_of(const Program& program, const Sum& sum) {
    check_size(program, sum);
    const std::vector<std::size_t> labels = order_labels(sum);
    ProductLoops loops{};
    loops.labels = static_cast<int>(labels.size());
    loops.elements = loops.terms = 1;
    for (std::size_t at = 0; at < labels.size(); ++at) {
        const std::int64_t extent = sum.labels[labels[at]].extent;
        const bool is_output = contains(sum.output.labels, labels[at]);
        loops.extents[at] = extent;
        loops.output_labels += is_output ? 1 : 0;
        std::int64_t& count = is_output ? loops.elements : loops.terms;
        count = checked_multiply(count, extent, "the loops of a product");
    }
    loops.output = loop_tensor(program, sum.output, labels);
    for (const Use& factor : sum.products.front().factors) {
        loops.inputs[loops.input_count++] = loop_tensor(program, factor, labels);
    }
    return loops;
}

class LoopsPlan : public PlannedContraction {
public:
    LoopsPlan(const Program& program, const Sum& sum, const LoopResources& resources)
        : loops_(loops_of(program, sum)),
          text_(to_string(program, sum)),
          resources_(resources),
          scale_(sum.products.front().scale),
          adds_(sum.adds) {}

    [[nodiscard]] std::size_t inputs() const noexcept override {
        return static_cast<std::size_t>(loops_.input_count);
    }
    [[nodiscard]] const std::string& text() const noexcept override { return text_; }
    [[nodiscard]] std::string explain(std::size_t) const override {
        return fmt::format("{}\n{}\n", text_, description());
    }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override { return 0; }
    [[nodiscard]] Report prediction() const override;
    void run(void* d, InputPointers inputs, const RunOptions& options) const override;
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override;

private:
    [[nodiscard]] bool is_on_cuda() const { return resources_.device.kind == Device::Kind::cuda; }
    [[nodiscard]] std::string description() const;
    [[nodiscard]] double factors_read() const;
    [[nodiscard]] double predicted_ms() const;
    [[nodiscard]] LoopRun arguments(void* d, InputPointers inputs, const RunOptions& options) const;
    [[nodiscard]] Stream stream(const RunOptions& options) const {
        return options.stream != Stream{} ? options.stream : resources_.stream;
    }

    ProductLoops loops_;
    std::string text_;
    LoopResources resources_;
    double scale_;
    bool adds_;
};

std::string LoopsPlan::description() const {
    return fmt::format("{} tensors in one loop, {} element(s) of {} term(s)", loops_.input_count,
                       loops_.elements, loops_.terms);
}

double LoopsPlan::factors_read() const {
    return static_cast<double>(loops_.elements) * static_cast<double>(loops_.terms) *
           loops_.input_count;
}

double LoopsPlan::predicted_ms() const {
    if (is_on_cuda()) return factors_read() * cuda_factor_ns * 1e-6;
    return factors_read() * cpu_factor_ns * 1e-6 / available_threads(resources_.threads);
}

Report LoopsPlan::prediction() const {
    Report report;
    report.expression = text_;
    report.strategy = "loops";
    report.device = to_string(resources_.device);
    report.dtype = loops_.output.dtype;
    report.flops = factors_read();
    report.predicted_ms = predicted_ms();
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
    const Scalar alpha = options.alpha * scale_;
    const Scalar beta = options.beta.value_or(adds_ ? 1.0 : 0.0);
    LoopRun run{
        static_cast<char*>(d), {}, {alpha.real(), alpha.imag()}, {beta.real(), beta.imag()}};
    for (std::size_t input = 0; input < inputs.size(); ++input) {
        run.inputs[input] = static_cast<const char*>(inputs[input]);
    }
    return run;
}

void LoopsPlan::run(void* d, InputPointers inputs, const RunOptions& options) const {
    check_interrupt();
    const LoopRun run = arguments(d, inputs, options);
    if (is_on_cuda()) {
        cuda::enqueue_loops(loops_, run, resources_.device.index, stream(options));
    } else {
        run_loops(loops_, run, resources_.threads);
    }
}

Report LoopsPlan::profile(void* d, InputPointers inputs, const RunOptions& options) const {
    Report report = prediction();
    if (is_on_cuda()) {
        report.total_ms = cuda::time_loops_ms(loops_, arguments(d, inputs, options),
                                              resources_.device.index, stream(options));
    } else {
        const auto begin = std::chrono::steady_clock::now();
        run(d, inputs, options);
        const auto end = std::chrono::steady_clock::now();
        report.total_ms = std::chrono::duration<double, std::milli>(end - begin).count();
    }
    report.gemm_ms = report.steps.front().measured_ms = report.total_ms;
    return report;
}

}  // namespace

std::unique_ptr<const PlannedContraction> plan_loops(const Program& program, const Sum& sum,
                                                     const LoopResources& resources) {
    return std::make_unique<const LoopsPlan>(program, sum, resources);
}

}  // namespace ttgt::network
