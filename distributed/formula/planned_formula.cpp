// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/formula/planned_formula.h"

#include <ttgt/error.h>

#include <cstdint>

#include <fmt/format.h>

#include "contraction/binary/run_checks.h"
#include "distributed/run/agreement.h"
#include "distributed/run/held_memory.h"

namespace ttgt {
namespace {

/// The arguments of a run of a formula, after they were checked.
struct FormulaRun {
    std::vector<void*> tensors;  ///< the output, then the inputs, which are only read
    std::span<const Scalar> scalars;
    char* workspace = nullptr;
    Stream stream;
};

void check_counts(const SpreadFormula& problem, std::size_t inputs, std::size_t scalars) {
    const Formula& formula = problem.formula;
    if (inputs != formula.inputs.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               formula.text, formula.inputs.size(), inputs));
    }
    if (scalars != formula.scalars.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} scalars, but {} were given",
                                               formula.text, formula.scalars.size(), scalars));
    }
}

bool is_misaligned(const void* data, std::int64_t bytes) {
    return reinterpret_cast<std::uintptr_t>(data) % static_cast<std::uintptr_t>(bytes) != 0;
}

void check_tensors(const PlannedFormula::Parts& parts, const std::vector<void*>& data) {
    const std::vector<FormulaTensor>& tensors = parts.problem.tensors;
    const int rank = parts.problem.rank;
    std::vector<HeldMemory> held;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const FormulaTensor& tensor = tensors[i];
        const std::int64_t bytes = size_bytes(tensor.dtype);
        const bool is_shared = tensor.may_share_output && data[i] != nullptr && data[i] == data[0];
        held.push_back({{&tensor.local, bytes, data[i]},
                        !is_shared && holds_elements(tensor.given.grid, tensor.local, rank),
                        i == 0});
        const bool must_align = parts.device.kind == Device::Kind::cuda && held.back().has_elements;
        if (!must_align || !is_misaligned(data[i], bytes)) continue;
        throw InvalidArgument(
            fmt::format("{} is at {} on rank {}, which is not aligned to an element of {} bytes",
                        tensor.name, data[i], rank, bytes));
    }
    check_memory(held, rank, [&](std::size_t i) { return tensors[i].name; });
}

FormulaRun checked_formula_run(const PlannedFormula::Parts& parts, void* out,
                               std::span<const void* const> inputs, std::span<const Scalar> scalars,
                               const Workspace& workspace, Stream stream) {
    const SpreadFormula& problem = parts.problem;
    check_counts(problem, inputs.size(), scalars.size());
    FormulaRun run{{out}, scalars, static_cast<char*>(workspace.data), stream};
    for (const void* input : inputs) run.tensors.push_back(const_cast<void*>(input));
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        check_scalar(problem.tensors[0].dtype, problem.formula.scalars[i].c_str(), scalars[i],
                     [&] { return problem.tensors[0].name; });
    }
    check_tensors(parts, run.tensors);
    check_workspace(parts.plan.workspace_bytes, workspace);
    check_stream(parts.device, stream);
    if (stream == Stream{}) run.stream = parts.stream;
    return run;
}

/// Throws InvalidArgument on every rank where a scalar differs between ranks. Collective.
void check_same_scalars(const PlannedFormula::Parts& parts, std::span<const Scalar> scalars) {
    std::vector<double> mine;
    for (const Scalar& scalar : scalars) mine.insert(mine.end(), {scalar.real(), scalar.imag()});
    if (mine.empty()) return;
    const std::vector<double> all = parts.transport->all_numbers(mine);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t of = i % mine.size();
        const bool are_nans = all[i] != all[i] && all[of] != all[of];
        if (all[i] == all[of] || are_nans) continue;
        throw InvalidArgument(fmt::format(
            "the scalar {} must be the same on every rank: its {} part is {} on rank {}, but {} on "
            "rank 0",
            parts.problem.formula.scalars[of / 2], of % 2 == 0 ? "real" : "imaginary", all[i],
            i / mine.size(), all[of]));
    }
}

/// Runs the stages of a formula on one rank.
class FormulaExecutor {
public:
    FormulaExecutor(const PlannedFormula::Parts& parts, const FormulaRun& run)
        : parts_(parts), run_(run) {}

    void run() const {
        for (std::size_t i = 0; i < parts_.plan.stages.size(); ++i) {
            run_stage(parts_.plan.staged.stages[i], parts_.plan.stages[i]);
        }
    }

private:
    /// The first element of a tensor; that of the parts lies in the workspace.
    [[nodiscard]] char* own(std::size_t tensor) const {
        if (tensor < run_.tensors.size()) return static_cast<char*>(run_.tensors[tensor]);
        return in_workspace(parts_.plan.parts_offset);
    }
    [[nodiscard]] char* in_workspace(std::int64_t offset) const {
        return run_.workspace == nullptr ? nullptr : run_.workspace + offset;
    }
    [[nodiscard]] char* in_stage(std::size_t tensor, const TensorStep& step) const {
        if (!step.is_in_place) return in_workspace(step.offset);
        char* const data = own(tensor);
        return data == nullptr ? nullptr : data + step.offset;
    }

    void move(const Redistribution& redistribution, bool among_ranks, const void* from,
              void* to) const {
        redistribution.run(among_ranks ? parts_.transport.get() : nullptr, from, to, 1.0, 0.0,
                           in_workspace(parts_.plan.staging_offset), parts_.int_limit, run_.stream);
    }

    void run_stage(const FormulaStage& stage, const RankStage& lowered) const {
        std::vector<const void*> inputs;
        for (std::size_t i = 0; i < stage.tensors.size(); ++i) {
            const TensorStep& step = lowered.tensors[i];
            const std::size_t tensor = stage.tensors[i].tensor;
            char* const data = in_stage(tensor, step);
            if (step.bring) move(*step.bring, step.ranks_bring, own(tensor), data);
            if (i > 0) inputs.push_back(data);
        }
        const TensorStep& step = lowered.tensors[0];
        const std::size_t output = stage.tensors[0].tensor;
        void* const data = in_stage(output, step);
        if (lowered.plan) lowered.plan->run(data, inputs, run_.scalars, run_.stream);
        if (step.back) move(*step.back, step.ranks_return, data, own(output));
    }

    const PlannedFormula::Parts& parts_;
    const FormulaRun& run_;
};

}  // namespace

void PlannedFormula::run(void* out, std::span<const void* const> inputs,
                         std::span<const Scalar> scalars, const Workspace& workspace,
                         Stream stream) const {
    const FormulaRun run = agreed(*parts_.transport, [&] {
        return checked_formula_run(parts_, out, inputs, scalars, workspace, stream);
    });
    check_same_scalars(parts_, run.scalars);
    FormulaExecutor(parts_, run).run();
}

}  // namespace ttgt
