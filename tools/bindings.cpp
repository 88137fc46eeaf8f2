// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bindings.h"

#include <ttgt/error.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/errors.h"
#include "tools/values.h"

namespace ttgt::tool {
namespace {

std::size_t position_of_number(std::string_view key, const std::vector<Factor>& tensors) {
    const std::int64_t position = parse_integer(key, 0, "--in");
    if (std::cmp_greater_equal(position, tensors.size())) {
        throw InvalidArgument(fmt::format("--in {}: the expression has positions 0 to {}", position,
                                          tensors.size() - 1));
    }
    return static_cast<std::size_t>(position);
}

std::size_t position_of_name(std::string_view key, const std::vector<Factor>& tensors) {
    std::vector<std::size_t> positions;
    for (std::size_t position = 0; position < tensors.size(); ++position) {
        if (tensors[position].name == key) positions.push_back(position);
    }
    if (positions.empty()) {
        throw InvalidArgument(fmt::format("--in: the expression has no tensor {}", in_quotes(key)));
    }
    if (positions.size() > 1) {
        throw InvalidArgument(
            fmt::format("--in: {} stands for the tensors at positions {}; bind them by position, "
                        "such as --in {}=FILE",
                        in_quotes(key), fmt::join(positions, " and "), positions.back()));
    }
    return positions.front();
}

std::size_t position_of(std::string_view key, const std::vector<Factor>& tensors) {
    const bool is_number =
        !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
    return is_number ? position_of_number(key, tensors) : position_of_name(key, tensors);
}

}  // namespace

std::vector<Factor> tensors_of(const Expression& expression) {
    std::vector<Factor> tensors{expression.output};
    for (const Term& term : expression.terms) {
        tensors.insert(tensors.end(), term.factors.begin(), term.factors.end());
    }
    return tensors;
}

std::vector<OperandLayout> packed_operands(const Expression& expression,
                                           const std::vector<LabelExtent>& extents, DType dtype) {
    std::vector<OperandLayout> operands;
    for (const Factor& tensor : tensors_of(expression)) {
        std::vector<std::int64_t> shape;
        for (const std::string& label : tensor.labels) {
            const auto entry = std::find_if(extents.begin(), extents.end(),
                                            [&](const LabelExtent& e) { return e.label == label; });
            shape.push_back(entry->extent);
        }
        operands.push_back({dtype, packed(shape)});
    }
    return operands;
}

std::vector<std::optional<std::string>> bind_files(const Expression& expression,
                                                   const std::vector<std::string>& options) {
    const std::vector<Factor> tensors = tensors_of(expression);
    std::vector<std::optional<std::string>> files(tensors.size());
    for (const std::string& option : options) {
        const std::size_t equals = option.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == option.size()) {
            throw InvalidArgument(fmt::format("--in: {} is not NAME=FILE", in_quotes(option)));
        }
        const std::size_t position = position_of(option.substr(0, equals), tensors);
        if (files[position]) {
            throw InvalidArgument(
                fmt::format("--in: tensor {} at position {} has two files, {} and {}",
                            in_quotes(tensors[position].name), position, *files[position],
                            option.substr(equals + 1)));
        }
        files[position] = option.substr(equals + 1);
    }
    for (std::size_t position = 1; position < tensors.size(); ++position) {
        if (!files[position]) {
            throw InvalidArgument(
                fmt::format("input {} at position {} has no file: give --in {}=FILE",
                            in_quotes(tensors[position].name), position, tensors[position].name));
        }
    }
    return files;
}

}  // namespace ttgt::tool
