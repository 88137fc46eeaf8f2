// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_ranks.h>
#include <ttgt/distributed_operators.h>

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/ranks/communicators.h"
#include "bindings/c/ranks/distributed_arguments.h"
#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"
#include "distributed/run/agreement.h"
#include "operators/expression/formula.h"

namespace ttgt::c {
namespace {

/// The arguments of planning a formula over ranks.
struct FormulaCall {
    ttgt_context context;
    const char* formula;
    const ttgt_distributed_tensor* output;
    const ttgt_distributed_tensor* inputs;
    std::int32_t input_count;
    const ttgt_distributed_options* options;
    /// Checks what the call takes beside these.
    std::function<void()> check_others;
};

/// The same, read and checked.
struct FormulaArguments : PlanningArguments {
    DistributedTensors tensors;
};

void check_formula_inputs(const Formula& formula, const void* inputs, std::int32_t count) {
    if (!std::cmp_equal(count, formula.inputs.size())) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               formula.text, formula.inputs.size(), count));
    }
    if (count > 0) check_given(inputs, "inputs");
}

FormulaArguments read_formula_call(const FormulaCall& call, int rank) {
    call.check_others();
    check_given(call.formula, "formula");
    check_given(call.output, "output");
    const Formula formula = parse_formula(call.formula);
    check_formula_inputs(formula, call.inputs, call.input_count);
    FormulaArguments read{read_planning(call.context, call.options), {}};
    if (read.options.beta_is_zero || read.options.engine != "auto") {
        throw InvalidArgument("a formula takes no beta and no engine");
    }
    read.tensors.output = view_of(*call.output, rank, formula.uses[0].factor.name);
    for (std::size_t i = 0; i < formula.inputs.size(); ++i) {
        read.tensors.inputs.push_back(view_of(call.inputs[i], rank, formula.inputs[i]));
    }
    return read;
}

/// Collective: where the arguments of one rank cannot be read, throws its error on every rank.
FormulaArguments read_formula_together(Communicator& ranks, const FormulaCall& call) {
    FormulaArguments read =
        agreed(*ranks.transport(), [&] { return read_formula_call(call, ranks.rank()); });
    set_rates(ranks, read);
    return read;
}

DistributedEvaluationOptions evaluation_options(const DistributedOptions& options) {
    return {options.workspace_limit, options.rates, options.int_limit};
}

/// What a run of a formula works with.
struct FormulaRunArguments {
    std::span<const void* const> inputs;
    std::vector<Scalar> scalars;
    RunOptions options;
};

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_distributed_evaluate(ttgt_communicator communicator, ttgt_context context,
                                      const char* formula, const ttgt_distributed_tensor* output,
                                      const ttgt_distributed_tensor* inputs, int32_t input_count,
                                      const ttgt_scalar* scalars, int32_t scalar_count,
                                      const ttgt_distributed_options* options) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        ttgt::DistributedEvaluateOptions evaluate;
        const FormulaArguments read = read_formula_together(
            *ranks, {context, formula, output, inputs, input_count, options,
                     [&] { evaluate.scalars = scalars_of(scalars, scalar_count); }});
        static_cast<ttgt::DistributedEvaluationOptions&>(evaluate) =
            evaluation_options(read.options);
        evaluate.context = &context_or_own(read.context);
        ttgt::evaluate(*ranks, formula, read.tensors.output, read.tensors.inputs, evaluate);
    });
}

ttgt_status ttgt_distributed_evaluation_create(ttgt_communicator communicator, ttgt_context context,
                                               const char* formula,
                                               const ttgt_distributed_tensor* output,
                                               const ttgt_distributed_tensor* inputs,
                                               int32_t input_count,
                                               const ttgt_distributed_options* options,
                                               ttgt_distributed_evaluation* evaluation) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        const FormulaArguments read =
            read_formula_together(*ranks, {context, formula, output, inputs, input_count, options,
                                           [&] { check_given(evaluation, "evaluation"); }});
        ttgt::DistributedEvaluationPlan plan =
            ttgt::plan_evaluation(*ranks, context_or_own(read.context), formula,
                                  read.tensors.layouts(), evaluation_options(read.options));
        evaluation->id =
            distributed_evaluations().insert(std::make_shared<const PlannedDistributedEvaluation>(
                PlannedDistributedEvaluation{std::move(plan), ranks->transport(), read.context}));
    });
}

ttgt_status ttgt_distributed_evaluation_destroy(ttgt_distributed_evaluation evaluation) {
    return guarded([&] {
        if (evaluation.id != 0) (void)distributed_evaluations().remove(evaluation.id);
    });
}

ttgt_status ttgt_distributed_evaluation_workspace_bytes(ttgt_distributed_evaluation evaluation,
                                                        int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = distributed_evaluations().at(evaluation.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_distributed_evaluation_bytes_received(ttgt_distributed_evaluation evaluation,
                                                       int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = distributed_evaluations().at(evaluation.id)->plan.bytes_received();
    });
}

ttgt_status ttgt_distributed_evaluation_explain(ttgt_distributed_evaluation evaluation,
                                                int32_t losers, char* text, size_t capacity,
                                                size_t* length) {
    return guarded([&] {
        const auto planned = distributed_evaluations().at(evaluation.id);
        if (losers < 0) {
            throw ttgt::InvalidArgument(fmt::format("{} losers were asked for", losers));
        }
        write_text(planned->plan.explain(static_cast<std::size_t>(losers)), text, capacity, length);
    });
}

ttgt_status ttgt_distributed_evaluation_run(ttgt_distributed_evaluation evaluation, void* output,
                                            const void* const* inputs, int32_t input_count,
                                            const ttgt_scalar* scalars, int32_t scalar_count,
                                            const ttgt_run_options* options) {
    return guarded([&] {
        const auto planned = distributed_evaluations().at(evaluation.id);
        const std::size_t count = planned->plan.inputs().size();
        const FormulaRunArguments run = ttgt::agreed(*planned->transport, [&] {
            if (!std::cmp_equal(input_count, count)) {
                throw ttgt::OperandCountMismatch(fmt::format(
                    "the plan has {} inputs, the run was given {}", count, input_count));
            }
            if (count > 0) check_given(static_cast<const void*>(inputs), "inputs");
            return FormulaRunArguments{
                {inputs, count},
                scalars_of(scalars, scalar_count),
                place_of_run(options, planned->plan.workspace_bytes(), planned->context)};
        });
        planned->plan.run(output, run.inputs, run.scalars, run.options.workspace,
                          run.options.stream);
    });
}
