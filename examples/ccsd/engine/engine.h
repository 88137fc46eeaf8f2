// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/operators.h>
#include <ttgt/tensor.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/totals.h"

namespace ccsd {

struct EngineOptions {
    ttgt::Device device{};
    int threads = 0;  ///< of a contraction; 0: what OpenMP would use
    std::string strategy = "auto";
    /// Most scratch of a contraction, beside the memory's own limit.
    std::int64_t workspace_limit = ttgt::unlimited;
};

/// CPU threads that the options stand for at this moment.
[[nodiscard]] std::int64_t threads_used(const EngineOptions& options);

/// Runs contractions, each planned where it is first seen and from then on only run, as long as the
/// memory's limit leaves the workspace. Called like a function:
///
///     compute("D(a,b)+=0.5*L(a,c)*R(c,b)", d, l, r);
///
/// On CUDA devices this enqueues and does not wait. Few runs of every plan are timed (see
/// `timed_runs`), the others go bare. For one thread; the memory must outlive the engine.
class Engine {
public:
    Engine(Memory& memory, const EngineOptions& options);

    /// D = factor * (the expression); the output first, as ttgt::plan_contraction has it. Plans
    /// within what the memory's limit leaves. Throws what ttgt throws.
    void operator()(std::string_view expression, const ttgt::TensorView& d,
                    const ttgt::ConstTensorView& l, const ttgt::ConstTensorView& r,
                    double factor = 1.0);
    /// With one input: copies, transposes, sums.
    void operator()(std::string_view expression, const ttgt::TensorView& d,
                    const ttgt::ConstTensorView& l, double factor = 1.0);

    /// Evaluates a formula (docs/guide/operators.md) of tensors and scalars, each in the order in
    /// which the formula names them first. Planned once, as contractions are; not in the totals.
    void evaluate(std::string_view formula, const ttgt::TensorView& output,
                  const std::vector<ttgt::ConstTensorView>& inputs,
                  const std::vector<ttgt::Scalar>& scalars = {});

    /// Contractions seen from now on for the first time count under this name in the totals.
    void set_kind(std::string_view kind) { kind_ = kind; }
    /// What was run, by kind, in the order of their first use.
    [[nodiscard]] std::vector<KindTotals> totals() const;
    /// Every plan with its alternatives, as ContractionPlan::explain() gives them.
    [[nodiscard]] std::string explain() const;

    /// Gives back the workspace that is kept between calls.
    void release_workspace() { context_.release_workspace(); }
    [[nodiscard]] Memory& memory() const noexcept { return *memory_; }
    [[nodiscard]] ttgt::Context& context() noexcept { return context_; }
    [[nodiscard]] const EngineOptions& options() const noexcept { return options_; }

    /// The first run of a plan is a warm-up; as many after it are timed.
    static constexpr std::int64_t timed_runs = 5;

private:
    static constexpr std::size_t operand_count = 3;
    using Operands = std::array<const ttgt::ConstTensorView*, operand_count>;

    struct Planned {
        std::string kind;
        std::string expression;
        std::vector<ttgt::Layout> layouts;
        ttgt::ContractionPlan plan;
        PlanTotals totals;
    };

    struct PlannedFormula {
        std::string formula;
        std::vector<ttgt::OperandLayout> operands;
        ttgt::EvaluationPlan plan;
    };

    [[nodiscard]] Planned& find_or_plan(std::string_view expression, const Operands& operands);
    [[nodiscard]] Planned make_plan(std::string_view expression, const Operands& operands);
    [[nodiscard]] std::int64_t workspace_limit() const noexcept;
    void run(Planned& planned, void* d, const Operands& operands, double factor);

    Memory* memory_;
    EngineOptions options_;
    ttgt::Context context_;
    std::string kind_ = "other";
    std::deque<Planned> plans_;  // its elements never move
    std::unordered_map<std::string, std::vector<Planned*>> by_expression_;
    std::vector<PlannedFormula> formulas_;
};

}  // namespace ccsd
