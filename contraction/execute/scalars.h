// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

namespace ttgt {

/// The values of alpha and beta in one execution of a step.
struct Scalars {
    Scalar alpha;  ///< factor of the product
    Scalar beta;   ///< factor of the old output
};

}  // namespace ttgt
