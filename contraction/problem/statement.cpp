// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/statement.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/expression/einsum.h"

namespace ttgt {
namespace {

std::vector<std::size_t> input_ranks(const std::vector<OperandLayout>& operands) {
    std::vector<std::size_t> ranks;
    for (std::size_t i = 1; i < operands.size(); ++i) ranks.push_back(operands[i].layout.rank());
    return ranks;
}

bool fits(const std::vector<Factor>& inputs, const std::vector<OperandLayout>& operands) {
    if (operands.size() != inputs.size() + 1) return false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Layout& layout = operands[i + 1].layout;
        const std::size_t rank = inputs[i].labels.size();
        if (layout.rank() != rank || layout.strides.size() != rank) return false;
    }
    return true;
}

/// Whether the label's extent is 1 at all its places in an input.
bool is_one_extent(const Factor& input, const Layout& layout, const std::string& label) {
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        if (input.labels[mode] == label && layout.extents[mode] != 1) return false;
    }
    return true;
}

void repeat_ones(const std::vector<Factor>& inputs, std::vector<OperandLayout>& operands) {
    std::map<std::string, std::int64_t> extents;  // other than 1
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Layout& layout = operands[i + 1].layout;
        for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
            if (layout.extents[mode] == 1) continue;
            extents.try_emplace(inputs[i].labels[mode], layout.extents[mode]);
        }
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Layout given = operands[i + 1].layout;
        Layout& layout = operands[i + 1].layout;
        for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
            const auto found = extents.find(inputs[i].labels[mode]);
            if (found == extents.end() || !is_one_extent(inputs[i], given, found->first)) continue;
            layout.extents[mode] = found->second;
            layout.strides[mode] = 0;
        }
    }
}

/// A comma too many makes an input of no labels, for which there is no operand then.
void check_commas(const std::vector<Factor>& inputs, std::size_t operands) {
    const auto empty = std::find_if(inputs.begin(), inputs.end(),
                                    [](const Factor& input) { return input.labels.empty(); });
    if (operands > inputs.size() || empty == inputs.end()) return;
    throw OperandCountMismatch(fmt::format(
        "the einsum string names {} inputs, but {} were given; input {} has no labels, which makes "
        "it a tensor of rank 0: is there a comma too many?",
        inputs.size(), operands == 0 ? 0 : operands - 1, empty - inputs.begin() + 1));
}

}  // namespace

Statement read_statement(std::string_view text, std::vector<OperandLayout> operands) {
    if (!is_einsum(text)) return {parse_expression(text), std::move(operands)};
    Expression expression = parse_einsum(text, input_ranks(operands));
    const std::vector<Factor>& inputs = expression.terms.front().factors;
    check_commas(inputs, operands.size());
    if (fits(inputs, operands)) repeat_ones(inputs, operands);
    return {std::move(expression), std::move(operands)};
}

}  // namespace ttgt
