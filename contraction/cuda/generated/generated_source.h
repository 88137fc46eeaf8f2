// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/generated/generated_shape.h"

namespace ttgt::cuda {

/// The name of the kernel in its source.
inline constexpr const char* generated_name = "generated";

/// CUDA C++ that needs no header: extern "C" void generated(pointers, alpha, beta), the pointers to
/// the tensors that are no temporaries, in their order; alpha and beta as Element. Extents and
/// strides are constants in it.
[[nodiscard]] std::string generated_source(const GeneratedProblem& problem,
                                           const GeneratedShape& shape);

}  // namespace ttgt::cuda
