// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/small_product.h"

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

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

/// `width` elements of D side by side.
template <std::size_t width, class Value>
void run_side_by_side(const std::vector<SmallOffsets>& summed, char* d, const char* l,
                      const char* r) {
    std::array<Value, width> sums{};
    for (const SmallOffsets& term : summed) {
        const auto left = value_at<Value>(l + term.l);
        const auto right = value_at<std::array<Value, width>>(r + term.r);
        for (std::size_t i = 0; i < width; ++i) add_product(sums[i], left, right[i]);
    }
    std::memcpy(d, sums.data(), sizeof(sums));
}

template <class Value>
void run_as(const SmallProduct& product, char* d, const char* l, const char* r) {
    for (const SmallOffsets& outer : product.outer) {
        for (std::size_t first = 0; first < product.columns.size(); first += product.run_length) {
            char* to = d + outer.d + product.columns[first].d;
            const char* from_r = r + outer.r + product.columns[first].r;
            const auto next = [&]<std::size_t width>(std::integral_constant<std::size_t, width>) {
                run_side_by_side<width, Value>(product.summed, to, l + outer.l, from_r);
                to += width * sizeof(Value);
                from_r += width * sizeof(Value);
            };
            std::size_t left = product.run_length;
            for (; left >= 8; left -= 8) next(std::integral_constant<std::size_t, 8>());
            if (left >= 4) next(std::integral_constant<std::size_t, 4>());
            if (left % 4 >= 2) next(std::integral_constant<std::size_t, 2>());
            if (left % 2 == 1) next(std::integral_constant<std::size_t, 1>());
        }
    }
}

}  // namespace

std::size_t run_length_of(const std::vector<SmallOffsets>& columns, std::ptrdiff_t element_bytes) {
    const auto is_beside = [&](std::size_t place, std::size_t first) {
        const auto bytes = static_cast<std::ptrdiff_t>(place - first) * element_bytes;
        return columns[place].d == columns[first].d + bytes &&
               columns[place].r == columns[first].r + bytes;
    };
    std::size_t length = 1;
    while (length < columns.size() && is_beside(length, 0)) ++length;
    if (columns.size() % length != 0) return 1;
    for (std::size_t place = 0; place < columns.size(); ++place) {
        if (!is_beside(place, place - place % length)) return 1;
    }
    return length;
}

void run_small(const SmallProduct& product, void* d, const void* l, const void* r) {
    if (product.is_swapped) std::swap(l, r);
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
