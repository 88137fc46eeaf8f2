// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/kernels/enqueue.cuh"
#include "transpose/cuda/kernels/enqueue.h"
#include "transpose/cuda/kernels/finish.cuh"

namespace ttgt::cuda {
namespace {

template <class Element>
Element element_of(Scalar value);
template <>
float element_of(Scalar value) {
    return static_cast<float>(value.real());
}
template <>
double element_of(Scalar value) {
    return value.real();
}
template <>
Complex<float> element_of(Scalar value) {
    return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}
template <>
Complex<double> element_of(Scalar value) {
    return {value.real(), value.imag()};
}

template <class Element>
void scale(const Launch& launch, const ScaleScalars& scalars, const void* in, void* out,
           Stream stream) {
    using Compute = ComputeOf<Element>;
    const Scale<Element> finish{element_of<Compute>(scalars.alpha),
                                element_of<Compute>(scalars.beta), scalars.conjugate,
                                scalars.alpha != 0.0, scalars.beta != 0.0};
    std::visit(
        KernelLauncher<Element, Scale<Element>, false>{launch, static_cast<const Element*>(in),
                                                       static_cast<Element*>(out), finish, stream},
        launch.arguments);
}

}  // namespace

void enqueue_scale(const Launch& launch, DType dtype, const ScaleScalars& scalars, const void* in,
                   void* out, Stream stream) {
    switch (dtype) {
        case DType::float16:
            return scale<float16>(launch, scalars, in, out, stream);
        case DType::bfloat16:
            return scale<bfloat16>(launch, scalars, in, out, stream);
        case DType::float32:
            return scale<float>(launch, scalars, in, out, stream);
        case DType::float64:
            return scale<double>(launch, scalars, in, out, stream);
        case DType::complex64:
            return scale<Complex<float>>(launch, scalars, in, out, stream);
        default:
            return scale<Complex<double>>(launch, scalars, in, out, stream);
    }
}

}  // namespace ttgt::cuda
