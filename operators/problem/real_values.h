// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// Tells each instruction which of its operands are real, and checks that the operations take what
/// they get and that the output takes the result. Throws InvalidArgument naming the function.
void find_real_values(OperatorProblem& problem);
/// As find_real_values() does, except that the output need not take the result: whether the result
/// is real is returned.
[[nodiscard]] bool find_real_result(OperatorProblem& problem);
/// Whether a reduction gives real values; find_real_values() has been called.
[[nodiscard]] bool has_real_sums(const OperatorProblem& problem);
/// Whether the instructions give a real value; find_real_values() has been called.
[[nodiscard]] bool gives_real(const Instructions& instructions);

}  // namespace ttgt
