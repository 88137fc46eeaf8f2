// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/reference/bound_labels.h"
#include "src/reference/reference.h"

namespace ttgt::reference {

/// Of one problem: elements are within relative * magnitude + absolute.
struct Bound {
    double relative = 0;
    double absolute = 0;
    double largest = 0;  ///< number of the dtype
};

/// The bound of compare() for elements of dtype `d`.
[[nodiscard]] Bound error_bound(const Problem& problem, const BoundLabels& bound, DType d);

/// Products in the sum of an element.
[[nodiscard]] std::int64_t inner_size(const Problem& problem, const BoundLabels& bound);

/// |d - expected| over its bound; infinite where exactly one of the two is finite, unless d has
/// overflowed.
[[nodiscard]] double error_over_bound(const Scalar& d, const Value& expected, const Bound& bound);

}  // namespace ttgt::reference
