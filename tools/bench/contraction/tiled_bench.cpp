// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/tiled_bench.h"

#include <algorithm>
#include <utility>

#include "tools/bench/cases/case_list.h"
#include "tools/bench/contraction/contraction_arena.h"
#include "tools/bench/contraction/contraction_bench.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"
#include "tools/operands/device_choice.h"
#include "tools/operands/random_check.h"
#include "tools/operands/tiled_report.h"

namespace ttgt::tool {
namespace {

/// Page-locked memory is portable: any CUDA device may lock it.
int locking_device(const std::vector<Device>& devices) {
    const auto gpu = std::find_if(devices.begin(), devices.end(), [](const Device& device) {
        return device.kind == Device::Kind::cuda;
    });
    return gpu == devices.end() ? 0 : gpu->index;
}

/// The elements of a tensor at these offsets.
std::vector<Scalar> elements_at(const std::vector<std::int64_t>& offsets, const void* tensor,
                                DType dtype) {
    const auto size = static_cast<std::size_t>(size_bytes(dtype));
    std::vector<char> found(offsets.size() * size);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const char* const from =
            static_cast<const char*>(tensor) + static_cast<std::size_t>(offsets[i]) * size;
        std::copy_n(from, size, found.data() + i * size);
    }
    return to_scalars(found.data(), static_cast<std::int64_t>(offsets.size()), dtype);
}

}  // namespace

std::vector<std::string> tiled_columns() {
    std::vector<std::string> names = case_columns();
    names.emplace_back("memory");
    for (std::string& name : size_columns()) names.push_back(std::move(name));
    for (const char* name :
         {"staging_bytes", "brought_bytes", "predicted_ms", "time_ms", "least_ms", "most_ms",
          "gflops", "roofline_fraction", "check", "error", "message"}) {
        names.emplace_back(name);
    }
    return names;
}

TiledBench::TiledBench(Context& context, const TiledBenchSettings& settings,
                       const ContractionCase& entry, DType dtype)
    : context_(context),
      settings_(settings),
      case_(entry),
      task_(task_of(entry, dtype, settings.planning.compute, settings.overwrite)) {}

void TiledBench::measure(const RunInfo& info, Row& row, const Say& say) {
    describe(row);
    say("planning");
    plan(row);
    say("filling the tensors");
    place_operands();
    say(settings_.check ? "checking" : "warming up");
    run_first(row);
    say("timing");
    time_calls(info, row);
}

void TiledBench::describe(Row& row) const {
    row["expression"] = case_.expression;
    row["extents"] = to_string(case_.extents);
    row["dtype"] = name(task_.operands.front().dtype);
    row["device"] = to_string(settings_.planning.devices);
    row["strategy"] = settings_.planning.strategy;
    row["memory"] = name(settings_.memory);
}

/// Once: it allocates what the plan holds on the devices.
void TiledBench::plan(Row& row) {
    HostContractionOptions options = settings_.planning;
    options.beta_is_zero = task_.beta == Scalar{};
    const double plan_ms = time_ms([&] {
        plan_.emplace(plan_host_contraction(context_, case_.expression, task_.operands, options));
    });
    report_ = tiled_report(*plan_, case_.expression, task_.operands, options);
    row["plan_us"] = cell(1e3 * plan_ms);
    write_prediction_cells(report_, row);
    row["staging_bytes"] = std::to_string(plan_->staging_bytes());
    row["brought_bytes"] = std::to_string(plan_->brought_bytes());
}

void TiledBench::place_operands() {
    throw_if_interrupted();
    const int device = locking_device(settings_.planning.devices);
    for (std::size_t i = 0; i < task_.operands.size(); ++i) {
        const OperandLayout& operand = task_.operands[i];
        tensors_.push_back(allocate_in(settings_.memory, operand, device));
        fill_random(tensors_[i].get(), volume(operand.layout), operand.dtype, operand_seed(i));
    }
}

void TiledBench::run() const {
    RunOptions options;
    options.beta = task_.beta;
    std::vector<const void*> inputs;
    for (std::size_t i = 1; i < tensors_.size(); ++i) inputs.push_back(tensors_[i].get());
    plan_->run(tensors_.front().get(), inputs, options);
}

/// The call that warms up; its result is what is checked.
void TiledBench::run_first(Row& row) const {
    throw_if_interrupted();
    if (settings_.check) reset_output(task_, tensors_.front().get());
    run();
    row["check"] = "skipped";
    if (!settings_.check) return;
    const RandomCheck check(task_, settings_.check_options, context_.options().threads);
    const reference::Comparison comparison = check.compare(
        elements_at(check.offsets(), tensors_.front().get(), task_.operands.front().dtype));
    row["check"] = name(comparison.outcome);
    row["error"] = cell(comparison.error_over_bound);
}

void TiledBench::time_calls(const RunInfo& info, Row& row) const {
    std::vector<double> ms;
    for (int call = 0; call < settings_.repeats; ++call) {
        throw_if_interrupted();
        ms.push_back(time_ms([&] { run(); }));
    }
    const double time = median(ms);
    row["time_ms"] = cell(time);
    row["least_ms"] = cell(*std::min_element(ms.begin(), ms.end()));
    row["most_ms"] = cell(*std::max_element(ms.begin(), ms.end()));
    row["gflops"] = cell(report_.flops / (time * 1e6));
    if (info.links) row["roofline_fraction"] = cell(roofline_ms(info) / time);
}

/// The longest of what the products, the copies in and the copies out would take alone.
double TiledBench::roofline_ms(const RunInfo& info) const {
    const auto bytes = [&](std::size_t operand) {
        const OperandLayout& tensor = task_.operands[operand];
        return static_cast<double>(tensor_bytes(tensor.layout, tensor.dtype));
    };
    double in = task_.beta == Scalar{} ? 0 : bytes(0);
    for (std::size_t i = 1; i < task_.operands.size(); ++i) in += bytes(i);
    const auto devices = static_cast<double>(settings_.planning.devices.size());
    const double copies = std::max(in / info.links->to_device_bytes_per_second,
                                   bytes(0) / info.links->from_device_bytes_per_second);
    return std::max(report_.flops / (info.ceilings.gemm_gflops.at(report_.dtype) * 1e6),
                    1e3 * copies / devices);
}

}  // namespace ttgt::tool
