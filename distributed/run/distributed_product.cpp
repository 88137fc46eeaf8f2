// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/distributed_product.h"

#include <ttgt/error.h>

#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include "distributed/placement/placement.h"
#include "distributed/run/agreement.h"
#include "distributed/run/held_memory.h"
#include "distributed/run/run_agreement.h"
#include "src/runtime/cuda/completion.h"

namespace ttgt {
namespace {

using Parts = DistributedProduct::Parts;
using Clock = std::chrono::steady_clock;

/// The arguments of a run, after they were checked.
struct Run {
    std::vector<const void*> operands;  ///< in the order of the expression, the output first
    void* d = nullptr;
    char* workspace = nullptr;
    Scalar alpha;
    Scalar beta;
    Stream stream;
};

void check_pointers(const Parts& parts, const Run& run) {
    const std::vector<SpreadOperand>& operands = parts.problem.operands;
    if (run.operands.size() != operands.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               parts.problem.global.text, operands.size() - 1,
                                               run.operands.size() - 1));
    }
    std::vector<HeldMemory> held;
    for (std::size_t number = 0; number < operands.size(); ++number) {
        const SpreadOperand& operand = operands[number];
        held.push_back({{&operand.local, size_bytes(operand.dtype), run.operands[number]},
                        holds_elements(operand.given.grid, operand.local, parts.problem.rank),
                        number == operand_d});
    }
    check_memory(held, parts.problem.rank,
                 [&](std::size_t operand) { return operands[operand].title; });
}

Run checked_run(const Parts& parts, void* d, std::span<const void* const> inputs,
                const RunOptions& options) {
    Run run;
    run.operands.push_back(d);
    run.operands.insert(run.operands.end(), inputs.begin(), inputs.end());
    run.d = d;
    run.workspace = static_cast<char*>(options.workspace.data);
    run.alpha = options.alpha;
    run.beta = options.beta.value_or(parts.problem.global.beta_is_zero ? 0.0 : 1.0);
    check_pointers(parts, run);
    const SpreadOperand& output = parts.problem.operands[operand_d];
    check_run({parts.problem.global.text, output.dtype, parts.problem.global.beta_is_zero,
               parts.plan.workspace_bytes, parts.device},
              options, run.beta, [&] { return output.title; });
    run.stream = options.stream != Stream{} ? options.stream : parts.stream;
    return run;
}

/// Runs the steps of a plan on one rank.
class Executor {
public:
    Executor(const Parts& parts, const Run& run) : parts_(parts), plan_(parts.plan), run_(run) {}

    /// Calls `timed` with each step as a function, in the order of execution. `timed` must call it.
    template <class Timed>
    void run(Timed&& timed) const {
        for (std::size_t operand = operand_l; operand < plan_.operands.size(); ++operand) {
            timed([&] { bring(operand); });
        }
        timed([&] { multiply(); });
        timed([&] { bring_back(); });
    }

private:
    [[nodiscard]] const void* input(std::size_t operand) const {
        const OperandStep& step = plan_.operands[operand];
        if (!step.is_in_place) return run_.workspace + step.offset;
        const void* data = run_.operands[operand];
        return data == nullptr ? nullptr : static_cast<const char*>(data) + step.offset;
    }
    [[nodiscard]] void* output() const {
        const OperandStep& step = plan_.operands[operand_d];
        return step.is_in_place ? run_.d : run_.workspace + step.offset;
    }
    [[nodiscard]] void* scratch() const {
        return run_.workspace == nullptr ? nullptr : run_.workspace + plan_.scratch_offset;
    }

    void move(const OperandStep& step, const void* from, void* to, Scalar alpha,
              Scalar beta) const {
        step.redistribution->run(step.moves ? parts_.transport.get() : nullptr, from, to, alpha,
                                 beta, scratch(), parts_.int_limit, run_.stream);
    }

    void bring(std::size_t operand) const {
        const OperandStep& step = plan_.operands[operand];
        if (step.is_in_place) return;
        if (plan_.plain) return receive_into_output(step);
        void* to = run_.workspace + step.offset;
        if (step.is_cleared) std::memset(to, 0, static_cast<std::size_t>(step.bytes));
        move(step, run_.operands[operand], to, 1.0, 0.0);
    }

    /// Redistributes the only input directly into D, for plans without a product.
    void receive_into_output(const OperandStep& step) const {
        const Scalar alpha = scale() * run_.alpha;
        const bool is_plain = alpha == Scalar{1.0} && run_.beta == Scalar{};
        const Redistribution& redistribution = is_plain ? *plan_.plain : *step.redistribution;
        redistribution.run(parts_.transport.get(), run_.operands[operand_l], run_.d, alpha,
                           run_.beta, scratch(), parts_.int_limit, run_.stream);
    }

    /// The product of the expression's literal factors and the sign of its assignment.
    [[nodiscard]] Scalar scale() const {
        const double sign =
            parts_.problem.expression.assignment == Assignment::subtract ? -1.0 : 1.0;
        return sign * parts_.problem.expression.terms.front().scale;
    }

    void multiply() const {
        const bool is_in_place = plan_.operands[operand_d].is_in_place;
        const Scalar beta = is_in_place ? run_.beta : Scalar{};
        if (plan_.local) {
            RunOptions options;
            options.alpha = run_.alpha;
            options.beta = beta;
            options.stream = run_.stream;
            options.workspace = {scratch(), parts_.plan.workspace_bytes - plan_.scratch_offset};
            std::vector<const void*> inputs;
            for (std::size_t operand = operand_l; operand < plan_.operands.size(); ++operand) {
                inputs.push_back(input(operand));
            }
            plan_.local->run(output(), inputs, options);
        } else if (plan_.grid) {
            plan_.grid_product->run(*plan_.grid, output(), input(operand_l), input(operand_r),
                                    scale() * run_.alpha, beta);
        }
    }

    void bring_back() const {
        const OperandStep& step = plan_.operands[operand_d];
        if (!step.is_in_place) move(step, run_.workspace + step.offset, run_.d, 1.0, run_.beta);
    }

    const Parts& parts_;
    const RankPlan& plan_;
    const Run& run_;
};

Run agreed_run(const Parts& parts, void* d, std::span<const void* const> inputs,
               const RunOptions& options) {
    Run run = agreed(*parts.transport, [&] { return checked_run(parts, d, inputs, options); });
    check_scalars(*parts.transport, run.alpha, run.beta);
    return run;
}

/// Waits until the work that a step enqueued on the stream has finished.
void finish(const Parts& parts, const Run& run) {
    if (parts.device.kind == Device::Kind::cpu) return;
    cuda::Completion(parts.device.index, run.stream).wait();
}

double milliseconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

/// Runs the steps, and returns the prediction with the times of this rank. Collective.
DistributedReport timed(const Parts& parts, const Run& run) {
    DistributedReport report = predict(parts);
    std::vector<StepReport>& steps = report.report.steps;
    std::size_t next = 0;
    const Clock::time_point begin = Clock::now();
    Executor(parts, run).run([&](auto&& step) {
        const Clock::time_point from = Clock::now();
        step();
        finish(parts, run);
        steps[next++].measured_ms = milliseconds(from, Clock::now());
        // A barrier, so that waiting for other ranks does not count for the next step.
        (void)largest(*parts.transport, 0);
    });
    report.report.total_ms = milliseconds(begin, Clock::now());
    report.report.gemm_ms = steps[parts.problem.operands.size() - 1].measured_ms;
    return report;
}

}  // namespace

DistributedProduct::DistributedProduct(Parts parts) : parts_(std::move(parts)) {}

std::string DistributedProduct::explain(std::size_t most_losers) const {
    return ttgt::explain(parts_, most_losers);
}

void DistributedProduct::run(void* d, std::span<const void* const> inputs,
                             const RunOptions& options) const {
    const Run run = agreed_run(parts_, d, inputs, options);
    Executor(parts_, run).run([](auto&& step) { step(); });
}

void DistributedProduct::run_step(void* d, std::span<const void* const> inputs,
                                  const RunOptions& options) const {
    const Run run = checked_run(parts_, d, inputs, options);
    Executor(parts_, run).run([](auto&& step) { step(); });
}

DistributedReport DistributedProduct::profile(void* d, std::span<const void* const> inputs,
                                              const RunOptions& options) const {
    DistributedReport report = timed(parts_, agreed_run(parts_, d, inputs, options));
    add_measurements(*parts_.transport, parts_.rates.rates,
                     {report.report.gemm_ms, report.report.total_ms}, report);
    return report;
}

DistributedReport DistributedProduct::time_step(void* d, std::span<const void* const> inputs,
                                                const RunOptions& options) const {
    return timed(parts_, checked_run(parts_, d, inputs, options));
}

}  // namespace ttgt
