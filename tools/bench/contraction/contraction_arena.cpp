// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_arena.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include "src/runtime/host_memory.h"
#include "tools/bench/cuda/device_contraction_arena.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"

namespace ttgt::tool {
namespace {

class HostContractionArena final : public ContractionArena {
public:
    explicit HostContractionArena(int threads) : threads_(threads) {}

    void place(const ContractionTask& task) override {
        buffers_.clear();  // before the next ones are allocated
        task_ = task;
        for (std::size_t i = 0; i < task.operands.size(); ++i) {
            buffers_.push_back(random_tensor(i));
        }
    }

    [[nodiscard]] void* data(std::size_t operand) const override { return buffers_[operand].get(); }

    void reset_output() override { tool::reset_output(task_, data(0)); }

    [[nodiscard]] reference::Comparison check(const reference::CompareOptions& options) override {
        const Before before = output_before();
        return reference::compare(problem(), before.pointer(), view(0), options);
    }

    [[nodiscard]] double time_reference() const override {
        const Before before = output_before();
        return time_ms([&] { (void)reference::evaluate(problem(), before.pointer()); });
    }

    [[nodiscard]] std::unique_ptr<GemmReference> gemm_reference(const ProductSizes& sizes,
                                                                DType dtype,
                                                                ProductUpdate update) override {
        return make_host_gemm_reference(sizes, dtype, update, threads_);
    }

    [[nodiscard]] std::vector<CallTimes> time_turns(
        const Turns& turns, const std::vector<Contender>& contenders) override;

private:
    /// D as the call found it.
    struct Before {
        Buffer data;
        ConstTensorView view;
        [[nodiscard]] const ConstTensorView* pointer() const { return data ? &view : nullptr; }
    };

    [[nodiscard]] Buffer random_tensor(std::size_t operand) const {
        const auto& [dtype, layout] = task_.operands[operand];
        Buffer buffer = allocate_tensor(layout, dtype);
        fill_random(buffer.get(), volume(layout), dtype, operand_seed(operand));
        return buffer;
    }
    [[nodiscard]] ConstTensorView view(std::size_t operand) const {
        const auto& [dtype, layout] = task_.operands[operand];
        return ConstTensorView(dtype, layout, data(operand));
    }
    [[nodiscard]] Before output_before() const {
        if (task_.beta == Scalar{}) return {nullptr, view(0)};
        const auto& [dtype, layout] = task_.operands.front();
        Buffer data = random_tensor(0);
        const ConstTensorView before(dtype, layout, data.get());
        return {std::move(data), before};
    }
    [[nodiscard]] reference::Problem problem() const {
        std::vector<ConstTensorView> inputs;
        for (std::size_t i = 1; i < buffers_.size(); ++i) inputs.push_back(view(i));
        reference::Problem problem = reference_problem(
            task_.expression, task_.operands.front().layout.extents, inputs, 1.0, task_.beta);
        problem.compute = task_.compute;
        return problem;
    }

    int threads_;
    ContractionTask task_;
    std::vector<Buffer> buffers_;
};

std::vector<CallTimes> HostContractionArena::time_turns(const Turns& turns,
                                                        const std::vector<Contender>& contenders) {
    if (turns.calls > 1) throw InvalidArgument("calls on CPUs are timed one by one");
    std::vector<CallTimes> times(contenders.size());
    std::vector<std::vector<Report>> reports(contenders.size());
    for (int turn = 0; turn < turns.count; ++turn) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            throw_if_interrupted();
            if (contenders[i].profile) {
                reports[i].push_back(contenders[i].profile());
                times[i].ms.push_back(reports[i].back().total_ms);
            } else {
                times[i].ms.push_back(time_ms(contenders[i].run));
            }
        }
    }
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        if (!reports[i].empty()) times[i].report = median_report(reports[i]);
    }
    return times;
}

}  // namespace

void reset_output(const ContractionTask& task, void* d) {
    const OperandLayout& output = task.operands.front();
    if (task.beta == Scalar{}) {
        set_bytes(d, nan_byte, tensor_bytes(output.layout, output.dtype), 0);
    } else {
        fill_random(d, volume(output.layout), output.dtype, operand_seed(0));
    }
}

std::unique_ptr<ContractionArena> make_contraction_arena(const Context& context) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return make_device_contraction_arena(context);
    }
    return std::make_unique<HostContractionArena>(context.options().threads);
}

const Report& median_report(const std::vector<Report>& reports) {
    std::vector<double> totals(reports.size());
    std::transform(reports.begin(), reports.end(), totals.begin(),
                   [](const Report& report) { return report.total_ms; });
    return reports[median_position(totals)];
}

Report scaled_to(Report report, double total_ms) {
    const double factor = report.total_ms > 0 ? total_ms / report.total_ms : 1.0;
    report.total_ms = total_ms;
    report.gemm_ms *= factor;
    for (StepReport& step : report.steps) step.measured_ms *= factor;
    return report;
}

}  // namespace ttgt::tool
