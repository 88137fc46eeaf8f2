// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/forced_plan.h"

#include <ttgt/error.h>

#include <memory>
#include <utility>

#include "contraction/assemble.h"
#include "contraction/auto.h"
#include "contraction/bind.h"
#include "contraction/contraction_plan.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/explain.h"
#include "contraction/strategy.h"
#include "src/runtime/threads.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// What prices plans for a device, and what runs them.
struct Engine {
    Machine machine;
    const Backend* backend;
};

/// As plan_contraction chooses them.
Engine engine_of(const Context& context, const Problem& problem) {
    const ContextOptions& options = context.options();
    if (options.device.kind != Device::Kind::cpu) {
        throw Unsupported("plans are forced on the CPU only, not on " + to_string(options.device));
    }
    const int threads = available_threads(options.threads);
    return {Machine(options.calibration, threads, static_cast<double>(bytes(problem))),
            &cpu::backend()};
}

}  // namespace

Problem bound(const TestProblem& problem) {
    return bind_expression(parse_expression(expression(problem)), operand_layouts(problem),
                           effective_beta(problem) == Scalar{});
}

std::vector<Candidate> every_candidate(const Context& context, const Problem& problem,
                                       std::int64_t limit) {
    std::vector<Candidate> all = forced_candidates(problem);
    const Engine engine = engine_of(context, problem);
    if (all.empty()) all = auto_candidates({problem, limit, engine.machine, true});
    return all;
}

ContractionPlan forced_plan(const Context& context, const Problem& problem,
                            const Candidate& candidate) {
    const Engine engine = engine_of(context, problem);
    Candidate scale;
    scale.method = Method::scale;
    return ContractionPlan(std::unique_ptr<const ContractionPlan::State>(
        new ContractionPlan::State{assemble(problem, candidate, engine.machine),
                                   assemble(problem, std::move(scale), engine.machine),
                                   context.options().device,
                                   engine.backend,
                                   context.options().threads,
                                   &find_strategy("auto"),
                                   engine.machine,
                                   unlimited,
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
