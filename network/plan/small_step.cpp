// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/small_step.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/execute/small_product.h"
#include "src/core/counts.h"
#include "src/core/element.h"
#include "src/runtime/interrupt.h"

namespace ttgt::network {
namespace {

// The most multiplications of a small product. Beyond some hundreds, packed operands and vectors
// are worth their preparation.
constexpr std::int64_t most_multiplications = 512;

bool is_simple(const Program& program, const Use& use, DType dtype) {
    return program.tensors[use.tensor].dtype == dtype && !use.conjugated;
}

bool is_small(const Program& program, const Sum& sum) {
    const Product& product = sum.products.front();
    const DType dtype = program.tensors[sum.output.tensor].dtype;
    if (sum.adds || product.factors.size() != 2 || product.scale != 1.0 || is_half(dtype)) {
        return false;
    }
    std::int64_t multiplications = 1;
    for (std::size_t label = 0; label < sum.labels.size(); ++label) {
        if (!contains(sum.output.labels, label) && !has(product, label)) continue;
        multiplications = saturating_product({multiplications, sum.labels[label].extent});
    }
    return multiplications > 0 && multiplications <= most_multiplications &&
           is_simple(program, product.factors[0], dtype) &&
           is_simple(program, product.factors[1], dtype);
}

/// Every index of the offsets so far beside every one of the label.
void append_label(std::vector<SmallOffsets>& offsets, const SmallOffsets& step,
                  std::int64_t extent) {
    const std::vector<SmallOffsets> before = std::exchange(offsets, {});
    for (std::int64_t index = 0; index < extent; ++index) {
        for (const SmallOffsets& at : before) {
            offsets.push_back(
                {at.d + index * step.d, at.l + index * step.l, at.r + index * step.r});
        }
    }
}

/// The product of two factors in this order.
SmallProduct small_product(const Program& program, const Sum& sum, const Use& l, const Use& r) {
    SmallProduct small{program.tensors[sum.output.tensor].dtype, {{}}, {{}}, {{}}};
    const std::ptrdiff_t bytes = size_bytes(small.dtype);
    // Columns that lie side by side come first; the order of the other labels is theirs.
    for (const bool is_side_by_side : {true, false}) {
        for (std::size_t label = 0; label < sum.labels.size(); ++label) {
            if (!contains(sum.output.labels, label) && !has(sum.products.front(), label)) continue;
            const bool is_kept = contains(sum.output.labels, label);
            const bool is_column = is_kept && !contains(l.labels, label);
            const SmallOffsets step{byte_stride(program, sum.output, label),
                                    byte_stride(program, l, label), byte_stride(program, r, label)};
            const bool is_first = is_column && step.d == bytes && step.r == bytes;
            if (is_first != is_side_by_side) continue;
            append_label(is_column ? small.columns : (is_kept ? small.outer : small.summed), step,
                         sum.labels[label].extent);
        }
    }
    small.run_length = run_length_of(small.columns, bytes);
    return small;
}

/// The product in the order of its factors that has the longer runs.
SmallProduct small_product(const Program& program, const Sum& sum) {
    const std::vector<Use>& factors = sum.products.front().factors;
    SmallProduct small = small_product(program, sum, factors[0], factors[1]);
    SmallProduct swapped = small_product(program, sum, factors[1], factors[0]);
    if (swapped.run_length <= small.run_length) return small;
    swapped.is_swapped = true;
    return swapped;
}

class SmallStep final : public PlannedContraction {
public:
    SmallStep(std::unique_ptr<const PlannedContraction> plan, SmallProduct product)
        : plan_(std::move(plan)), product_(std::move(product)) {}

    [[nodiscard]] std::size_t inputs() const noexcept override { return 2; }
    [[nodiscard]] const std::string& text() const noexcept override { return plan_->text(); }
    [[nodiscard]] std::string explain(std::size_t most_losers) const override {
        return plan_->explain(most_losers);
    }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return plan_->workspace_bytes();
    }
    [[nodiscard]] bool beta_is_zero() const noexcept override { return true; }
    [[nodiscard]] Report prediction() const override;
    void run(void* d, InputPointers inputs, const RunOptions& options) const override;
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override;

private:
    [[nodiscard]] static bool is_plain(const RunOptions& options) {
        return options.alpha == Scalar{1.0} && options.beta.value_or(0.0) == Scalar{};
    }

    std::unique_ptr<const PlannedContraction> plan_;
    SmallProduct product_;
};

Report SmallStep::prediction() const {
    Report report = plan_->prediction();
    StepReport row;
    row.kind = "direct";
    row.description =
        fmt::format("{} element(s) of {} term(s), by tables",
                    product_.outer.size() * product_.columns.size(), product_.summed.size());
    row.calls = 1;
    row.bytes = report.bytes;
    row.flops = report.flops;
    row.predicted_ms = report.predicted_ms;
    report.steps = {std::move(row)};
    return report;
}

void SmallStep::run(void* d, InputPointers inputs, const RunOptions& options) const {
    if (!is_plain(options)) return plan_->run(d, inputs, options);
    check_interrupt();
    run_small(product_, d, inputs[0], inputs[1]);
}

Report SmallStep::profile(void* d, InputPointers inputs, const RunOptions& options) const {
    Report report = prediction();
    const auto start = std::chrono::steady_clock::now();
    run(d, inputs, options);
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - start;
    report.total_ms = report.gemm_ms = report.steps.front().measured_ms = passed.count();
    return report;
}

}  // namespace

std::unique_ptr<const PlannedContraction> with_small_run(
    std::unique_ptr<const PlannedContraction> plan, const Program& program, const Sum& sum,
    const Device& device) {
    if (device.kind != Device::Kind::cpu || !is_small(program, sum)) return plan;
    return std::make_unique<const SmallStep>(std::move(plan), small_product(program, sum));
}

}  // namespace ttgt::network
