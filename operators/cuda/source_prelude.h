// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "operators/problem/operator_problem.h"

namespace ttgt::cuda {

/// The types and functions that the kernels of a problem use: Real, Complex, Scalar, loaded(),
/// store() and f_NAME for each function of formulas.
[[nodiscard]] std::string source_prelude(const OperatorProblem& problem);
/// What reductions use besides: Wide, the type that is reduced in, wide(), narrowed(), w_NAME
/// for each reduction, square(), root() and from_lane(). `has_complex_values`: those that are
/// reduced, where the wide type is real.
[[nodiscard]] std::string reduction_prelude(DType wide, bool has_complex_values);

/// What kernels with vectors use besides: read_vector() and write_vector() of aligned addresses.
[[nodiscard]] std::string vector_prelude();

/// The type of a tensor's elements in the source, such as "float" or "Half".
[[nodiscard]] std::string element_type(DType dtype);

}  // namespace ttgt::cuda
