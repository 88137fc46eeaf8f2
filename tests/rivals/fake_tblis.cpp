// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A stand-in for TBLIS with the part of its C interface that the worker calls: products of
// matrices, D(a,b) = L(a,k) * R(k,b), in float64, and nothing in float32.
#include <cstddef>

namespace {

struct Tensor {
    double factor;
    const std::ptrdiff_t* extents;
    double* data;
    const std::ptrdiff_t* strides;

    [[nodiscard]] double& at(std::ptrdiff_t row, std::ptrdiff_t column) const {
        return data[row * strides[0] + column * strides[1]];
    }
};

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void tblis_init_tensor_scaled_s(void*, float, int,
                                                                       std::ptrdiff_t*, float*,
                                                                       std::ptrdiff_t*) {}

__attribute__((visibility("default"))) void tblis_init_tensor_scaled_d(Tensor* tensor,
                                                                       double factor, int,
                                                                       std::ptrdiff_t* extents,
                                                                       double* data,
                                                                       std::ptrdiff_t* strides) {
    *tensor = {factor, extents, data, strides};
}

__attribute__((visibility("default"))) void tblis_tensor_mult(const void*, const void*,
                                                              const Tensor* l, const char*,
                                                              const Tensor* r, const char*,
                                                              Tensor* d, const char*) {
    if (d->factor != 0 || l->factor != 1 || r->factor != 1) return;  // wrong, as D is not written
    for (std::ptrdiff_t a = 0; a < d->extents[0]; ++a) {
        for (std::ptrdiff_t b = 0; b < d->extents[1]; ++b) {
            double sum = 0;
            for (std::ptrdiff_t k = 0; k < r->extents[0]; ++k) sum += l->at(a, k) * r->at(k, b);
            d->at(a, b) = sum;
        }
    }
    d->factor = 1;  // as a library may leave it
}
}
