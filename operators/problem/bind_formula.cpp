// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "operators/problem/operator_problem.h"
#include "operators/problem/real_values.h"
#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

void check_count(const Formula& formula, std::size_t given) {
    const std::size_t expected = formula.inputs.size() + 1;
    if (given == expected) return;
    throw OperandCountMismatch(
        fmt::format("'{}' names {} tensors, output included, but {} were given", formula.text,
                    expected, given));
}

void check_operand(const std::string& name_of, const OperandLayout& operand) {
    if (is_opaque(operand.dtype)) {
        throw Unsupported(
            fmt::format("{} has dtype {}, which has no arithmetic", name_of, name(operand.dtype)));
    }
    check_layout(operand.layout, size_bytes(operand.dtype), name_of);
}

/// Collects the labels of all uses: extents, strides, and whether the output has them.
class LabelModes {
public:
    LabelModes(const Formula& formula, const std::vector<OperandLayout>& operands)
        : formula_(formula), operands_(operands) {}

    [[nodiscard]] std::vector<OperatorMode> modes();

private:
    void add(std::size_t use);
    [[nodiscard]] std::size_t mode_of(std::size_t use, std::size_t position);
    void check_extent(std::size_t use, std::size_t position, std::size_t mode) const;

    const Formula& formula_;
    const std::vector<OperandLayout>& operands_;
    std::vector<OperatorMode> modes_;
    std::vector<std::string> labels_;
    std::vector<std::size_t> seen_in_;  // for each label: the use that has it first
};

std::vector<OperatorMode> LabelModes::modes() {
    for (std::size_t use = 0; use < formula_.uses.size(); ++use) add(use);
    return std::move(modes_);
}

void LabelModes::add(std::size_t use) {
    const TensorUse& given = formula_.uses[use];
    const Layout& layout = operands_[given.operand].layout;
    check_rank(formula_, given, layout);
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        OperatorMode& mode = modes_[mode_of(use, i)];
        mode.strides[use] =
            checked_add(mode.strides[use], layout.strides[i], "a diagonal's stride");
    }
}

std::size_t LabelModes::mode_of(std::size_t use, std::size_t position) {
    const TensorUse& given = formula_.uses[use];
    const std::string& label = given.factor.labels[position];
    const auto found = std::find(labels_.begin(), labels_.end(), label);
    const auto index = static_cast<std::size_t>(found - labels_.begin());
    if (found != labels_.end()) {
        if (use == 0) {
            throw InvalidArgument(fmt::format("label '{}' stands twice in the output {} of '{}'",
                                              label, given.factor.name, formula_.text));
        }
        check_extent(use, position, index);
        return index;
    }
    if (use != 0 && !given.in_reduction) {
        throw InvalidArgument(fmt::format(
            "label '{}' of {} is no label of the output {} in '{}'; 'sum(...)' would sum over it",
            label, given.factor.name, formula_.uses[0].factor.name, formula_.text));
    }
    labels_.push_back(label);
    seen_in_.push_back(use);
    modes_.push_back({operands_[given.operand].layout.extents[position], use != 0,
                      std::vector<std::int64_t>(formula_.uses.size(), 0)});
    return index;
}

void LabelModes::check_extent(std::size_t use, std::size_t position, std::size_t mode) const {
    const TensorUse& given = formula_.uses[use];
    // A label that the reduction sums does not go on outside of its brackets.
    if (modes_[mode].is_reduced && !given.in_reduction) {
        throw InvalidArgument(fmt::format(
            "label '{}' of {} stands outside of {}(...), which reduces it, in '{}'", labels_[mode],
            given.factor.name, spelling(formula_.reduction), formula_.text));
    }
    const std::int64_t extent = operands_[given.operand].layout.extents[position];
    if (extent == modes_[mode].extent) return;
    throw ExtentMismatch(fmt::format("label '{}' has extent {} in {} but {} in {}", labels_[mode],
                                     modes_[mode].extent, formula_.uses[seen_in_[mode]].factor.name,
                                     extent, given.factor.name));
}

bool continues(const OperatorMode& inner, const OperatorMode& outer) {
    if (inner.is_reduced != outer.is_reduced) return false;
    std::int64_t product = 0;
    for (std::size_t use = 0; use < inner.strides.size(); ++use) {
        const bool fits = !__builtin_mul_overflow(inner.strides[use], inner.extent, &product);
        if (!fits || outer.strides[use] != product) return false;
    }
    return !__builtin_mul_overflow(inner.extent, outer.extent, &product);
}

std::vector<OperatorMode> merged(std::vector<OperatorMode> modes) {
    std::erase_if(modes, [](const OperatorMode& mode) { return mode.extent == 1; });
    for (std::size_t inner = 0; inner < modes.size();) {
        const auto outer = std::find_if(modes.begin(), modes.end(), [&](const OperatorMode& mode) {
            return &mode != &modes[inner] && continues(modes[inner], mode);
        });
        if (outer == modes.end()) {
            ++inner;
            continue;
        }
        modes[inner].extent *= outer->extent;
        modes.erase(outer);
        inner = 0;  // the longer mode may now continue another
    }
    return modes;
}

bool reads_own_element(const std::vector<OperatorMode>& modes, std::size_t use) {
    return std::all_of(modes.begin(), modes.end(), [&](const OperatorMode& mode) {
        return mode.strides[use] == mode.strides[0];
    });
}

void check_output_reads(const OperatorProblem& problem) {
    if (problem.may_share_output[0] != 0) return;
    throw OverlapError(
        fmt::format("'{}' reads other elements of the output {} than the one it writes",
                    problem.text, problem.names[0]));
}

void find_sharing(OperatorProblem& problem) {
    problem.may_share_output.assign(problem.operands.size(), 1);
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        const BoundUse& given = problem.uses[use];
        const bool is_alike = given.dtype == problem.uses[0].dtype;
        if (!is_alike || !reads_own_element(problem.modes, use)) {
            problem.may_share_output[given.operand] = 0;
        }
    }
}

}  // namespace

void check_rank(const Formula& formula, const TensorUse& use, const Layout& layout) {
    if (use.factor.labels.size() == layout.rank()) return;
    throw RankMismatch(fmt::format("{} has {} labels in '{}' but its tensor has rank {}",
                                   use.factor.name, use.factor.labels.size(), formula.text,
                                   layout.rank()));
}

FormulaTypes types_of(const std::vector<OperandLayout>& operands) {
    bool is_double = false;
    bool has_complex = false;
    for (const OperandLayout& operand : operands) {
        is_double = is_double || real_of(operand.dtype) == DType::float64;
        has_complex = has_complex || is_complex(operand.dtype);
    }
    const DType real = is_double ? DType::float64 : DType::float32;
    return {has_complex ? complex_of(real) : real, !is_complex(operands[0].dtype)};
}

OperatorProblem bind_formula(const Formula& formula, const std::vector<OperandLayout>& operands,
                             const std::optional<FormulaTypes>& types) {
    check_count(formula, operands.size());
    OperatorProblem problem;
    problem.text = formula.text;
    problem.operands = operands;
    problem.names = formula.inputs;
    problem.names.insert(problem.names.begin(), formula.uses[0].factor.name);
    problem.scalars = formula.scalars;
    for (std::size_t i = 0; i < operands.size(); ++i) check_operand(problem.names[i], operands[i]);
    if (overlaps_itself(operands[0].layout)) {
        throw AliasedOutput(fmt::format("two elements of the output {} ({}) share one address",
                                        problem.names[0], to_string(operands[0].layout)));
    }
    for (const TensorUse& use : formula.uses) {
        problem.uses.push_back(
            {use.operand, operands[use.operand].dtype,
             fmt::format("{}({})", use.factor.name, fmt::join(use.factor.labels, ","))});
    }
    std::vector<OperatorMode> modes = LabelModes(formula, operands).modes();
    problem.has_output = std::none_of(modes.begin(), modes.end(), [](const OperatorMode& mode) {
        return !mode.is_reduced && mode.extent == 0;
    });
    problem.modes = merged(std::move(modes));
    problem.reduction = formula.reduction;
    problem.element = formula.element;
    problem.finish = formula.finish;
    const FormulaTypes of = types ? *types : types_of(operands);
    problem.compute = of.compute;
    problem.has_real_scalars = of.has_real_scalars;
    find_real_values(problem);
    find_sharing(problem);
    check_output_reads(problem);
    return problem;
}

}  // namespace ttgt
