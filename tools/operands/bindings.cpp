// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/bindings.h"

#include <ttgt/error.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

std::size_t position_of_number(std::string_view key, const std::vector<Factor>& tensors,
                               std::string_view option) {
    const std::int64_t position = parse_integer(key, 0, option);
    if (std::cmp_greater_equal(position, tensors.size())) {
        throw InvalidArgument(fmt::format("{} {}: the expression has positions 0 to {}", option,
                                          position, tensors.size() - 1));
    }
    return static_cast<std::size_t>(position);
}

std::size_t position_of_name(std::string_view key, const std::vector<Factor>& tensors,
                             std::string_view option, std::string_view value) {
    std::vector<std::size_t> positions;
    for (std::size_t position = 0; position < tensors.size(); ++position) {
        if (tensors[position].name == key) positions.push_back(position);
    }
    if (positions.empty()) {
        std::vector<std::string_view> names;
        names.reserve(tensors.size());
        for (const Factor& tensor : tensors) names.emplace_back(tensor.name);
        throw InvalidArgument(fmt::format("{}: the expression has no tensor {}, but: {}", option,
                                          in_quotes(key), fmt::join(names, ", ")));
    }
    if (positions.size() > 1) {
        throw InvalidArgument(
            fmt::format("{}: {} stands for the tensors at positions {}; bind them by position, "
                        "such as {} {}={}",
                        option, in_quotes(key), fmt::join(positions, " and "), option,
                        positions.back(), value));
    }
    return positions.front();
}

std::int64_t extent_of(const std::string& label, const std::vector<LabelExtent>& extents) {
    return std::find_if(extents.begin(), extents.end(),
                        [&](const LabelExtent& entry) { return entry.label == label; })
        ->extent;
}

Layout packed_tensor(const Factor& tensor, const std::vector<LabelExtent>& extents, DType dtype,
                     MemoryOrder order) {
    std::vector<std::int64_t> shape;
    for (const std::string& label : tensor.labels) shape.push_back(extent_of(label, extents));
    try {
        Layout layout = packed_layout(std::move(shape), order);
        check_layout(layout, size_bytes(dtype), "the tensor");
        return layout;
    } catch (const SizeOverflow& error) {
        throw SizeOverflow(fmt::format("{}: {}", in_quotes(tensor.name), error.what()));
    }
}

}  // namespace

std::vector<Factor> tensors_of(const Expression& expression) {
    std::vector<Factor> tensors{expression.output};
    for (const Term& term : expression.terms) {
        tensors.insert(tensors.end(), term.factors.begin(), term.factors.end());
    }
    return tensors;
}

void check_labels(const Expression& expression, const std::vector<LabelExtent>& extents,
                  std::string_view what) {
    std::set<std::string> unused;
    for (const LabelExtent& entry : extents) unused.insert(entry.label);
    const std::set<std::string> known = unused;
    for (const Factor& tensor : tensors_of(expression)) {
        for (const std::string& label : tensor.labels) {
            unused.erase(label);
            if (known.contains(label)) continue;
            throw InvalidArgument(fmt::format("{}: label {} of {} has no extent, such as {}=24",
                                              what, in_quotes(label), in_quotes(tensor.name),
                                              label));
        }
    }
    if (unused.empty()) return;
    throw InvalidArgument(
        fmt::format("{}: the expression has no label {}", what, in_quotes(*unused.begin())));
}

MemoryOrder parse_order(std::string_view text, std::string_view what) {
    if (text == "F") return MemoryOrder::first_fastest;
    if (text == "C") return MemoryOrder::last_fastest;
    throw InvalidArgument(fmt::format("{}: {} is neither F nor C", what, in_quotes(text)));
}

Layout packed_layout(std::vector<std::int64_t> extents, MemoryOrder order) {
    return order == MemoryOrder::first_fastest ? packed(std::move(extents))
                                               : packed_last_fastest(std::move(extents));
}

std::vector<OperandLayout> packed_operands(const Expression& expression,
                                           const std::vector<LabelExtent>& extents, DType dtype,
                                           MemoryOrder order) {
    std::vector<OperandLayout> operands;
    for (const Factor& tensor : tensors_of(expression)) {
        operands.push_back({dtype, packed_tensor(tensor, extents, dtype, order)});
    }
    return operands;
}

TensorOption parse_tensor_option(std::string_view text, const std::vector<Factor>& tensors,
                                 std::string_view option, std::string_view value) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
        throw InvalidArgument(fmt::format("{}: {} is not NAME={}", option, in_quotes(text), value));
    }
    const std::string_view key = text.substr(0, equals);
    const bool is_number = key.find_first_not_of("0123456789") == std::string_view::npos;
    const std::size_t position = is_number ? position_of_number(key, tensors, option)
                                           : position_of_name(key, tensors, option, value);
    return {position, std::string(text.substr(equals + 1))};
}

std::vector<std::optional<std::string>> bind_files(const Expression& expression,
                                                   const std::vector<std::string>& options) {
    const std::vector<Factor> tensors = tensors_of(expression);
    std::vector<std::optional<std::string>> files(tensors.size());
    for (const std::string& option : options) {
        auto [position, path] = parse_tensor_option(option, tensors, "--in", "FILE");
        if (path.empty()) {
            throw InvalidArgument(fmt::format("--in: {} is not NAME=FILE", in_quotes(option)));
        }
        if (files[position]) {
            throw InvalidArgument(
                fmt::format("--in: tensor {} at position {} has two files, {} and {}",
                            in_quotes(tensors[position].name), position, *files[position], path));
        }
        files[position] = std::move(path);
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
