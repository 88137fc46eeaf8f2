// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/contract/contract_request.h"

#include <ttgt/error.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "contraction/expression/einsum.h"
#include "contraction/problem/bind.h"
#include "contraction/problem/statement.h"
#include "src/core/element.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/checker.h"

namespace ttgt::tool {
namespace {

/// The output's file must be given exactly where it is read.
void check_output_file(const ContractRequest& request) {
    const Factor& output = request.expression.output;
    const std::string_view sign = spelling(request.expression.assignment);
    const bool is_read = request.beta != Scalar{};
    const bool has_file = request.files.front().has_value();
    if (is_read && !has_file) {
        throw InvalidArgument(fmt::format(
            "{} with beta {},{} adds to {}: give --in {}=FILE, or --beta 0", sign,
            request.beta.real(), request.beta.imag(), in_quotes(output.name), output.name));
    }
    if (!is_read && has_file) {
        throw InvalidArgument(fmt::format("{} would not be used: {} with beta 0 does not read {}",
                                          request.files.front()->path(), sign,
                                          in_quotes(output.name)));
    }
}

void check_rank(const Factor& tensor, const NpyFile& file) {
    const std::size_t axes = file.header().shape.size();
    if (axes == tensor.labels.size()) return;
    throw RankMismatch(fmt::format("{} has {} axes, but {} has {} labels in the expression",
                                   file.path(), axes, in_quotes(tensor.name),
                                   tensor.labels.size()));
}

/// Complex where any file is; the precision of the first input.
DType output_dtype(const std::vector<std::optional<NpyFile>>& files) {
    const DType dtype = files.at(1)->header().dtype;
    const bool any_complex = std::any_of(files.begin(), files.end(), [](const auto& file) {
        return file && is_complex(file->header().dtype);
    });
    return any_complex ? complex_of(dtype) : dtype;
}

std::int64_t extent_of(const std::string& label, const ContractRequest& request,
                       const std::vector<Factor>& tensors) {
    for (std::size_t i = 1; i < tensors.size(); ++i) {
        const std::vector<std::string>& labels = tensors[i].labels;
        const auto found = std::find(labels.begin(), labels.end(), label);
        if (found != labels.end()) {
            return request.seen[i].layout.extents[static_cast<std::size_t>(found - labels.begin())];
        }
    }
    throw InvalidArgument(fmt::format("label {} of the output {} stands in no input",
                                      in_quotes(label), in_quotes(tensors.front().name)));
}

OperandLayout output_layout(const ContractRequest& request, const std::vector<Factor>& tensors) {
    std::vector<std::int64_t> extents;
    if (request.files.front()) {
        extents = request.files.front()->header().shape;
    } else {
        for (const std::string& label : tensors.front().labels) {
            extents.push_back(extent_of(label, request, tensors));
        }
    }
    const DType dtype = output_dtype(request.files);
    try {
        Layout layout = packed_layout(std::move(extents), request.order);
        check_layout(layout, size_bytes(dtype), "the tensor");
        return {dtype, std::move(layout)};
    } catch (const SizeOverflow& error) {
        throw SizeOverflow(
            fmt::format("the output {}: {}", in_quotes(tensors.front().name), error.what()));
    }
}

void check_output_dtype(const ContractRequest& request) {
    if (!request.files.front()) return;
    const NpyFile& file = *request.files.front();
    const DType dtype = request.operands.front().dtype;
    if (file.header().dtype == dtype || complex_of(file.header().dtype) == dtype) return;
    throw InvalidArgument(fmt::format("{} holds {}, but the result is {}", file.path(),
                                      name(file.header().dtype), name(dtype)));
}

}  // namespace

namespace {

void open_files(const ContractCommand& command, ContractRequest& request) {
    for (const std::optional<std::string>& path : bind_files(request.expression, command.inputs)) {
        std::optional<NpyFile> file;
        if (path) file.emplace(*path);
        request.files.push_back(std::move(file));
    }
}

std::vector<std::size_t> input_ranks(const ContractRequest& request) {
    std::vector<std::size_t> ranks;
    for (std::size_t i = 1; i < request.files.size(); ++i) {
        ranks.push_back(request.files[i]->header().shape.size());
    }
    return ranks;
}

void bind(const ContractCommand& command, ContractRequest& request) {
    open_files(command, request);
    if (has_ellipsis(command.expression)) {
        request.expression = read_expression(command.expression, input_ranks(request));
    }
    const std::vector<Factor> tensors = tensors_of(request.expression);
    check_output_file(request);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (request.files[i]) check_rank(tensors[i], *request.files[i]);
    }
    request.operands.emplace_back();  // the output's follows from the inputs
    for (std::size_t i = 1; i < tensors.size(); ++i) {
        const NpyHeader& header = request.files[i]->header();
        request.operands.push_back({header.dtype, header.layout()});
    }
    request.seen = read_statement(command.expression, request.operands).operands;
    request.operands.front() = output_layout(request, tensors);
    request.seen.front() = request.operands.front();
    check_output_dtype(request);
}

}  // namespace

ContractRequest make_contract_request(const ContractCommand& command) {
    ContractRequest request;
    request.expression = read_expression(command.expression);
    if (command.check) check_has_reference(request.expression);
    request.alpha = parse_scalar(command.alpha, "--alpha");
    const bool assigns = request.expression.assignment == Assignment::assign;
    request.beta =
        command.beta.empty() ? Scalar(assigns ? 0.0 : 1.0) : parse_scalar(command.beta, "--beta");
    request.order = parse_order(command.order, "--order");
    naming(to_string(request.expression), [&] { bind(command, request); });
    return request;
}

}  // namespace ttgt::tool
