// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/blocks/block_bench.h"

#include <ttgt/device.h>
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "tools/bench/timing.h"

namespace ttgt::tool {
namespace {

Buffer random_values(const BlockOperand& operand, std::uint64_t seed) {
    Buffer values = allocate_tensor(packed({operand.layout.elements()}), operand.dtype);
    fill_random(values.get(), operand.layout.elements(), operand.dtype, seed);
    return values;
}

/// Throws where the file states another number.
template <class Number>
void check_count(const std::string& name, const char* what, const std::optional<Number>& stated,
                 Number found) {
    if (!stated || *stated == found) return;
    throw InvalidArgument(
        fmt::format("{} has {} {}, but its file states {}", name, found, what, *stated));
}

}  // namespace

void check_counts(const BlockCase& its, const BlockContractionPlan& plan, const BlockLayout& d) {
    check_count(its.name, "pairs", its.pairs, plan.pairs());
    check_count(its.name, "blocks of D", its.output_blocks, d.blocks());
    check_count(its.name, "flops", its.flops, plan.prediction().flops);
}

std::vector<std::string> block_columns() {
    return {"id",      "expression",      "dtype",
            "device",  "strategy",        "pairs",
            "dblocks", "flops",           "bytes",
            "plan_us", "workspace_bytes", "predicted_ms",
            "time_ms", "gflops",          "roofline_fraction",
            "check",   "message"};
}

BlockBench::BlockBench(Context& context, const BlockBenchSettings& settings, const BlockCase& its)
    : context_(context), settings_(settings), case_(its) {}

void BlockBench::measure(const Ceilings& ceilings, std::vector<Row>& rows, const Say& say) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i]["id"] = case_.name;
        rows[i]["expression"] = case_.expression;
        rows[i]["dtype"] = name(case_.dtype);
        rows[i]["device"] = to_string(context_.options().device);
        rows[i]["strategy"] = settings_.strategies[i];
        rows[i]["check"] = "skipped";
    }
    say("planning");
    operands_ = operands_of(case_);
    plan(rows);
    say("timing");
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        values_.push_back(random_values(operands_[i], i + 1));
    }
    time_runs(ceilings, rows);
}

void BlockBench::plan(std::vector<Row>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        BlockPlanOptions options = settings_.planning;
        options.strategy = settings_.strategies[i];
        options.leaves_out_missing = case_.leaves_out_missing;
        const double ms = time_ms([&] {
            plans_.push_back(plan_contraction(context_, case_.expression, operands_, options));
        });
        const Report report = plans_.back().prediction();
        rows[i]["pairs"] = std::to_string(plans_.back().pairs());
        rows[i]["dblocks"] = std::to_string(operands_[0].layout.blocks());
        rows[i]["flops"] = cell(report.flops);
        rows[i]["bytes"] = std::to_string(report.bytes);
        rows[i]["plan_us"] = cell(ms * 1e3);
        rows[i]["workspace_bytes"] = std::to_string(report.workspace_bytes);
        rows[i]["predicted_ms"] = cell(report.predicted_ms);
        check_counts(case_, plans_.back(), operands_[0].layout);
    }
}

void BlockBench::time_runs(const Ceilings& ceilings, std::vector<Row>& rows) {
    const BlockTensorView d(case_.dtype, operands_[0].layout, values_[0].get());
    std::vector<ConstBlockTensorView> inputs;
    for (std::size_t i = 1; i < operands_.size(); ++i) {
        inputs.emplace_back(case_.dtype, operands_[i].layout, values_[i].get());
    }
    std::vector<std::vector<double>> times(plans_.size());
    for (int turn = -1; turn < settings_.repeats; ++turn) {  // the first is not timed
        for (std::size_t i = 0; i < plans_.size(); ++i) {
            RunOptions options;
            options.workspace = context_.workspace(plans_[i].workspace_bytes());
            const double ms = time_ms([&] { plans_[i].run(d, inputs, options); });
            if (turn >= 0) times[i].push_back(ms);
        }
    }
    for (std::size_t i = 0; i < plans_.size(); ++i) {
        const Report report = plans_[i].prediction();
        const double ms = median(times[i]);
        rows[i]["time_ms"] = cell(ms);
        rows[i]["gflops"] = cell(report.flops / (ms * 1e6));
        rows[i]["roofline_fraction"] = cell(
            roofline_ms(ceilings, case_.dtype, report.flops, static_cast<double>(report.bytes)) /
            ms);
    }
}

}  // namespace ttgt::tool
