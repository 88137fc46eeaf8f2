// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    std::string name;
    DType dtype = DType::float64;
    Layout layout;  ///< a temporary's is packed, its modes in any order in memory
    std::optional<std::size_t> operand{};  ///< which of those given; none: a temporary
};

/// A tensor where a sum reads or writes it, with its labels: numbers of the sum's own.
struct Use {
    std::size_t tensor = 0;
    std::vector<std::size_t> labels;
    bool conjugated = false;

    friend bool operator==(const Use&, const Use&) = default;
};

/// scale * factors[0] * factors[1] * …
struct Product {
    double scale = 1.0;
    std::vector<Use> factors;  ///< at least one

    friend bool operator==(const Product&, const Product&) = default;
};

/// A label of a sum.
struct SumLabel {
    std::string name;
    std::int64_t extent = 1;

    friend bool operator==(const SumLabel&, const SumLabel&) = default;
};

/// output = products, or output += products. A label that is not the output's is summed over in
/// each product that has it.
struct Sum {
    Use output;
    bool adds = false;  ///< to what the output held
    std::vector<Product> products;
    std::vector<SumLabel> labels;
    std::size_t statement = 0;  ///< that it comes from, counted from 0

    friend bool operator==(const Sum&, const Sum&) = default;
};

/// Sums in the order in which they are computed. Each tensor is written whole before it is read and
/// never written after.
struct Program {
    std::vector<ProgramTensor> tensors;
    std::vector<Sum> sums;

    /// The tensors that are operands, by their numbers, as they were given.
    [[nodiscard]] std::vector<ProgramTensor> operands() const;
};

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
/// The modes, smallest stride first.
[[nodiscard]] std::vector<std::size_t> modes_by_stride(const Layout& layout);
/// A dtype that holds products of both: complex where one is.
[[nodiscard]] DType common_dtype(DType a, DType b);
/// Of the product's factors together.
[[nodiscard]] DType dtype_of(const Program& program, const Product& product);
/// Of the sum's products together.
[[nodiscard]] DType dtype_of(const Program& program, const Sum& sum);

/// The sum in the names of its tensors and labels.
[[nodiscard]] Expression expression_of(const Program& program, const Sum& sum);
/// "D(a,b) += -0.5 * A(a,c) * B(c,b)", a sum of several products as well.
[[nodiscard]] std::string to_string(const Program& program, const Sum& sum);

}  // namespace ttgt::network
