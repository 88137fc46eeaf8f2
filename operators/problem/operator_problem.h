// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "operators/expression/formula.h"

namespace ttgt {

/// One loop over all uses of tensors: `extent` steps, each of which moves use u by strides[u]
/// elements. Uses without the loop's label have stride 0.
struct OperatorMode {
    std::int64_t extent = 1;
    bool is_reduced = false;  ///< the output lacks it
    std::vector<std::int64_t> strides;

    friend bool operator==(const OperatorMode&, const OperatorMode&) = default;
};

/// A tensor as a formula reads or writes it in one place.
struct BoundUse {
    std::size_t operand = 0;  ///< 0: the output
    DType dtype = DType::float64;
    std::string name;  ///< the tensor's, with its labels, for explain()
};

/// A formula that has met its layouts. Modes of equal kind that continue each other in all uses are
/// merged; those of extent 1 are dropped.
struct OperatorProblem {
    std::string text;
    std::vector<OperandLayout> operands;
    std::vector<std::string> names;    ///< of the operands
    std::vector<std::string> scalars;  ///< names
    std::vector<BoundUse> uses;        ///< use 0: where the output is written
    std::vector<OperatorMode> modes;
    Reduction reduction = Reduction::none;
    Instructions element;
    Instructions finish;
    DType compute = DType::float64;      ///< what values are computed with
    bool has_real_scalars = true;        ///< whether every run's scalars are real
    bool has_output = true;              ///< false: the output has no element
    std::vector<char> may_share_output;  ///< for each operand: all uses read the element of D's
                                         ///< address alone, so both may have one address

    [[nodiscard]] bool reads_output() const;
};

/// What the dtypes of all operands of a formula decide.
struct FormulaTypes {
    DType compute = DType::float64;  ///< what values are computed with
    bool has_real_scalars = true;    ///< whether the output is real, and with it the scalars
};
[[nodiscard]] FormulaTypes types_of(const std::vector<OperandLayout>& operands);

/// Binds labels to layouts; the operands are the output, then the formula's inputs. `types` are
/// those of the whole formula where this one computes a part of it; empty: those of the operands.
/// Throws as plan_evaluation() does, except for what a device lacks.
[[nodiscard]] OperatorProblem bind_formula(const Formula& formula,
                                           const std::vector<OperandLayout>& operands,
                                           const std::optional<FormulaTypes>& types = {});

/// Throws RankMismatch where the layout has another number of modes than the use has labels.
void check_rank(const Formula& formula, const TensorUse& use, const Layout& layout);

/// The number of index tuples of the modes that are reduced, or of those that are not; as a double,
/// which does not overflow.
[[nodiscard]] double tuple_count(const OperatorProblem& problem, bool is_reduced);
/// The elements that a use reads or writes, each counted once.
[[nodiscard]] std::int64_t elements_of(const OperatorProblem& problem, std::size_t use);
/// Bytes of the elements of all uses that instructions read, and of the output.
[[nodiscard]] std::int64_t bytes_of(const OperatorProblem& problem);

}  // namespace ttgt
