// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/grouped/enqueue_grouped.h"
#include "transpose/cuda/grouped/grouped_kernel.cuh"

namespace ttgt::cuda {

/// A scalar in the type that is computed in.
template <class Compute>
struct GroupedScalar {
    static Compute of(Scalar value) { return static_cast<Compute>(value.real()); }
};
template <class Real>
struct GroupedScalar<Complex<Real>> {
    static Complex<Real> of(Scalar value) {
        return {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
    }
};

template <class Out>
GroupedFinish<Out> grouped_finish(const GroupedScalars& scalars) {
    using Scalars = GroupedScalar<ComputeOf<Out>>;
    return {Scalars::of(scalars.alpha), Scalars::of(scalars.beta), scalars.alpha == Scalar{1.0},
            scalars.beta == Scalar{}};
}

/// Calls visit(In{}, Out{}) with the element types of a launch. Precondition: grouped_takes(in,
/// out).
template <class Visit>
void visit_grouped(DType in, DType out, Visit visit) {
    switch (out) {
        case DType::float16:
            return in == DType::float32 ? visit(float{}, float16{}) : visit(float16{}, float16{});
        case DType::bfloat16:
            return in == DType::float32 ? visit(float{}, bfloat16{})
                                        : visit(bfloat16{}, bfloat16{});
        case DType::float32:
            return visit(float{}, float{});
        case DType::float64:
            return visit(double{}, double{});
        case DType::complex64:
            return visit(Complex<float>{}, Complex<float>{});
        default:
            return visit(Complex<double>{}, Complex<double>{});
    }
}

}  // namespace ttgt::cuda
