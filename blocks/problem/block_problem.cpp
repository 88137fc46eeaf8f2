// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/block_problem.h"

#include <ttgt/error.h>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "contraction/problem/bind.h"

namespace ttgt::blocks {
namespace {

std::string title(const BlockProblem& problem, Operand operand) {
    return operand_title(operand, problem.traits.names[operand]);
}

/// The factors of D, L and R; null where there is no R.
std::array<const Factor*, operand_count> factors_of(const Expression& expression) {
    const std::vector<Factor>& inputs = expression.terms.front().factors;
    return {&expression.output, &inputs[0], inputs.size() == 2 ? &inputs[1] : nullptr};
}

/// Labels in the order in which operands name them.
class BlockLabelTable {
public:
    explicit BlockLabelTable(BlockProblem& problem) : problem_(problem) {}

    void add(Operand operand, const Factor& factor) {
        const std::vector<Sections>& sections = problem_.layout(operand).sections();
        for (std::size_t mode = 0; mode < sections.size(); ++mode) {
            const auto [found, is_new] =
                numbers_.try_emplace(factor.labels[mode], problem_.labels.size());
            if (is_new) {
                problem_.labels.push_back({factor.labels[mode], Role::free_l, sections[mode], {}});
                first_.push_back(operand);
            }
            BlockLabel& label = problem_.labels[found->second];
            check(label, first_[found->second], operand, sections[mode]);
            label.modes[operand].push_back(mode);
        }
    }

private:
    void check(const BlockLabel& label, Operand first, Operand operand,
               const Sections& sections) const {
        if (label.sections.size() != sections.size()) {
            throw ExtentMismatch(fmt::format(
                "label '{}' has {} sections in {} but {} in {}", label.name, label.sections.size(),
                title(problem_, first), sections.size(), title(problem_, operand)));
        }
        const auto [mine, other] =
            std::mismatch(label.sections.begin(), label.sections.end(), sections.begin());
        if (mine == label.sections.end()) return;
        throw ExtentMismatch(
            fmt::format("section {} of label '{}' has extent {} in {} but {} in {}",
                        mine - label.sections.begin(), label.name, *mine, title(problem_, first),
                        *other, title(problem_, operand)));
    }

    BlockProblem& problem_;
    std::map<std::string, std::size_t> numbers_;
    std::vector<Operand> first_;
};

/// What of an expression needs no extents: it is bound to operands of one element each.
Problem bound_traits(const Expression& expression, const std::vector<BlockOperand>& operands,
                     std::optional<bool> beta_is_zero) {
    std::vector<OperandLayout> elements;
    for (const BlockOperand& operand : operands) {
        elements.push_back(
            {operand.dtype, packed(std::vector<std::int64_t>(operand.layout.rank(), 1))});
    }
    return bind_expression(expression, elements, beta_is_zero);
}

BlockProblem bound(Expression expression, const std::vector<BlockOperand>& operands,
                   std::optional<bool> beta_is_zero) {
    Problem traits = bound_traits(expression, operands, beta_is_zero);
    BlockProblem problem{std::move(expression), std::move(traits), {}, operands, false};
    const auto factors = factors_of(problem.expression);
    BlockLabelTable table(problem);
    for (std::size_t operand = 0; operand <= problem.traits.inputs; ++operand) {
        table.add(static_cast<Operand>(operand), *factors[operand]);
    }
    for (BlockLabel& label : problem.labels) {
        label.role = role_of({!label.modes[operand_d].empty(), !label.modes[operand_l].empty(),
                              !label.modes[operand_r].empty()});
    }
    return problem;
}

/// The sections of the output's labels; {1} for a label of no input, which binding refuses.
std::vector<Sections> output_sections(const Expression& expression,
                                      const std::vector<BlockOperand>& operands) {
    std::map<std::string, Sections> known;
    const std::vector<Factor>& inputs = expression.terms.front().factors;
    for (std::size_t i = 0; i < inputs.size() && i + 1 < operands.size(); ++i) {
        const std::vector<Sections>& sections = operands[i + 1].layout.sections();
        const std::size_t modes = std::min(inputs[i].labels.size(), sections.size());
        for (std::size_t mode = 0; mode < modes; ++mode) {
            known.try_emplace(inputs[i].labels[mode], sections[mode]);
        }
    }
    std::vector<Sections> found;
    for (const std::string& label : expression.output.labels) {
        const auto entry = known.find(label);
        found.push_back(entry == known.end() ? Sections{1} : entry->second);
    }
    return found;
}

}  // namespace

std::vector<std::size_t> BlockProblem::labels_of(std::initializer_list<Role> roles) const {
    std::vector<std::size_t> found;
    for (std::size_t label = 0; label < labels.size(); ++label) {
        if (std::ranges::find(roles, labels[label].role) != roles.end()) found.push_back(label);
    }
    return found;
}

BlockProblem bind_blocks(Expression expression, const std::vector<BlockOperand>& operands,
                         std::optional<bool> beta_is_zero) {
    return bound(std::move(expression), operands, beta_is_zero);
}

BlockProblem bind_inputs(Expression expression, const std::vector<BlockLayout>& inputs) {
    std::vector<BlockOperand> operands{{DType::float64, BlockLayout({}, {}, 0)}};
    for (const BlockLayout& input : inputs) operands.push_back({DType::float64, input});
    operands[0].layout = BlockLayout(output_sections(expression, operands), {}, 0);
    return bound(std::move(expression), operands, std::nullopt);
}

std::vector<std::uint32_t> useful_blocks(const BlockProblem& problem, Operand operand) {
    const BlockLayout& layout = problem.layout(operand);
    const auto is_useful = [&](std::int64_t block) {
        const auto coordinates = layout.coordinates(block);
        return std::ranges::all_of(problem.labels, [&](const BlockLabel& label) {
            const std::vector<std::size_t>& modes = label.modes[operand];
            if (modes.empty()) return true;
            const std::int32_t section = coordinates[modes[0]];
            return label.sections[static_cast<std::size_t>(section)] > 0 &&
                   std::ranges::all_of(
                       modes, [&](std::size_t mode) { return coordinates[mode] == section; });
        });
    };
    std::vector<std::uint32_t> found;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        if (is_useful(block)) found.push_back(static_cast<std::uint32_t>(block));
    }
    return found;
}

}  // namespace ttgt::blocks
