// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/program/sum_binding.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "src/core/element.h"

namespace ttgt::network {
namespace {

/// The labels of one statement, met factor by factor.
class LabelTable {
public:
    LabelTable(Sum& sum, const std::string& title) : sum_(sum), title_(title) {}

    [[nodiscard]] std::size_t find(const std::string& name, std::int64_t extent,
                                   const std::string& operand) {
        const auto [position, is_new] =
            seen_.try_emplace(name, Sighting{sum_.labels.size(), operand});
        if (is_new) {
            sum_.labels.push_back({name, extent});
            return position->second.label;
        }
        const std::size_t label = position->second.label;
        if (sum_.labels[label].extent != extent) {
            throw ExtentMismatch(fmt::format("label '{}' has extent {} in {} but {} in {}", name,
                                             sum_.labels[label].extent, position->second.operand,
                                             extent, operand));
        }
        return label;
    }

    /// Number of the label of this name in the sum, for a mode of the output. Some factor must have
    /// the label.
    [[nodiscard]] std::size_t of_output(const std::string& name, const std::string& operand) const {
        const auto position = seen_.find(name);
        if (position == seen_.end()) refuse(name, operand, "in no input");
        return position->second.label;
    }

    [[noreturn]] void refuse(const std::string& name, const std::string& operand,
                             const std::string& where) const {
        throw InvalidArgument(
            fmt::format("{}label '{}' stands in {} but {}, so nothing says what to put there",
                        title_.empty() ? "" : title_ + ": ", name, operand, where));
    }

private:
    struct Sighting {
        std::size_t label;
        std::string operand;
    };

    Sum& sum_;
    const std::string& title_;
    std::map<std::string, Sighting> seen_;
};

void check_rank(const Factor& factor, const Layout& layout, const std::string& operand) {
    if (factor.labels.size() == layout.rank()) return;
    throw RankMismatch(fmt::format("{} has {} labels in the expression but its tensor has rank {}",
                                   operand, factor.labels.size(), layout.rank()));
}

std::string output_title(const std::string& title, const std::string& name) {
    return fmt::format("{}the output '{}'", title.empty() ? "" : title + ", ", name);
}

void bind_output(Sum& sum, const Factor& output, const LabelTable& table,
                 const std::string& operand) {
    for (const std::string& name : output.labels) {
        const std::size_t label = table.of_output(name, operand);
        if (std::find(sum.output.labels.begin(), sum.output.labels.end(), label) !=
            sum.output.labels.end()) {
            throw InvalidArgument(fmt::format("label '{}' stands twice in {}", name, operand));
        }
        for (std::size_t term = 0; term < sum.products.size(); ++term) {
            if (has(sum.products[term], label)) continue;
            table.refuse(name, operand, fmt::format("in no factor of term {}", term + 1));
        }
        sum.output.labels.push_back(label);
    }
}

}  // namespace

std::string factor_title(const std::string& title, const std::string& name, std::size_t number) {
    return fmt::format("{}factor {} '{}'", title.empty() ? "" : title + ", ", number + 1, name);
}

Sum bind_sum(const Program& program, const Expression& statement, const std::string& title,
             const FindInput& input) {
    Sum sum;
    sum.adds = statement.assignment != Assignment::assign;
    const double sign = statement.assignment == Assignment::subtract ? -1.0 : 1.0;
    LabelTable table(sum, title);
    std::size_t number = 0;
    for (const Term& term : statement.terms) {
        Product& product = sum.products.emplace_back();
        product.scale = sign * term.scale;
        for (const Factor& factor : term.factors) {
            const std::string operand = factor_title(title, factor.name, number);
            Use use;
            use.tensor = input(factor, number++);
            const ProgramTensor& tensor = program.tensors[use.tensor];
            use.conjugated = factor.conjugated && is_complex(tensor.dtype);
            check_rank(factor, tensor.layout, operand);
            for (std::size_t mode = 0; mode < factor.labels.size(); ++mode) {
                use.labels.push_back(
                    table.find(factor.labels[mode], tensor.layout.extents[mode], operand));
            }
            product.factors.push_back(std::move(use));
        }
    }
    bind_output(sum, statement.output, table, output_title(title, statement.output.name));
    return sum;
}

void check_output(const Program& program, const Sum& sum, const std::string& title) {
    const ProgramTensor& output = program.tensors[sum.output.tensor];
    const std::string operand = output_title(title, output.name);
    if (sum.output.labels.size() != output.layout.rank()) {
        throw RankMismatch(
            fmt::format("{} has {} labels in the expression but its tensor has rank {}", operand,
                        sum.output.labels.size(), output.layout.rank()));
    }
    for (std::size_t mode = 0; mode < output.layout.rank(); ++mode) {
        const SumLabel& label = sum.labels[sum.output.labels[mode]];
        if (label.extent == output.layout.extents[mode]) continue;
        throw ExtentMismatch(fmt::format("label '{}' has extent {} in the inputs but {} in {}",
                                         label.name, label.extent, output.layout.extents[mode],
                                         operand));
    }
    for (const Product& product : sum.products) {
        for (const Use& factor : product.factors) {
            const ProgramTensor& input = program.tensors[factor.tensor];
            if (factor.tensor == sum.output.tensor) {
                throw InvalidArgument(fmt::format("{} is an input of its own statement", operand));
            }
            if (real_of(input.dtype) != real_of(output.dtype)) {
                throw InvalidArgument(fmt::format(
                    "'{}' is {} but {} is {}; operands of one contraction share a precision",
                    input.name, name(input.dtype), operand, name(output.dtype)));
            }
            if (is_complex(input.dtype) && !is_complex(output.dtype)) {
                throw InvalidArgument(
                    fmt::format("'{}' is {} but {} is {}; a complex result needs a complex output",
                                input.name, name(input.dtype), operand, name(output.dtype)));
            }
        }
    }
}

}  // namespace ttgt::network
