// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/error.h>

#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

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

/// The type that elements of T are computed with.
template <class T>
struct ComputeOfImpl {
    using type = T;
};
template <>
struct ComputeOfImpl<float16> {
    using type = float;
};
template <>
struct ComputeOfImpl<bfloat16> {
    using type = float;
};
template <class T>
using ComputeOf = typename ComputeOfImpl<T>::type;

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

/// Calls `visitor(TypeTag<T>{})` for the C++ type of a dtype that is computed with as it is.
template <class Visitor>
decltype(auto) visit_computed(DType dtype, Visitor&& visitor) {
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
            throw Unsupported(std::string("arithmetic in ").append(name(dtype)));
    }
}

/// Calls `visitor(TypeTag<T>{})` for the C++ type of a numeric dtype.
template <class Visitor>
decltype(auto) visit_numeric(DType dtype, Visitor&& visitor) {
    switch (dtype) {
        case DType::float16:
            return visitor(TypeTag<float16>{});
        case DType::bfloat16:
            return visitor(TypeTag<bfloat16>{});
        default:
            return visit_computed(dtype, std::forward<Visitor>(visitor));
    }
}

[[nodiscard]] constexpr bool is_half(DType dtype) noexcept {
    return dtype == DType::float16 || dtype == DType::bfloat16;
}

/// The dtype that elements are computed with.
[[nodiscard]] constexpr DType compute_of(DType dtype) noexcept {
    return is_half(dtype) ? DType::float32 : dtype;
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
