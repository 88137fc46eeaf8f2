// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/program/program.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "src/core/element.h"

namespace ttgt::network {
namespace {

Factor written(const Program& program, const Sum& sum, const Use& use) {
    Factor factor;
    factor.name = program.tensors[use.tensor].name;
    for (const std::size_t label : use.labels) factor.labels.push_back(sum.labels[label].name);
    factor.conjugated = use.conjugated;
    return factor;
}

}  // namespace

std::vector<ProgramTensor> Program::operands() const {
    std::vector<ProgramTensor> found;
    for (const ProgramTensor& tensor : tensors) {
        if (tensor.operand == found.size()) found.push_back(tensor);
    }
    return found;
}

bool contains(const std::vector<std::size_t>& labels, std::size_t label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool has(const Product& product, std::size_t label) {
    return std::any_of(product.factors.begin(), product.factors.end(),
                       [&](const Use& use) { return contains(use.labels, label); });
}

std::int64_t byte_stride(const Program& program, const Use& use, std::size_t label) {
    const ProgramTensor& tensor = program.tensors[use.tensor];
    std::int64_t elements = 0;
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        // The stride of an extent of 1 may be any number.
        const bool moves = use.labels[mode] == label && tensor.layout.extents[mode] > 1;
        if (moves) elements += tensor.layout.strides[mode];
    }
    return elements * size_bytes(tensor.dtype);
}

std::size_t add_temporary(Program& program, std::string name, DType dtype, const Sum& sum,
                          const std::vector<std::size_t>& labels) {
    std::vector<std::int64_t> extents;
    for (const std::size_t label : labels) extents.push_back(sum.labels[label].extent);
    program.tensors.push_back({std::move(name), dtype, packed(std::move(extents)), std::nullopt});
    return program.tensors.size() - 1;
}

std::vector<std::size_t> modes_by_stride(const Layout& layout) {
    std::vector<std::size_t> modes(layout.rank());
    std::iota(modes.begin(), modes.end(), 0);
    std::stable_sort(modes.begin(), modes.end(), [&](std::size_t a, std::size_t b) {
        return layout.strides[a] < layout.strides[b];
    });
    return modes;
}

DType common_dtype(DType a, DType b) { return is_complex(a) ? a : b; }

DType dtype_of(const Program& program, const Product& product) {
    DType dtype = program.tensors[product.factors.front().tensor].dtype;
    for (const Use& factor : product.factors) {
        dtype = common_dtype(dtype, program.tensors[factor.tensor].dtype);
    }
    return dtype;
}

DType dtype_of(const Program& program, const Sum& sum) {
    DType dtype = dtype_of(program, sum.products.front());
    for (const Product& product : sum.products) {
        dtype = common_dtype(dtype, dtype_of(program, product));
    }
    return dtype;
}

OperandLayout operand_of(const Program& program, const Use& use) {
    const ProgramTensor& tensor = program.tensors[use.tensor];
    return {tensor.dtype, tensor.layout};
}

Expression expression_of(const Program& program, const Sum& sum) {
    Expression expression;
    expression.output = written(program, sum, sum.output);
    expression.assignment = sum.adds ? Assignment::add : Assignment::assign;
    for (const Product& product : sum.products) {
        Term& term = expression.terms.emplace_back();
        term.scale = product.scale;
        for (const Use& factor : product.factors) {
            term.factors.push_back(written(program, sum, factor));
        }
    }
    return expression;
}

std::string to_string(const Program& program, const Sum& sum) {
    return ttgt::to_string(expression_of(program, sum));
}

}  // namespace ttgt::network
