// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/cutensor/operation.h"

/// The one place where cuTENSOR's modes and operators become the engine's words.
namespace ttgt::cutensor {

/// The label of a mode: a letter of ASCII is itself, mode 5 is "m5", mode -5 is "n5".
[[nodiscard]] std::string label(std::int32_t mode);

/// Whether the operation is a product of its factors, conjugated or not, plus beta times the
/// addend, in one dtype (or real factors of a complex result).
[[nodiscard]] bool is_linear(const Operation& operation);
/// The factors of a linear operation: all inputs but the addend. A mode of the output that the one
/// factor of a permutation or elementwise operation lacks is one of stride 0.
[[nodiscard]] std::vector<Operand> factors_of(const Operation& operation);
/// An operand with the modes of the output that it lacks, of stride 0.
[[nodiscard]] Operand broadcast(Operand operand, const Operand& output);
/// "D(a,b)=conj(A(a,k))*B(k,b)".
[[nodiscard]] std::string product_text(const Operand& output, const std::vector<Operand>& factors);

/// The names of inputs and scalars in formulas, by position.
[[nodiscard]] std::string input_name(std::size_t input);
[[nodiscard]] std::string scalar_name(std::size_t input);
/// The formula of an operation, such as "D(a,b)=max(s0*sqrt(A(b,a)),s1*C(a,b))". Bit i of `zeros`:
/// the scalar of input i is zero, so that the input is not read.
[[nodiscard]] std::string formula_text(const Operation& operation, std::uint32_t zeros);
/// "out(a,b)=s0": every element is a scalar.
[[nodiscard]] std::string fill_text(const Operand& output);
/// Throws Failure (NOT_SUPPORTED) where an operator is none of elements of these dtypes.
void check_operators(const Operation& operation);

}  // namespace ttgt::cutensor
