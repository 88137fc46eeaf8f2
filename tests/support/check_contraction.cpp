// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_contraction.h"

#include <ttgt/contraction.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// Aligned memory of exactly `bytes` bytes between guards.
class GuardedWorkspace {
public:
    explicit GuardedWorkspace(std::int64_t bytes)
        : bytes_(bytes), memory_(static_cast<std::size_t>(bytes + 2 * workspace_alignment), guard) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        const auto alignment = static_cast<std::uintptr_t>(workspace_alignment);
        first_ = static_cast<std::ptrdiff_t>((alignment - address % alignment) % alignment);
    }

    [[nodiscard]] Workspace get() {
        return bytes_ == 0 ? Workspace{} : Workspace{memory_.data() + first_, bytes_};
    }
    [[nodiscard]] bool intact() const {
        const auto is_guard = [](std::byte byte) { return byte == guard; };
        const auto begin = memory_.begin() + first_;
        return std::all_of(memory_.begin(), begin, is_guard) &&
               std::all_of(begin + static_cast<std::ptrdiff_t>(bytes_), memory_.end(), is_guard);
    }

private:
    static constexpr std::byte guard{0x5a};

    std::int64_t bytes_;
    std::vector<std::byte> memory_;
    std::ptrdiff_t first_ = 0;
};

ContextOptions context_options(const CheckOptions& options) {
    ContextOptions result;
    result.threads = options.threads;
    result.workspace_limit = options.workspace_limit;
    return result;
}

void call_contract(const TestProblem& problem, TestTensors& tensors, Context& context,
                   const std::string& strategy) {
    ContractOptions options;
    options.alpha = problem.alpha;
    options.beta = problem.beta;
    options.strategy = strategy;
    options.context = &context;
    if (tensors.inputs.size() == 1) {
        contract(expression(problem), tensors.d.view(), tensors.inputs[0].view(), options);
    } else {
        contract(expression(problem), tensors.d.view(), tensors.inputs[0].view(),
                 tensors.inputs[1].view(), options);
    }
}

void call_run(const ContractionPlan& plan, TestTensors& tensors, const RunOptions& options) {
    if (tensors.inputs.size() == 1) {
        plan.run(tensors.d.data(), tensors.inputs[0].data(), options);
    } else {
        plan.run(tensors.d.data(), tensors.inputs[0].data(), tensors.inputs[1].data(), options);
    }
}

void call_profile(const ContractionPlan& plan, TestTensors& tensors, const RunOptions& options) {
    if (tensors.inputs.size() == 1) {
        (void)plan.profile(tensors.d.data(), tensors.inputs[0].data(), options);
    } else {
        (void)plan.profile(tensors.d.data(), tensors.inputs[0].data(), tensors.inputs[1].data(),
                           options);
    }
}

AssertionResult run_plan(const TestProblem& problem, TestTensors& tensors, Context& context,
                         const CheckOptions& options) {
    PlanOptions plan_options;
    plan_options.strategy = options.strategy;
    if (problem.beta) plan_options.beta_is_zero = *problem.beta == Scalar{};
    const ContractionPlan plan =
        plan_contraction(context, expression(problem), operand_layouts(problem), plan_options);
    if (plan.workspace_bytes() > options.workspace_limit) {
        return AssertionFailure() << "the plan asks for " << plan.workspace_bytes()
                                  << " bytes of workspace, the limit is "
                                  << options.workspace_limit;
    }
    GuardedWorkspace workspace(plan.workspace_bytes());
    RunOptions run_options;
    run_options.alpha = problem.alpha;
    run_options.beta = problem.beta;
    run_options.workspace = workspace.get();
    if (options.entry == Entry::profile) {
        call_profile(plan, tensors, run_options);
    } else {
        call_run(plan, tensors, run_options);
    }
    if (!workspace.intact()) {
        return AssertionFailure() << "bytes beyond the workspace were written\n" << plan.explain();
    }
    return AssertionSuccess();
}

/// Whether no intermediate result can round: the scalars are multiples of 1/4, their products with
/// the literal of 1/8, so sums below 2^20 of products of small integers fit 24 bits.
bool is_exact(const TestProblem& problem, Fill fill) {
    if (fill != Fill::integers) return false;
    const auto terms = static_cast<double>(multiply_adds(problem));
    const double sum = terms * 36 * std::abs(effective_alpha(problem));
    return sum + 8 * std::abs(effective_beta(problem)) < 0x1p20;
}

AssertionResult compare_with_reference(const TestProblem& problem, const TestTensors& tensors,
                                       const CheckOptions& options) {
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

AssertionResult with_description(const AssertionResult& result, const TestProblem& problem,
                                 const CheckOptions& options) {
    if (result) return AssertionSuccess();
    return AssertionFailure() << result.message() << "\n  " << describe(problem) << "\n  limit "
                              << options.workspace_limit << ", threads " << options.threads
                              << ", entry " << static_cast<int>(options.entry);
}

AssertionResult check(const TestProblem& problem, const CheckOptions& options) {
    TestTensors tensors = make_tensors(problem, options.fill);
    const std::vector<GuardedArray> inputs_before = tensors.inputs;
    if (AssertionResult computed = compute(problem, tensors, options); !computed) return computed;
    if (!tensors.d.intact()) return AssertionFailure() << "bytes around D's elements were written";
    for (std::size_t input = 0; input < inputs_before.size(); ++input) {
        if (tensors.inputs[input].bytes() != inputs_before[input].bytes()) {
            return AssertionFailure() << "input " << input + 1 << " was written";
        }
    }
    return compare_with_reference(problem, tensors, options);
}

}  // namespace

AssertionResult compute(const TestProblem& problem, TestTensors& tensors,
                        const CheckOptions& options) {
    if (options.compute) {
        options.compute(problem, tensors);
        return AssertionSuccess();
    }
    Context context(context_options(options));
    if (options.entry == Entry::contract) {
        call_contract(problem, tensors, context, options.strategy);
        return AssertionSuccess();
    }
    return run_plan(problem, tensors, context, options);
}

AssertionResult check_contraction(const TestProblem& problem, const CheckOptions& options) {
    try {
        return with_description(check(problem, options), problem, options);
    } catch (const std::exception& error) {
        return with_description(AssertionFailure() << "threw: " << error.what(), problem, options);
    }
}

}  // namespace ttgt::test
