// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/execute.h"

#include <algorithm>

#include "src/runtime/interrupt.h"

namespace ttgt {
namespace {

/// Runs the nodes of a plan. Keeps the present addresses of the operands, which loops move.
class Walk {
public:
    Walk(const Plan& plan, const Backend& backend, const Execution& execution, StepTimer* timer)
        : backend_(backend),
          execution_(execution),
          alpha_(execution.alpha * plan.problem.scale),
          timer_(timer),
          resources_(execution.resources),
          bases_(execution.bases) {
        char* const workspace = bases_[static_cast<std::size_t>(BufferRef::Slot::workspace)];
        if (workspace != nullptr) resources_.scratch = workspace + plan.scratch_offset;
    }

    void run(const std::vector<Node>& nodes) {
        for (const Node& node : nodes) {
            if (const Step* step = std::get_if<Step>(&node.value)) {
                run(*step);
            } else {
                run(std::get<Loop>(node.value));
            }
        }
    }

private:
    void run(const Loop& loop) {
        const bool adds_outside = adds_;
        for (std::int64_t index = loop.begin; index < loop.end; index += loop.chunk) {
            adds_ = adds_outside || (loop.accumulates && index > 0);
            move(loop, index);
            run(loop.body);
            move(loop, -index);
        }
        adds_ = adds_outside;
    }

    void move(const Loop& loop, std::int64_t index) {
        for (std::size_t operand = 0; operand < operand_count; ++operand) {
            bases_[operand] += index * loop.strides[operand];
        }
    }

    void run(const Step& step) {
        check_interrupt();
        if (timer_ != nullptr) timer_->before(step);
        std::visit([this](const auto& action) { run(action); }, step.action);
        if (timer_ != nullptr) timer_->after(step);
    }

    void run(const TransposeStep& step) {
        backend_.transpose(step, scalars(step.alpha, step.beta), address(step.in),
                           address(step.out), resources_);
    }

    void run(const GemmStep& step) {
        const ScalarRole beta = adds_ ? ScalarRole::one : step.beta;
        backend_.gemm(step, scalars(step.alpha, beta), address(step.a), address(step.b),
                      address(step.c), resources_);
    }

    void run(const DirectStep& step) {
        backend_.direct(step, scalars(ScalarRole::alpha, step.beta), address(step.l),
                        address(step.r), address(step.d), resources_);
    }

    void run(const ReduceStep& step) {
        backend_.reduce(step, scalars(step.alpha, step.beta), address(step.in), address(step.out),
                        resources_);
    }

    void run(const ScaleStep& step) {
        backend_.scale(step, resolve(step.beta), address(step.out), resources_);
    }

    [[nodiscard]] char* address(const BufferRef& buffer) const {
        return bases_[static_cast<std::size_t>(buffer.slot)] + buffer.offset;
    }

    [[nodiscard]] Scalars scalars(ScalarRole alpha, ScalarRole beta) const {
        return {resolve(alpha), resolve(beta)};
    }

    [[nodiscard]] Scalar resolve(ScalarRole role) const {
        switch (role) {
            case ScalarRole::zero:
                return 0.0;
            case ScalarRole::one:
                return 1.0;
            case ScalarRole::alpha:
                return alpha_;
            default:
                return execution_.beta;
        }
    }

    const Backend& backend_;
    const Execution& execution_;
    Scalar alpha_;
    StepTimer* timer_;
    Resources resources_;
    std::array<char*, 4> bases_;
    bool adds_ = false;  // whether GEMM adds: in turns after the first of a contracted loop
};

}  // namespace

void execute(const Plan& plan, const Backend& backend, const Execution& execution,
             StepTimer* timer) {
    Walk walk(plan, backend, execution, timer);
    if (timer != nullptr) timer->start();
    walk.run(plan.nodes);
    if (timer != nullptr) timer->stop();
}

}  // namespace ttgt
