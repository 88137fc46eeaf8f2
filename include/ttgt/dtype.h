// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>
#include <ttgt/float16.h>

#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ttgt {

/// Element type. The opaque types only name a size: transposes move them, nothing computes on them.
enum class DType : std::uint8_t {
    float16,   ///< IEEE binary16; computed with in float32, as bfloat16
    bfloat16,  ///< the upper half of a float32
    float32,
    float64,
    complex64,   ///< two float32: real, imaginary
    complex128,  ///< two float64: real, imaginary
    opaque1,
    opaque2,
    opaque4,
    opaque8,
    opaque16,
};

/// Bytes of one element.
[[nodiscard]] TTGT_EXPORT std::int64_t size_bytes(DType dtype) noexcept;
/// "float32", "complex128", "opaque8", …
[[nodiscard]] TTGT_EXPORT std::string_view name(DType dtype) noexcept;
/// The dtype of that name, or nothing.
[[nodiscard]] TTGT_EXPORT std::optional<DType> parse_dtype(std::string_view name) noexcept;
/// complex64 and complex128.
[[nodiscard]] TTGT_EXPORT bool is_complex(DType dtype) noexcept;
/// Those that only name a size.
[[nodiscard]] TTGT_EXPORT bool is_opaque(DType dtype) noexcept;

/// The dtype of a C++ element type; defined for float16, bfloat16, float, double and the latter
/// two's std::complex.
template <class T>
struct DTypeOf;
template <>
struct DTypeOf<float16> {
    static constexpr DType value = DType::float16;
};
template <>
struct DTypeOf<bfloat16> {
    static constexpr DType value = DType::bfloat16;
};
template <>
struct DTypeOf<float> {
    static constexpr DType value = DType::float32;
};
template <>
struct DTypeOf<double> {
    static constexpr DType value = DType::float64;
};
template <>
struct DTypeOf<std::complex<float>> {
    static constexpr DType value = DType::complex64;
};
template <>
struct DTypeOf<std::complex<double>> {
    static constexpr DType value = DType::complex128;
};
template <class T>
inline constexpr DType dtype_of = DTypeOf<T>::value;

/// A scalar argument; its imaginary part must be 0 where the output is real.
using Scalar = std::complex<double>;

}  // namespace ttgt
