// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What choosing paths and layouts together gains in products of many tensors: plans by predicted
// time whose temporaries have layouts that were chosen (joint), beside plans of the fewest
// operations whose temporaries lie as their products leave them (plain). Every result is verified
// before both are timed in turns. Writes a row for each case.
#include <ttgt/error.h>
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "contraction/plan/workspace.h"
#include "src/core/files/text_file.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/contraction_arena.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string device = "cpu";
    int threads = 0;
    int turns = 11;
    double most_ms = 2000;
    double most_bytes = 4e9;
};

/// One way to plan.
struct Way {
    Minimize minimize;
    bool choose_layouts;
};
constexpr std::int64_t element_bytes = 8;
constexpr Way joint{Minimize::time, true};
constexpr Way plain{Minimize::flops, false};

std::int64_t transposes(const Report& report) {
    return std::count_if(report.steps.begin(), report.steps.end(),
                         [](const StepReport& step) { return step.kind == "transpose"; });
}

double total_bytes(const tool::ContractionTask& task) {
    double sum = 0;
    for (const OperandLayout& operand : task.operands) {
        sum += static_cast<double>(tool::tensor_bytes(operand.layout, operand.dtype));
    }
    return sum;
}

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          context_(context_options(settings)),
          checking_context_(context_options(settings, context_.stream())),
          arena_(tool::make_contraction_arena(context_)) {}

    void run(const tool::ContractionCase& given) {
        const Expression expression = parse_expression(given.expression);
        const tool::ContractionTask task{
            expression, tool::packed_operands(expression, given.extents, DType::float64)};
        const double plan_ms = tool::median_ms(3, [&] { (void)plan(task, joint); });
        std::vector<ContractionPlan> plans;
        plans.push_back(plan(task, joint));
        plans.push_back(plan(task, plain));
        double bytes = total_bytes(task);
        double ms = 0;
        for (const ContractionPlan& plan : plans) {
            bytes =
                std::max(bytes, total_bytes(task) + static_cast<double>(plan.workspace_bytes()));
            ms = std::max(ms, plan.prediction().predicted_ms);
        }
        if (bytes > settings_.most_bytes || ms > settings_.most_ms) {
            fmt::print("# {}: {:.3g} bytes, predicted {:.3g} ms: left out\n", given.id, bytes, ms);
            return;
        }
        measure(given.id, task, plans, plan_ms);
    }

private:
    static ContextOptions context_options(const Settings& settings, Stream stream = {}) {
        ContextOptions options;
        options.stream = stream;
        options.device = parse_device(settings.device);
        options.threads = settings.threads;
        return options;
    }

    ContractionPlan plan(const tool::ContractionTask& task, const Way& way) {
        PathOptions path;
        path.minimize = way.minimize;
        path.choose_layouts = way.choose_layouts;
        PlanOptions options;
        options.beta_is_zero = true;  // `+=` too: the checked result is that of one run
        return plan_contraction(context_, to_string(task.expression), task.operands, options, path);
    }

    void measure(const std::string& id, const tool::ContractionTask& task,
                 const std::vector<ContractionPlan>& plans, double plan_ms) {
        arena_->place(task);
        std::vector<const void*> inputs;
        for (std::size_t i = 1; i < task.operands.size(); ++i) inputs.push_back(arena_->data(i));
        std::int64_t scratch = 0;
        for (const ContractionPlan& plan : plans) {
            scratch = std::max(scratch, align_in_workspace(plan.workspace_bytes()));
        }
        const std::int64_t elements = volume(task.operands[0].layout);
        RunOptions options;
        options.workspace = context_.workspace(scratch + elements * element_bytes);
        void* const other_output = static_cast<char*>(options.workspace.data) + scratch;
        plans[0].run(arena_->data(0), inputs, options);
        plans[1].run(other_output, inputs, options);
        const double error = difference(other_output, arena_->data(0), elements);
        std::vector<tool::Contender> contenders;
        for (const ContractionPlan& plan : plans) {
            contenders.push_back({[&] { plan.run(arena_->data(0), inputs, options); },
                                  [&] { return plan.profile(arena_->data(0), inputs, options); }});
        }
        const std::vector<tool::CallTimes> times =
            arena_->time_turns({.count = settings_.turns}, contenders);
        const double joint_ms = tool::median(times[0].ms);
        const double plain_ms = tool::median(times[1].ms);
        fmt::print("{}\t{}\t{:.1f}\t{:.6g}\t{:.6g}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.3f}\t{}\n", id,
                   inputs.size(), plan_ms * 1e3, plans[0].prediction().flops,
                   plans[1].prediction().flops, transposes(plans[0].prediction()),
                   transposes(plans[1].prediction()), joint_ms, plain_ms, plain_ms / joint_ms,
                   error < 1e-10 ? "ok" : "wrong");
        std::fflush(stdout);
    }

    /// |a - b| over |b|; a becomes the difference.
    double difference(void* a, const void* b, std::int64_t elements) {
        const MemorySpace space = context_.options().device.kind == Device::Kind::cuda
                                      ? MemorySpace::device
                                      : MemorySpace::host;
        const TensorView left(DType::float64, packed({elements}), a, space);
        const ConstTensorView right(DType::float64, packed({elements}), b, space);
        ContractOptions options;
        options.context = &checking_context_;
        options.copy_host_operands = true;
        contract("X(i)-=Y(i)", left, right, options);
        Tensor<double> off({});
        Tensor<double> all({});
        contract("N()=X(i)*X(i)", off, left, left, options);
        contract("N()=X(i)*X(i)", all, right, right, options);
        return std::sqrt(off() / all());
    }

    const Settings& settings_;
    Context context_;
    Context checking_context_;  // of its own: the workspace of `context_` is in use
    std::unique_ptr<tool::ContractionArena> arena_;
};

void run(const Settings& settings) {
    const std::string text = read_text_file(settings.cases);
    fmt::print(
        "id\tinputs\tplan_us\tjoint_flops\tplain_flops\tjoint_transposes\tplain_transposes\t"
        "joint_ms\tplain_ms\tgain\tcheck\n");
    Bench bench(settings);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        try {
            bench.run(given);
        } catch (const Unsupported& error) {
            fmt::print("# {}: {}\n", given.id, error.what());
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("What choosing paths and layouts together gains", "bench_networks");
    app.add_option("cases", settings.cases, "case file")->required();
    app.add_option("--device", settings.device, "cpu or cuda:N");
    app.add_option("--threads", settings.threads, "of the CPU");
    app.add_option("--turns", settings.turns, "timed calls of each way");
    app.add_option("--most-ms", settings.most_ms, "leaves out what is predicted to take longer");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
