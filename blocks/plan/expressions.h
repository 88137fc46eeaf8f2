// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "blocks/problem/block_problem.h"
#include "contraction/expression/expression.h"

namespace ttgt::blocks {

/// Which groups of labels are one index in a product, because several tuples of sections lie one
/// after the other there, and which inputs are gathered.
struct ProductForm {
    bool merges_rows = false;
    bool merges_inners = false;
    bool merges_columns = false;
    bool gathers_l = false;
    bool gathers_r = false;

    auto operator<=>(const ProductForm&) const = default;
};

/// The expressions of dense tensors that a contraction of blocks is made of. Each keeps its
/// address.
class Expressions {
public:
    explicit Expressions(const BlockProblem& problem);

    /// Labels of rows (those of L and D alone), of inner tuples, of columns, and batch labels.
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; }
    [[nodiscard]] const std::vector<std::size_t>& inners() const { return inners_; }
    [[nodiscard]] const std::vector<std::size_t>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<std::size_t>& batch() const { return batch_; }

    /// The contraction as written, of blocks where they lie.
    [[nodiscard]] const Expression& as_written() const { return as_written_; }
    /// An input into its gathered tensor: rows, inner tuples and batch labels, or inner tuples,
    /// columns and batch labels. Lone labels are summed over; elements are conjugated.
    [[nodiscard]] const Expression& gather(Operand operand) const {
        return operand == operand_l ? gather_l_ : gather_r_;
    }
    /// The product of gathered tensors or blocks, with the expression's literal factors.
    [[nodiscard]] const Expression& product(const ProductForm& form);
    /// The product, its modes rows, columns and batch labels, into a block of D.
    [[nodiscard]] const Expression& scatter() const { return scatter_; }
    /// D and a tensor of the same modes: for D = beta * D.
    [[nodiscard]] const Expression& scale() const { return scale_; }
    /// A list of elements, and another one: for zeros.
    [[nodiscard]] const Expression& clear() const { return clear_; }

private:
    void append(std::vector<std::string>& labels, const std::vector<std::size_t>& group) const;
    [[nodiscard]] Factor gathered(const char* name, const std::vector<std::size_t>& first,
                                  const std::vector<std::size_t>& second) const;

    const BlockProblem& problem_;
    std::vector<std::size_t> rows_, inners_, columns_, batch_;
    Expression as_written_, gather_l_, gather_r_, scatter_, scale_, clear_;
    std::map<ProductForm, Expression> products_;
};

}  // namespace ttgt::blocks
