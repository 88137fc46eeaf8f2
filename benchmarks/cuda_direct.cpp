// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How fast the CUDA kernels of Direct are, against the driver's copy on the device: elementwise and
// outer products, spectral elements, matrices times vectors, many small matrices, plain products.
// Each case takes turns with a copy of as many bytes as its operands have, then runs alone, with in
// L2 what fits (`warm_ms`); a result is verified before it is timed. Writes one row per case and
// kernel. --kernels also times kernels that the planner does not choose.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "contraction/cpu/cpu_machine.h"
#include "contraction/cuda/direct/direct.h"
#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "contraction/cuda/direct/outer/outer_tile.h"
#include "contraction/plan/lowering.h"
#include "contraction/problem/bind.h"
#include "src/core/files/text_file.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::vector<std::string> dtypes{"float64", "float32"};
    int device = 0;
    int turns = 20;
    std::vector<std::string> kernels{"planned"};
    bool without_scratch = false;
    bool describes = false;
};

const DirectStep& direct_step(const Plan& plan) {
    const Step& step = std::get<Step>(plan.nodes.at(0).value);
    return std::get<DirectStep>(step.action);
}

/// One tensor on the host and on the device.
struct Operand {
    Layout layout;
    tool::Buffer host;
    std::int64_t bytes;
    cuda::DeviceBuffer device;
};

/// The plans of a step with the kernels of a name; none where they do not serve the step.
std::vector<cuda::DirectKernelPlan> plan_kernels(const std::string& kernels, const DirectStep& step,
                                                 const cuda::Architecture& gpu,
                                                 std::int64_t limit) {
    if (kernels == "planned") return {cuda::plan_direct_kernel(step, gpu, limit)};
    std::vector<cuda::DirectKernelPlan> plans;
    const auto add = [&](const std::optional<cuda::DirectKernelPlan>& plan) {
        if (plan) plans.push_back(*plan);
    };
    if (kernels == "gett") {
        add(cuda::plan_gett_kernel(step, gpu, cuda::most_gett_scratch_bytes));
    } else if (kernels == "outer") {
        add(cuda::plan_outer_kernel(step, gpu));
    } else {
        for (const cuda::OuterChunks& chunks : cuda::outer_cuts(cuda::make_shape(step))) {
            add(cuda::plan_outer_kernel(step, chunks, gpu));
        }
    }
    return plans;
}

class Case {
public:
    // Long: a case from its expression to its operands, in order.
    Case(const tool::ContractionCase& given, DType dtype, const Settings& settings, Stream stream)
        : id_(given.id),
          dtype_(dtype),
          device_(settings.device),
          stream_(stream),
          expression_(parse_expression(given.expression)) {
        const std::vector<OperandLayout> layouts =
            tool::packed_operands(expression_, given.extents, dtype);
        if (layouts.size() != 3) throw std::runtime_error(id_ + ": not two factors");
        adds_ = expression_.assignment != Assignment::assign;
        sign_ = expression_.assignment == Assignment::subtract ? -1 : 1;
        for (const OperandLayout& layout : layouts) add(layout.layout);
        const cpu::CpuMachine machine({built_in_calibration(), 1});
        plan_ = lower(bind_expression(expression_, layouts, !adds_), {}, machine, unlimited);
        flops_ = 2e-9 * static_cast<double>(plan_.problem.sizes.m * plan_.problem.sizes.n) *
                 static_cast<double>(plan_.problem.sizes.k * plan_.problem.sizes.batch);
    }

    /// The plans of the case with the kernels of a name.
    std::vector<cuda::DirectKernelPlan> plans(const Settings& settings,
                                              const std::string& kernels) {
        const auto gpu = cuda::architecture_of(cuda::device_properties(device_));
        const std::int64_t limit = settings.without_scratch ? 0 : cuda::most_scratch_bytes;
        const auto make = [&] { return plan_kernels(kernels, direct_step(plan_), gpu, limit); };
        plan_us_ = 1e3 * tool::median_ms(9, [&] { (void)make(); });
        return make();
    }

    /// Takes a plan and checks its result.
    void take(const cuda::DirectKernelPlan& kernel) {
        kernel_ = kernel;
        scratch_ = std::make_unique<cuda::DeviceBuffer>(kernel_.scratch_bytes, device_, stream_,
                                                        "scratch memory");
        Operand& d = operands_[0];
        tool::fill_random(d.host.get(), volume(d.layout), dtype_, 1);
        cuda::copy_to_device(d.device.data(), d.host.get(), d.bytes, stream_);
        run();
        check();
    }

    void measure(const Settings& settings) {
        std::int64_t bytes = adds_ ? operands_[0].bytes : 0;
        for (const Operand& operand : operands_) bytes += operand.bytes;
        const std::int64_t half = std::max<std::int64_t>(bytes / 2, 1);
        const cuda::DeviceBuffer from(half, device_, stream_, "a copy");
        const cuda::DeviceBuffer to(half, device_, stream_, "a copy");
        const std::vector<std::vector<double>> times = cuda::time_turns_ms(
            device_, stream_, settings.turns + 1,
            {[&] { run(); }, [&] { cuda::copy_on_device(to.data(), from.data(), half, stream_); },
             [&] {
                 cuda::fill_bytes(operands_[0].device.data(), 0, operands_[0].bytes, stream_);
             }});
        const auto median = [](const std::vector<double>& values) {
            return tool::median({values.begin() + 1, values.end()});
        };
        const std::vector<std::vector<double>> warm =
            cuda::time_turns_ms(device_, stream_, settings.turns + 1, {[&] { run(); }});
        const double ms = median(times[0]);
        const double copy_ms = median(times[1]);
        fmt::print(
            "{}\t{}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.3f}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.1f}\t{:.4g}"
            "\t{}\t{}{}{}\n",
            id_, name(dtype_), static_cast<double>(bytes) * 1e-6, ms,
            static_cast<double>(bytes) * 1e-6 / ms, copy_ms, copy_ms / ms, median(warm[0]),
            flops_ / ms * 1e3, cuda::predicted_ms(kernel_), plan_us_, median(times[2]),
            kernel_.key().kind, tile(), settings.describes ? "\t" : "",
            settings.describes ? kernel_.describe() : "");
        std::fflush(stdout);
    }

    static void print_header() {
        fmt::print(
            "id\tdtype\tmb\tms\tgb_s\tcopy_ms\tof_copy\twarm_ms\tgflops\tpredicted_ms\tplan_us\t"
            "write_ms\tkernel\ttile\n");
    }

private:
    /// The chunks of an outer kernel's tile, with `x` between; `-` of other kernels.
    [[nodiscard]] std::string tile() const {
        const auto* const outer = std::get_if<cuda::OuterArguments>(&kernel_.main.fast.arguments);
        if (outer == nullptr) return "-";
        std::string text;
        for (std::int32_t m = 0; m < outer->output_modes; ++m) {
            text += fmt::format("{}{}", m == 0 ? "" : "x", outer->mode[m].chunk.value);
        }
        return text;
    }
    void add(const Layout& layout) {
        const std::int64_t bytes = tool::tensor_bytes(layout, dtype_);
        operands_.push_back({layout, tool::allocate_tensor(layout, dtype_), bytes,
                             cuda::DeviceBuffer(bytes, device_, stream_, "an operand")});
        Operand& operand = operands_.back();
        tool::fill_random(operand.host.get(), volume(layout), dtype_, operands_.size());
        cuda::copy_to_device(operand.device.data(), operand.host.get(), bytes, stream_);
    }

    void run() const {
        cuda::run_direct(kernel_, {sign_, adds_ ? 1.0 : 0.0}, operands_[1].device.data(),
                         operands_[2].device.data(), operands_[0].device.data(), scratch_->data(),
                         stream_);
    }

    void check() {
        const Operand& d = operands_[0];
        const tool::Buffer before = tool::allocate_tensor(d.layout, dtype_);
        tool::fill_random(before.get(), volume(d.layout), dtype_, 1);
        cuda::copy_to_host(d.host.get(), d.device.data(), d.bytes, stream_);
        cuda::synchronize(stream_);
        const auto view = [&](std::size_t i) {
            return ConstTensorView(dtype_, operands_[i].layout, operands_[i].host.get());
        };
        const ConstTensorView old(dtype_, d.layout, before.get());
        reference::CompareOptions options;
        options.whole_limit = 1 << 22;
        const reference::Comparison comparison =
            reference::compare(tool::reference_problem(expression_, d.layout.extents,
                                                       {view(1), view(2)}, 1.0, adds_ ? 1.0 : 0.0),
                               &old, view(0), options);
        if (comparison.outcome != reference::Outcome::ok) {
            throw std::runtime_error(id_ + ": " + tool::to_string(comparison) + ", " +
                                     kernel_.describe());
        }
    }

    std::string id_;
    DType dtype_;
    int device_;
    Stream stream_;
    Expression expression_;
    bool adds_ = false;
    double sign_ = 1;
    double flops_ = 0;  // 10^9
    double plan_us_ = 0;
    Plan plan_;
    std::vector<Operand> operands_;
    cuda::DirectKernelPlan kernel_;
    std::unique_ptr<cuda::DeviceBuffer> scratch_;
};

void run(const Settings& settings) {
    const cuda::DeviceScope scope(settings.device);
    const cuda::OwnedStream stream(settings.device);
    Case::print_header();
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        if (given.id.find(settings.only) == std::string::npos) continue;
        for (const std::string& dtype : settings.dtypes) {
            Case with_dtype(given, tool::parse_numeric_dtype(dtype, "--dtype"), settings,
                            stream.get());
            for (const std::string& kernels : settings.kernels) {
                for (const auto& kernel : with_dtype.plans(settings, kernels)) {
                    with_dtype.take(kernel);
                    with_dtype.measure(settings);
                }
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times Direct on a CUDA device against copies, taking turns");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--dtype", settings.dtypes, "of all operands, whatever the file says");
    app.add_option("--device", settings.device);
    app.add_option("--turns", settings.turns, "timed calls of each rival");
    app.add_option("--kernels", settings.kernels,
                   "planned: the planner's choice without GETT; gett: the cheapest GETT kernel; "
                   "outer: the cheapest outer kernel; outer-all: outer kernels with all tiles that "
                   "are priced; each plan in a row of its own")
        ->delimiter(',')
        ->check(CLI::IsMember({"planned", "gett", "outer", "outer-all"}));
    app.add_flag("--without-scratch", settings.without_scratch, "plans with a limit of 0");
    app.add_flag("--describe", settings.describes, "the kernels' plans in a last column");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
