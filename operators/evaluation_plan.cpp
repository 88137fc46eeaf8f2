// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/operators.h>

#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "operators/cpu/cpu_evaluation.h"
#include "operators/cuda/cuda_evaluation.h"
#include "operators/evaluation_kernel.h"
#include "operators/evaluation_price.h"
#include "operators/permutation.h"
#include "operators/plan_formula.h"
#include "src/core/memory/overlap.h"

namespace ttgt {

/// What an EvaluationPlan hides from its users.
struct PlannedEvaluation {
    OperatorProblem problem;
    std::vector<std::string> inputs;
    std::shared_ptr<const EvaluationKernel> kernel;  ///< null where the output has no element
    Device device;
    Stream stream;  ///< of the context: for runs that are given none
    std::int64_t bytes = 0;
    double predicted_ms = 0;
};

namespace {

void check_counts(const PlannedEvaluation& planned, std::size_t inputs, std::size_t scalars) {
    if (inputs != planned.inputs.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               planned.problem.text, planned.inputs.size(),
                                               inputs));
    }
    if (scalars != planned.problem.scalars.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} scalars, but {} were given",
                                               planned.problem.text, planned.problem.scalars.size(),
                                               scalars));
    }
}

void check_scalars(const OperatorProblem& problem, std::span<const Scalar> scalars) {
    if (!problem.has_real_scalars) return;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        if (scalars[i].imag() == 0.0) continue;
        throw InvalidArgument(fmt::format("the scalar {} is {}{:+}i, but {} is {}, which is real",
                                          problem.scalars[i], scalars[i].real(), scalars[i].imag(),
                                          problem.names[0], name(problem.operands[0].dtype)));
    }
}

bool has_elements(const OperandLayout& operand) {
    for (const std::int64_t extent : operand.layout.extents) {
        if (extent == 0) return false;
    }
    return true;
}

void check_pointers(const OperatorProblem& problem, std::span<void* const> pointers) {
    const auto region = [&](std::size_t i) {
        const OperandLayout& operand = problem.operands[i];
        return MemoryRegion{&operand.layout, size_bytes(operand.dtype), pointers[i]};
    };
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        if (!has_elements(problem.operands[i])) continue;
        if (pointers[i] == nullptr) {
            throw InvalidArgument(fmt::format("the pointer of {} is null", problem.names[i]));
        }
        const bool is_shared = pointers[i] == pointers[0] && problem.may_share_output[i] != 0;
        if (i == 0 || is_shared || !overlap(region(0), region(i))) continue;
        throw OverlapError(fmt::format(
            "{} ({}) and the output {} ({}) overlap in memory, and elements of {} would be "
            "written before they are read",
            problem.names[i], to_string(problem.operands[i].layout), problem.names[0],
            to_string(problem.operands[0].layout), problem.names[i]));
    }
}

void check_space(const ConstTensorView& tensor, const std::string& name_of, const Device& device) {
    const bool on_device = device.kind == Device::Kind::cuda;
    if ((tensor.space() == MemorySpace::device) == on_device) return;
    throw InvalidArgument(fmt::format("{} lies in {} memory, but the context's device is {}",
                                      name_of, on_device ? "host" : "device", to_string(device)));
}

Stream used_stream(const PlannedEvaluation& planned, Stream stream) {
    return stream == Stream{} ? planned.stream : stream;
}

std::shared_ptr<const EvaluationKernel> make_kernel(Context& context,
                                                    const OperatorProblem& problem) {
    if (const std::optional<Permutation> permutation = as_permutation(problem)) {
        return make_permutation_kernel(context, problem, *permutation);
    }
    return context.options().device.kind == Device::Kind::cuda
               ? cuda::make_evaluation_kernel(context, problem)
               : cpu::make_evaluation_kernel(context.options().threads, problem);
}

}  // namespace

EvaluationPlan::EvaluationPlan(std::unique_ptr<const PlannedEvaluation> planned)
    : planned_(std::move(planned)) {}
EvaluationPlan::~EvaluationPlan() = default;
EvaluationPlan::EvaluationPlan(EvaluationPlan&&) noexcept = default;
EvaluationPlan& EvaluationPlan::operator=(EvaluationPlan&&) noexcept = default;

const std::vector<std::string>& EvaluationPlan::inputs() const noexcept { return planned_->inputs; }

const std::vector<std::string>& EvaluationPlan::scalars() const noexcept {
    return planned_->problem.scalars;
}

std::string EvaluationPlan::source() const {
    return planned_->kernel ? planned_->kernel->source() : "";
}

std::int64_t EvaluationPlan::bytes() const noexcept { return planned_->bytes; }

double EvaluationPlan::predicted_ms() const noexcept { return planned_->predicted_ms; }

std::string EvaluationPlan::explain() const {
    const OperatorProblem& problem = planned_->problem;
    std::string text = fmt::format("{} on {}\n", problem.text, to_string(planned_->device));
    for (std::size_t i = 0; i < problem.operands.size(); ++i) {
        const OperandLayout& operand = problem.operands[i];
        text += fmt::format("  {:<10} {} {}\n", problem.names[i], name(operand.dtype),
                            to_string(operand.layout));
    }
    text +=
        fmt::format("  computed   in {}\n  bytes      {} read and written, predicted {:.4g} ms\n",
                    name(problem.compute), planned_->bytes, planned_->predicted_ms);
    return text + (planned_->kernel ? planned_->kernel->explain() : "  nothing to do\n");
}

std::vector<void*> EvaluationPlan::checked(void* output, std::span<const void* const> inputs,
                                           std::span<const Scalar> scalars) const {
    check_counts(*planned_, inputs.size(), scalars.size());
    check_scalars(planned_->problem, scalars);
    std::vector<void*> pointers{output};
    // Inputs are only read.
    for (const void* input : inputs) pointers.push_back(const_cast<void*>(input));
    if (planned_->kernel) check_pointers(planned_->problem, pointers);
    return pointers;
}

void EvaluationPlan::run(void* output, std::span<const void* const> inputs,
                         std::span<const Scalar> scalars, Stream stream) const {
    const std::vector<void*> pointers = checked(output, inputs, scalars);
    if (planned_->kernel) planned_->kernel->run(pointers, scalars, used_stream(*planned_, stream));
}

double EvaluationPlan::time_ms(void* output, std::span<const void* const> inputs,
                               std::span<const Scalar> scalars, Stream stream) const {
    const std::vector<void*> pointers = checked(output, inputs, scalars);
    if (!planned_->kernel) return 0;
    const Stream used = used_stream(*planned_, stream);
    const auto work = [&] { planned_->kernel->run(pointers, scalars, used); };
    if (planned_->device.kind == Device::Kind::cuda) {
        return cuda::time_on_device(planned_->device.index, used, work);
    }
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - start;
    return passed.count();
}

EvaluationPlan make_evaluation_plan(PlannedEvaluation planned) {
    return EvaluationPlan(std::make_unique<const PlannedEvaluation>(std::move(planned)));
}

EvaluationPlan plan_evaluation(Context& context, std::string_view formula,
                               const std::vector<OperandLayout>& operands) {
    return plan_formula(context, parse_formula(formula), operands);
}

EvaluationPlan plan_formula(Context& context, const Formula& formula,
                            const std::vector<OperandLayout>& operands,
                            const std::optional<FormulaTypes>& types) {
    PlannedEvaluation planned;
    planned.problem = bind_formula(formula, operands, types);
    planned.inputs = formula.inputs;
    planned.device = context.options().device;
    planned.stream = context.stream();
    planned.bytes = bytes_of(planned.problem);
    if (planned.problem.has_output) {
        planned.kernel = make_kernel(context, planned.problem);
        planned.predicted_ms = predicted_ms(planned.problem, planned.bytes,
                                            planned.kernel->launches(), context.options());
    }
    return make_evaluation_plan(std::move(planned));
}

void evaluate(std::string_view formula, const TensorView& output,
              const std::vector<ConstTensorView>& inputs, const EvaluateOptions& options) {
    Context& context = options.context != nullptr ? *options.context : thread_context();
    const ConstTensorView& written = output;
    std::vector<OperandLayout> operands{{written.dtype(), written.layout()}};
    std::vector<const void*> pointers;
    for (const ConstTensorView& input : inputs) {
        operands.push_back({input.dtype(), input.layout()});
        pointers.push_back(input.data());
    }
    const EvaluationPlan plan = plan_evaluation(context, formula, operands);
    const Device& device = context.options().device;
    check_space(written, "the output", device);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        check_space(inputs[i], plan.inputs()[i], device);
    plan.run(output.data(), pointers, options.scalars);
}

}  // namespace ttgt
