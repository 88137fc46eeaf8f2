// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_contraction.h"

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/element.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

ContextOptions context_options(const CheckOptions& options) {
    ContextOptions result;
    result.threads = options.threads;
    result.workspace_limit = options.workspace_limit;
    return result;
}

AssertionResult call_contract(const TestProblem& problem, Placement& placement, Context& context,
                              const CheckOptions& check) {
    ContractOptions options;
    options.alpha = problem.alpha;
    options.beta = problem.beta;
    options.strategy = check.strategy;
    options.planning = check.planning;
    options.context = &context;
    contract(expression(problem), placement, options);
    if (!placement.bring_back()) return AssertionFailure() << "a guard of no workspace was written";
    return AssertionSuccess();
}

AssertionResult run_plan(const TestProblem& problem, Placement& placement, Context& context,
                         const CheckOptions& options) {
    const ContractionPlan plan = plan_for(context, problem, options);
    if (plan.workspace_bytes() > options.workspace_limit) {
        return AssertionFailure() << "the plan asks for " << plan.workspace_bytes()
                                  << " bytes of workspace, the limit is "
                                  << options.workspace_limit;
    }
    const RunOptions run_options =
        run_options_for(problem, placement.workspace(plan.workspace_bytes()));
    if (options.entry == Entry::profile) {
        (void)profile(plan, placement, run_options);
    } else {
        run(plan, placement, run_options);
    }
    if (!placement.bring_back()) {
        return AssertionFailure() << "bytes beyond the workspace were written\n" << plan.explain();
    }
    return AssertionSuccess();
}

AssertionResult compute_on(Context& context, const TestProblem& problem, TestTensors& tensors,
                           const CheckOptions& options) {
    const std::unique_ptr<Placement> placement =
        options.site.place(context, {tensors.d, tensors.inputs});
    return options.entry == Entry::contract ? call_contract(problem, *placement, context, options)
                                            : run_plan(problem, *placement, context, options);
}

/// Whether no intermediate result can round: the scalars are multiples of 1/4, their products with
/// the literal of 1/8, so sums below 2^20 of products of small integers fit 24 bits.
bool is_exact(const TestProblem& problem, Fill fill) {
    if (fill != Fill::integers || is_half(problem.d.dtype)) return false;
    const auto terms = static_cast<double>(multiply_adds(problem));
    const double product = std::pow(6, problem.inputs.size());
    const double sum = terms * product * std::abs(effective_alpha(problem));
    return sum + 8 * std::abs(effective_beta(problem)) < 0x1p20;
}

AssertionResult with_description(const AssertionResult& result, const TestProblem& problem,
                                 const CheckOptions& options) {
    if (result) return AssertionSuccess();
    return AssertionFailure() << result.message() << "\n  " << describe(problem) << "\n  limit "
                              << options.workspace_limit << ", threads " << options.threads
                              << ", strategy " << options.strategy << ", entry "
                              << static_cast<int>(options.entry);
}

AssertionResult check(const TestProblem& problem, TestTensors tensors,
                      const CheckOptions& options) {
    const std::vector<GuardedArray> inputs_before = tensors.inputs;
    if (AssertionResult computed = compute(problem, tensors, options); !computed) return computed;
    for (std::size_t input = 0; input < inputs_before.size(); ++input) {
        if (tensors.inputs[input].bytes() != inputs_before[input].bytes()) {
            return AssertionFailure() << "input " << input + 1 << " was written";
        }
    }
    return agrees_with_reference(problem, tensors, options);
}

}  // namespace

RunOptions run_options_for(const TestProblem& problem, const Workspace& workspace) {
    RunOptions options;
    options.alpha = problem.alpha;
    options.beta = problem.beta;
    options.workspace = workspace;
    return options;
}

ContractionPlan plan_for(Context& context, const TestProblem& problem,
                         const CheckOptions& options) {
    if (options.make_plan) return options.make_plan(context, problem);
    PlanOptions plan_options;
    plan_options.strategy = options.strategy;
    plan_options.planning = options.planning;
    plan_options.workspace_limit = options.workspace_limit;
    if (problem.beta) plan_options.beta_is_zero = *problem.beta == Scalar{};
    return plan_contraction(context, expression(problem), operand_layouts(problem), plan_options);
}

AssertionResult compute(const TestProblem& problem, TestTensors& tensors,
                        const CheckOptions& options) {
    if (options.site.context != nullptr) {
        return compute_on(*options.site.context, problem, tensors, options);
    }
    Context context(context_options(options));
    return compute_on(context, problem, tensors, options);
}

AssertionResult agrees_with_reference(const TestProblem& problem, const TestTensors& tensors,
                                      const CheckOptions& options) {
    if (!tensors.d.intact()) return AssertionFailure() << "bytes around D's elements were written";
    const ConstTensorView before = tensors.before.view();
    const ConstTensorView d = tensors.d.view();
    const reference::Comparison comparison =
        reference::compare(reference_problem(problem, tensors.inputs), &before, d, options.compare);
    const bool exact = is_exact(problem, options.fill);
    if (comparison.outcome == reference::Outcome::ok &&
        (!exact || comparison.error_over_bound == 0)) {
        return AssertionSuccess();
    }
    const bool empty = volume(problem.d.layout) == 0;
    if (comparison.outcome == reference::Outcome::skipped && empty) return AssertionSuccess();
    return AssertionFailure() << (exact ? "should be exact, " : "") << "error over bound "
                              << comparison.error_over_bound
                              << fmt::format(" at ({})", fmt::join(comparison.worst_index, ","));
}

AssertionResult check_contraction(const TestProblem& problem, const CheckOptions& options) {
    return check_contraction(problem, make_tensors(problem, options.fill), options);
}

AssertionResult check_contraction(const TestProblem& problem, const TestTensors& tensors,
                                  const CheckOptions& options) {
    try {
        return with_description(check(problem, tensors, options), problem, options);
    } catch (const std::exception& error) {
        return with_description(AssertionFailure() << "threw: " << error.what(), problem, options);
    }
}

}  // namespace ttgt::test
