// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "src/core/element.h"
#include "src/reference/bound_labels.h"
#include "src/reference/reference.h"
#include "src/reference/walk.h"

namespace ttgt::reference {

/// A problem made ready for a visit of its output elements.
struct Job {
    const Problem& problem;
    BoundLabels bound;
    const ConstTensorView* before;  ///< null where beta is 0
    Strides position;               ///< of the packed result
    Strides before_strides;
    Strides target;  ///< of the tensor the caller compares with; all 0 without one
};

/// Throws what bind_labels and check_output throw, and InvalidArgument where beta needs `before`.
[[nodiscard]] Job make_job(const Problem& problem, const ConstTensorView* before,
                           const ConstTensorView* target);

/// Where an output element lies: offsets through Job's three strides.
struct Place {
    std::int64_t position = 0;
    std::int64_t before = 0;
    std::int64_t target = 0;
};

/// Σ product of inputs, and Σ |product|.
struct Sum {
    Scalar value{};
    double magnitude = 0;
};

/// alpha * sum + beta * D_before at one place.
[[nodiscard]] Value finish(const Job& job, const Place& place, const Sum& sum);

using Sink = std::function<void(const Place&, const Value&)>;

/// Hands every output element to `sink`, in no promised order.
void visit(const Job& job, const Sink& sink);
/// As visit, for two inputs, through Eigen.
void visit_by_matrix_product(const Job& job, const Sink& sink);

/// One element of a tensor in host memory.
[[nodiscard]] inline Scalar load(const ConstTensorView& tensor, std::int64_t offset) {
    return visit_numeric(tensor.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::type;
        return Scalar(static_cast<const T*>(tensor.data())[offset]);
    });
}

}  // namespace ttgt::reference
