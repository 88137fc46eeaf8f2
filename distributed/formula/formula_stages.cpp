// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/formula/formula_stages.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ttgt {
namespace {

/// The label along which the ranks' parts of a reduction are reduced; no formula can have it.
const char* const parts_label = "#";

/// The tensor of the parts in messages.
const char* const parts_name = "the ranks' parts of the reduction";

/// The parts of a reduction as a tensor: the labels that the parts differ in, then parts_label.
struct ReductionParts {
    FormulaTensor tensor;
    std::vector<std::size_t> labels;  ///< indices into SpreadFormula::labels
};

bool is_in(const std::vector<std::size_t>& labels, std::size_t label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Axes along which reduced labels are spread.
std::vector<int> axes_of_parts(const SpreadFormula& problem, const Placement& work) {
    std::vector<int> axes;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (!problem.labels[label].is_reduced) continue;
        axes.insert(axes.end(), work.modes[label].axes.begin(), work.modes[label].axes.end());
    }
    return axes;
}

Placement placed(const Placement& of_labels, const std::vector<std::size_t>& labels) {
    Placement placement{of_labels.grid, {}};
    for (const std::size_t label : labels) placement.modes.push_back(of_labels.modes[label]);
    return placement;
}

ReductionParts parts_of(const SpreadFormula& problem, const Placement& work) {
    ReductionParts parts;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (problem.labels[label].is_reduced) continue;
        for (std::size_t use = 0; use < problem.uses.size(); ++use) {
            if (!problem.formula.uses[use].in_reduction || is_in(parts.labels, label)) continue;
            if (is_in(problem.uses[use], label)) parts.labels.push_back(label);
        }
    }
    FormulaTensor& tensor = parts.tensor;
    tensor.name = parts_name;
    tensor.dtype = problem.parts_dtype;
    for (const std::size_t label : parts.labels) {
        tensor.extents.push_back(problem.labels[label].extent);
    }
    std::vector<int> axes = axes_of_parts(problem, work);
    tensor.extents.push_back(ranks_along(work.grid, axes));
    tensor.given = placed(work, parts.labels);
    tensor.given.modes.push_back({std::move(axes), 1});
    tensor.local = packed(shard_extents(tensor.given, tensor.extents, problem.rank));
    return parts;
}

TensorUse use_of_parts(const SpreadFormula& problem, const ReductionParts& parts,
                       bool in_reduction) {
    TensorUse use;
    use.factor.name = parts_name;
    for (const std::size_t label : parts.labels) {
        use.factor.labels.push_back(problem.labels[label].name);
    }
    use.factor.labels.emplace_back(parts_label);
    use.in_reduction = in_reduction;
    return use;
}

/// Writes the formula of one stage.
class StageWriter {
public:
    StageWriter(const SpreadFormula& problem, const Placement& work)
        : problem_(problem), work_(work), use_in_stage_(problem.uses.size(), none) {
        stage_.formula.text = problem.formula.text;
        stage_.formula.scalars = problem.formula.scalars;
        stage_.formula.reduction = problem.formula.reduction;
    }

    /// Adds a use of a tensor, the output's first, and gives its number in the stage.
    std::size_t add(TensorUse use, StageTensor tensor) {
        std::vector<StageTensor>& tensors = stage_.tensors;
        const auto found =
            std::find_if(tensors.begin(), tensors.end(), [&](const StageTensor& other) {
                return other.tensor == tensor.tensor && other.work == tensor.work;
            });
        use.operand = static_cast<std::size_t>(found - tensors.begin());
        if (found == tensors.end()) {
            if (!tensors.empty()) stage_.formula.inputs.push_back(use.factor.name);
            tensors.push_back(std::move(tensor));
        }
        stage_.formula.uses.push_back(std::move(use));
        return stage_.formula.uses.size() - 1;
    }

    /// Adds a use of the whole formula.
    std::size_t add(std::size_t use) {
        std::size_t& number = use_in_stage_[use];
        if (number == none) {
            const TensorUse& given = problem_.formula.uses[use];
            number = add(given, {given.operand, placed(work_, problem_.uses[use])});
        }
        return number;
    }

    /// The instructions of the whole formula by the stage's uses.
    [[nodiscard]] Instructions loading(Instructions instructions) {
        for (Instruction& instruction : instructions) {
            if (instruction.operation != Operation::load) continue;
            instruction.index = add(instruction.index);
            if (stage_.formula.uses[instruction.index].operand == 0) stage_.reads_output = true;
        }
        return instructions;
    }

    void set(Instructions element, Instructions finish) {
        stage_.formula.element = std::move(element);
        stage_.formula.finish = std::move(finish);
    }
    [[nodiscard]] FormulaStage take() { return std::move(stage_); }

private:
    static constexpr std::size_t none = SIZE_MAX;

    const SpreadFormula& problem_;
    const Placement& work_;
    std::vector<std::size_t> use_in_stage_;
    FormulaStage stage_;
};

FormulaStage whole_stage(const SpreadFormula& problem, const Placement& work) {
    StageWriter writer(problem, work);
    writer.add(0);
    // Uses that nothing loads are those of the output on the left alone.
    Instructions element = writer.loading(problem.formula.element);
    Instructions finish = writer.loading(problem.formula.finish);
    writer.set(std::move(element), std::move(finish));
    return writer.take();
}

FormulaStage reducing_stage(const SpreadFormula& problem, const Placement& work,
                            const ReductionParts& parts, std::size_t parts_tensor) {
    StageWriter writer(problem, work);
    writer.add(use_of_parts(problem, parts, false), {parts_tensor, parts.tensor.given});
    Instructions element = writer.loading(problem.formula.element);
    writer.set(std::move(element), {{Operation::reduced}});
    return writer.take();
}

FormulaStage combining_stage(const SpreadFormula& problem, const Placement& finish,
                             const ReductionParts& parts, std::size_t parts_tensor) {
    StageWriter writer(problem, finish);
    writer.add(0);
    Placement work = placed(finish, parts.labels);
    work.modes.push_back({{}, parts.tensor.extents.back()});
    const std::size_t use =
        writer.add(use_of_parts(problem, parts, true), {parts_tensor, std::move(work)});
    Instructions after = writer.loading(problem.formula.finish);
    writer.set({{Operation::load, use}}, std::move(after));
    return writer.take();
}

}  // namespace

bool spreads_reduced(const SpreadFormula& problem, const Placement& work) {
    return ranks_along(work.grid, axes_of_parts(problem, work)) > 1;
}

StagedFormula stages_of(const SpreadFormula& problem, const FormulaCandidate& candidate) {
    StagedFormula staged{problem.tensors, {}};
    if (!candidate.finish) {
        staged.stages.push_back(whole_stage(problem, candidate.work));
        return staged;
    }
    const ReductionParts parts = parts_of(problem, candidate.work);
    const std::size_t tensor = staged.tensors.size();
    staged.tensors.push_back(parts.tensor);
    staged.stages.push_back(reducing_stage(problem, candidate.work, parts, tensor));
    staged.stages.push_back(combining_stage(problem, *candidate.finish, parts, tensor));
    return staged;
}

}  // namespace ttgt
