// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/network/block_sum.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "network/program/bind_program.h"
#include "network/program/sum_binding.h"

namespace ttgt::blocks {
namespace {

/// The sections of a sum's labels, and which operand has told them.
class SectionTable {
public:
    explicit SectionTable(BlockSum& sum) : sum_(sum), titles_(sum.sum().labels.size()) {
        sum_.sections.resize(titles_.size());
    }

    void add(const network::Use& use, const std::string& title) {
        const std::vector<Sections>& sections = sum_.operands[use.tensor].layout.sections();
        for (std::size_t mode = 0; mode < sections.size(); ++mode) {
            const std::size_t label = use.labels[mode];
            if (titles_[label].empty()) {
                sum_.sections[label] = sections[mode];
                titles_[label] = title;
            } else {
                check(label, sections[mode], title);
            }
        }
    }

private:
    void check(std::size_t label, const Sections& sections, const std::string& title) const {
        const Sections& known = sum_.sections[label];
        const std::string& name = sum_.sum().labels[label].name;
        if (known.size() != sections.size()) {
            throw ExtentMismatch(fmt::format("label '{}' has {} sections in {} but {} in {}", name,
                                             known.size(), titles_[label], sections.size(), title));
        }
        const auto [mine, other] = std::mismatch(known.begin(), known.end(), sections.begin());
        if (mine == known.end()) return;
        throw ExtentMismatch(
            fmt::format("section {} of label '{}' has extent {} in {} but {} in {}",
                        mine - known.begin(), name, *mine, titles_[label], *other, title));
    }

    BlockSum& sum_;
    std::vector<std::string> titles_;
};

std::vector<OperandLayout> of_one_element(const std::vector<BlockOperand>& operands) {
    std::vector<OperandLayout> elements;
    elements.reserve(operands.size());
    for (const BlockOperand& operand : operands) {
        elements.push_back(
            {operand.dtype, packed(std::vector<std::int64_t>(operand.layout.rank(), 1))});
    }
    return elements;
}

/// Where D is not `given`, its layout becomes one without blocks.
BlockSum bound(Expression expression, std::vector<BlockOperand> operands,
               std::optional<bool> beta_is_zero, bool is_given) {
    network::Program program =
        network::bind_statement(expression, of_one_element(operands), {}, beta_is_zero);
    BlockSum result{std::move(expression), std::move(program), {}, std::move(operands)};
    const std::vector<network::ProgramTensor>& tensors = result.program.tensors;
    SectionTable table(result);
    network::for_each_factor(result.sum(), [&](const network::Use& use) {
        table.add(use, network::factor_title("", tensors[use.tensor].name, use.tensor - 1));
    });
    const network::Use& written = result.sum().output;
    if (is_given) {
        table.add(written, fmt::format("the output '{}'", tensors[written.tensor].name));
        return result;
    }
    std::vector<Sections> sections;
    for (const std::size_t label : written.labels) sections.push_back(result.sections[label]);
    result.operands[0].layout = BlockLayout(std::move(sections), {}, 0);
    return result;
}

}  // namespace

BlockSum bind_block_sum(Expression expression, const std::vector<BlockOperand>& operands,
                        std::optional<bool> beta_is_zero) {
    return bound(std::move(expression), operands, beta_is_zero, true);
}

BlockSum bind_block_factors(Expression expression, const std::vector<BlockLayout>& factors) {
    const std::vector<Sections> any(expression.output.labels.size(), Sections{1});
    std::vector<BlockOperand> operands{{DType::float64, BlockLayout(any, {}, 0)}};
    for (const BlockLayout& factor : factors) operands.push_back({DType::float64, factor});
    return bound(std::move(expression), std::move(operands), std::nullopt, false);
}

}  // namespace ttgt::blocks
