// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/error.h>

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>

namespace ttgt {

template <class T>
struct TypeTag {
    using type = T;
};

template <class T>
inline constexpr bool is_complex_v = false;
template <class R>
inline constexpr bool is_complex_v<std::complex<R>> = true;

/// The real type of the same precision: RealOf<std::complex<float>> is float.
template <class T>
struct RealOfImpl {
    using type = T;
};
template <class R>
struct RealOfImpl<std::complex<R>> {
    using type = R;
};
template <class T>
using RealOf = typename RealOfImpl<T>::type;

/// Conjugate of a complex value, the value itself where it is real.
template <class T>
[[nodiscard]] inline T conjugate(const T& value) {
    if constexpr (is_complex_v<T>) {
        return std::conj(value);
    } else {
        return value;
    }
}

/// A scalar argument in the compute type; its imaginary part is dropped where T is real.
template <class T>
[[nodiscard]] inline T scalar_cast(const Scalar& scalar) {
    if constexpr (is_complex_v<T>) {
        return T(static_cast<RealOf<T>>(scalar.real()), static_cast<RealOf<T>>(scalar.imag()));
    } else {
        return static_cast<T>(scalar.real());
    }
}

/// Calls `visitor(TypeTag<T>{})` for the C++ type of a numeric dtype.
template <class Visitor>
decltype(auto) visit_numeric(DType dtype, Visitor&& visitor) {
    switch (dtype) {
        case DType::float32:
            return visitor(TypeTag<float>{});
        case DType::float64:
            return visitor(TypeTag<double>{});
        case DType::complex64:
            return visitor(TypeTag<std::complex<float>>{});
        case DType::complex128:
            return visitor(TypeTag<std::complex<double>>{});
        default:
            throw Unsupported("arithmetic on an opaque dtype");
    }
}

[[nodiscard]] constexpr DType real_of(DType dtype) noexcept {
    switch (dtype) {
        case DType::complex64:
            return DType::float32;
        case DType::complex128:
            return DType::float64;
        default:
            return dtype;
    }
}

[[nodiscard]] constexpr DType complex_of(DType dtype) noexcept {
    switch (dtype) {
        case DType::float32:
            return DType::complex64;
        case DType::float64:
            return DType::complex128;
        default:
            return dtype;
    }
}

}  // namespace ttgt
