// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/small_product.h"

#include <cstring>

namespace ttgt {
namespace {

/// A complex number whose product is the one of the textbook: std::complex looks for infinities.
template <class Real>
struct SmallComplex {
    Real real, imag;
};

template <class Real>
void add_product(Real& sum, Real l, Real r) {
    sum += l * r;
}
template <class Real>
void add_product(SmallComplex<Real>& sum, SmallComplex<Real> l, SmallComplex<Real> r) {
    sum.real += l.real * r.real - l.imag * r.imag;
    sum.imag += l.real * r.imag + l.imag * r.real;
}

template <class Value>
Value value_at(const char* address) {
    Value value;
    std::memcpy(&value, address, sizeof(value));
    return value;
}

template <class Value>
void run_as(const SmallProduct& product, char* d, const char* l, const char* r) {
    for (const SmallOffsets& outer : product.outer) {
        for (const SmallOffsets& column : product.columns) {
            const char* const from_l = l + outer.l;
            const char* const from_r = r + outer.r + column.r;
            Value sum{};
            for (const SmallOffsets& term : product.summed) {
                add_product(sum, value_at<Value>(from_l + term.l),
                            value_at<Value>(from_r + term.r));
            }
            std::memcpy(d + outer.d + column.d, &sum, sizeof(sum));
        }
    }
}

}  // namespace

void run_small(const SmallProduct& product, void* d, const void* l, const void* r) {
    char* const to = static_cast<char*>(d);
    const char* const left = static_cast<const char*>(l);
    const char* const right = static_cast<const char*>(r);
    switch (product.dtype) {
        case DType::float32:
            return run_as<float>(product, to, left, right);
        case DType::complex64:
            return run_as<SmallComplex<float>>(product, to, left, right);
        case DType::complex128:
            return run_as<SmallComplex<double>>(product, to, left, right);
        default:
            return run_as<double>(product, to, left, right);
    }
}

}  // namespace ttgt
