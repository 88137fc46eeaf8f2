// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/forced_plan.h"

#include <memory>
#include <utility>

#include "contraction/binary/binary_plan.h"
#include "contraction/cuda/cuda_machine.h"
#include "contraction/devices.h"
#include "contraction/plan/explain.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/auto.h"
#include "contraction/planner/reordered_direct.h"
#include "contraction/planner/resolve_layouts.h"
#include "contraction/planner/strategy.h"
#include "contraction/problem/bind.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// The GEMM candidates with matrices padded to multiples of `unit`, as devices choose them whose
/// library multiplies such matrices faster.
std::vector<Candidate> with_padding(const Problem& problem, const std::vector<Candidate>& all,
                                    std::int64_t unit) {
    std::vector<Candidate> padded;
    for (Candidate candidate : all) {
        if (candidate.method != Method::gemm || candidate.gemm.real_view) continue;
        if (!candidate.slices.empty()) continue;
        candidate.is_classic = false;
        candidate.gemm.padding_unit = unit;
        resolve_layouts(problem, candidate);
        padded.push_back(std::move(candidate));
    }
    return padded;
}

/// As plan_contraction() makes it.
std::unique_ptr<const Machine> machine_of(const Context& context, const Problem& problem) {
    return make_machine(context.options(), static_cast<double>(bytes(problem)));
}

}  // namespace

Problem bound(const TestProblem& problem) {
    Problem result =
        bind_expression(parse_expression(expression(problem)), operand_layouts(problem),
                        effective_beta(problem) == Scalar{}, true);
    result.compute = problem.compute;
    return result;
}

std::vector<Candidate> every_candidate(const Context& context, const Problem& problem,
                                       std::int64_t limit) {
    std::vector<Candidate> all = forced_candidates(problem);
    const auto machine = machine_of(context, problem);
    if (!all.empty()) return all;
    all = auto_candidates({problem, limit, *machine, Purpose::explain});
    for (Candidate& padded : with_padding(problem, all, 4)) all.push_back(std::move(padded));
    if (!machine->kernels().reordering()) {
        // What a device that does would try is right here, too.
        const cuda::CudaMachine device(cuda::sm_90());
        for (Candidate& reordered : reordered_directs({problem, limit, device}))
            all.push_back(std::move(reordered));
    }
    return all;
}

ContractionPlan forced_plan(const Context& context, const Problem& problem,
                            const Candidate& candidate) {
    std::unique_ptr<const Machine> machine = machine_of(context, problem);
    Candidate scale;
    scale.method = Method::scale;
    Plan forced = lower(problem, candidate, *machine, unlimited);
    plan_products(forced, machine->preparation(), unlimited);
    Plan scale_only = lower(problem, std::move(scale), *machine, unlimited);
    return make_contraction_plan(std::make_unique<const BinaryPlan>(
        BinaryPlan::Parts{std::move(forced),
                          std::move(scale_only),
                          context.options().device,
                          &backend_of(context.options().device),
                          {context.options().threads, context.stream()},
                          &find_strategy("auto"),
                          std::move(machine),
                          unlimited,
                          {},
                          {}}));
}

AssertionResult check_every_candidate(const TestProblem& problem, CheckOptions options,
                                      std::size_t& count) {
    const Problem as_planned = bound(problem);
    const std::int64_t limit = std::exchange(options.workspace_limit, unlimited);
    ContextOptions on_cpu;
    on_cpu.threads = options.threads;
    Context own(on_cpu);
    if (options.site.context == nullptr) options.site.context = &own;
    const std::vector<Candidate> candidates =
        every_candidate(*options.site.context, as_planned, limit);
    count = candidates.size();
    for (const Candidate& candidate : candidates) {
        options.make_plan = [&](Context& context, const TestProblem&) {
            return forced_plan(context, as_planned, candidate);
        };
        if (const AssertionResult right = check_contraction(problem, options); !right) {
            return AssertionFailure()
                   << right.message() << "\n  with " << describe(as_planned, candidate);
        }
    }
    return AssertionSuccess();
}

}  // namespace ttgt::test
