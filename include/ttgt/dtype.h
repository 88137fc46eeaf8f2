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

/// The type of a tensor's elements. An opaque type is only a size in bytes: transposes move such
/// elements, and nothing computes with them.
enum class DType : std::uint8_t {
    float16,   ///< IEEE binary16; arithmetic is in float32
    bfloat16,  ///< the upper 16 bits of a float32; arithmetic is in float32
    float32,
    float64,
    complex64,   ///< two float32: real, imaginary
    complex128,  ///< two float64: real, imaginary
    opaque1,     ///< any element of 1 byte
    opaque2,     ///< any element of 2 bytes
    opaque4,     ///< any element of 4 bytes
    opaque8,     ///< any element of 8 bytes
    opaque16,    ///< any element of 16 bytes
};

/// The size of one element in bytes.
[[nodiscard]] TTGT_EXPORT std::int64_t size_bytes(DType dtype) noexcept;
/// The name of a dtype, such as "float32", "complex128" or "opaque8".
[[nodiscard]] TTGT_EXPORT std::string_view name(DType dtype) noexcept;
/// The dtype with this name; empty where no dtype has it.
[[nodiscard]] TTGT_EXPORT std::optional<DType> parse_dtype(std::string_view name) noexcept;
/// Whether the dtype is complex64 or complex128.
[[nodiscard]] TTGT_EXPORT bool is_complex(DType dtype) noexcept;
/// Whether the dtype is opaque1 to opaque16.
[[nodiscard]] TTGT_EXPORT bool is_opaque(DType dtype) noexcept;

/// The dtype of a C++ element type. Defined for float16, bfloat16, float, double,
/// std::complex<float> and std::complex<double>.
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

/// The type of alpha and beta. The imaginary part must be 0 where the output is real.
using Scalar = std::complex<double>;

}  // namespace ttgt
