// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace ttgt {

/// An IEEE binary16 number: 11 significant bits, magnitude at most 65504. The type only stores
/// numbers: it converts implicitly and exactly to float for arithmetic. The conversion from float
/// is explicit and rounds to nearest, ties to even.
struct float16 {
    std::uint16_t bits;  ///< sign, 5 bits of exponent, 10 bits of fraction

    float16() = default;
    constexpr explicit float16(float value) noexcept : bits(rounded(value)) {}

    constexpr operator float() const noexcept {  // NOLINT: exact, so it is meant to convert
        const std::uint32_t sign = (bits & 0x8000U) << 16U;
        const std::uint32_t magnitude = bits & 0x7fffU;
        if (magnitude >= 0x7c00U) {  // the value is an infinity or a NaN
            return std::bit_cast<float>(sign | 0x7f800000U | (magnitude & 0x3ffU) << 13U);
        }
        if (magnitude < 0x0400U) {  // the value is subnormal: a multiple of 2^-24
            const float value = static_cast<float>(magnitude) * 0x1p-24F;
            return sign != 0 ? -value : value;
        }
        return std::bit_cast<float>(sign | ((magnitude << 13U) + 0x38000000U));
    }

private:
    static constexpr std::uint16_t rounded(float value) noexcept {
        const auto given = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t sign = given >> 16U & 0x8000U;
        std::uint32_t magnitude = given & 0x7fffffffU;
        if (magnitude > 0x7f800000U) {  // a NaN becomes a quiet NaN
            magnitude = 0x7e00U | (magnitude >> 13U & 0x1ffU);
        } else if (magnitude >= 0x477ff000U) {  // 65520 and above round to infinity
            magnitude = 0x7c00U;
        } else if (magnitude < 0x38800000U) {
            // Below 2^-14 the result is subnormal, a multiple of 2^-24. Floats in [0.5, 1) have
            // this spacing too, so that adding 0.5 rounds to such a multiple.
            const float beside = std::bit_cast<float>(magnitude) + 0.5F;
            magnitude = std::bit_cast<std::uint32_t>(beside) - std::bit_cast<std::uint32_t>(0.5F);
        } else {
            const std::uint32_t tie = magnitude >> 13U & 1U;
            magnitude = (magnitude + 0xfffU + tie - 0x38000000U) >> 13U;
        }
        return static_cast<std::uint16_t>(sign | magnitude);
    }
};

/// A bfloat16 number, the upper 16 bits of a float: the range of float, 8 significant bits. The
/// type only stores numbers: it converts implicitly and exactly to float for arithmetic. The
/// conversion from float is explicit and rounds to nearest, ties to even.
struct bfloat16 {
    std::uint16_t bits;  ///< sign, 8 bits of exponent, 7 bits of fraction

    bfloat16() = default;
    constexpr explicit bfloat16(float value) noexcept : bits(rounded(value)) {}

    constexpr operator float() const noexcept {  // NOLINT: exact, so it is meant to convert
        return std::bit_cast<float>(std::uint32_t{bits} << 16U);
    }

private:
    static constexpr std::uint16_t rounded(float value) noexcept {
        const auto given = std::bit_cast<std::uint32_t>(value);
        if ((given & 0x7fffffffU) > 0x7f800000U) {  // a NaN becomes a quiet NaN
            return static_cast<std::uint16_t>(given >> 16U | 0x40U);
        }
        const std::uint32_t tie = given >> 16U & 1U;
        return static_cast<std::uint16_t>((given + 0x7fffU + tie) >> 16U);
    }
};

}  // namespace ttgt
