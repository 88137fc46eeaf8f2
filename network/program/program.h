// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt::network {

/// A tensor of a program: an operand of the caller's, or a temporary in the workspace.
struct ProgramTensor {
    std::string name;              ///< the tensor's name, as texts show it
    DType dtype = DType::float64;  ///< dtype of the elements
    /// Extents and strides. A temporary is packed; its modes may have any order in memory.
    Layout layout;
    /// Number of the operand that the tensor is, in the caller's order. Empty for a temporary.
    std::optional<std::size_t> operand{};
};

/// One place where a sum reads or writes a tensor, with the labels of the tensor's modes there.
struct Use {
    std::size_t tensor = 0;           ///< the tensor: index into Program::tensors
    std::vector<std::size_t> labels;  ///< label of each mode: indices into Sum::labels
    bool conjugated = false;          ///< whether the tensor is conjugated

    friend bool operator==(const Use&, const Use&) = default;
};

/// A product of a number and tensors: scale * factors[0] * factors[1] * …
struct Product {
    double scale = 1.0;        ///< the number by which the product is multiplied
    std::vector<Use> factors;  ///< the tensors that are multiplied, at least one

    friend bool operator==(const Product&, const Product&) = default;
};

/// A label of a sum.
struct SumLabel {
    std::string name;         ///< name of the label
    std::int64_t extent = 1;  ///< number of indices of the label

    friend bool operator==(const SumLabel&, const SumLabel&) = default;
};

/// output = sum of the products, or output += sum of the products. A label that the output does not
/// have is summed over in each product that has it.
struct Sum {
    Use output;                     ///< the tensor that is written
    bool adds = false;              ///< whether the products are added to the output's old values
    std::vector<Product> products;  ///< the products that are summed
    std::vector<SumLabel> labels;   ///< the labels of the output and of all factors
    std::size_t statement = 0;      ///< number of the statement that has this sum, from 0

    friend bool operator==(const Sum&, const Sum&) = default;
};

/// Sums in the order in which they are computed. Each tensor is written whole before it is read and
/// never written after.
struct Program {
    std::vector<ProgramTensor> tensors;  ///< all operands and temporaries
    std::vector<Sum> sums;               ///< the sums, in the order of computing

    /// The tensors that are operands of the caller, in the caller's order.
    [[nodiscard]] std::vector<ProgramTensor> operands() const;
};

/// Whether `label` is one of `labels`.
[[nodiscard]] bool contains(const std::vector<std::size_t>& labels, std::size_t label);
/// Whether any of the product's factors has the label.
[[nodiscard]] bool has(const Product& product, std::size_t label);

/// Calls visit(factor) for the factors of all products.
template <class Visit>
void for_each_factor(const Sum& sum, Visit&& visit) {
    for (const Product& product : sum.products) {
        for (const Use& factor : product.factors) visit(factor);
    }
}

/// Bytes from one value of the label to the next, summed over the modes that have it.
[[nodiscard]] std::int64_t byte_stride(const Program& program, const Use& use, std::size_t label);

/// Appends a temporary whose modes are these labels of the sum, first mode fastest, and returns its
/// number.
std::size_t add_temporary(Program& program, std::string name, DType dtype, const Sum& sum,
                          const std::vector<std::size_t>& labels);
/// Numbers of the layout's modes, sorted by stride, the smallest first.
[[nodiscard]] std::vector<std::size_t> modes_by_stride(const Layout& layout);
/// A dtype that holds products of elements of dtypes a and b: complex if one of the two is complex.
[[nodiscard]] DType common_dtype(DType a, DType b);
/// The common_dtype() of all factors of a product.
[[nodiscard]] DType dtype_of(const Program& program, const Product& product);
/// The common_dtype() of all products of a sum.
[[nodiscard]] DType dtype_of(const Program& program, const Sum& sum);

/// Dtype and layout of the tensor that is used.
[[nodiscard]] OperandLayout operand_of(const Program& program, const Use& use);

/// The sum as an expression, with the names of its tensors and labels.
[[nodiscard]] Expression expression_of(const Program& program, const Sum& sum);
/// The sum as text, such as "D(a,b) += -0.5 * A(a,c) * B(c,b)". It may have several products.
[[nodiscard]] std::string to_string(const Program& program, const Sum& sum);

}  // namespace ttgt::network
