// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/core/element.h"

/// What a transpose does to one element: result = operation(in, out). The two flags tell the loops
/// which of the arguments count, so that the others are never read.
namespace ttgt::cpu {

/// Unaligned loads and stores that suit any stored type: elements may lie at any address, and moves
/// treat them as plain bits of their size. Compilers make each one instruction.
template <class T>
[[nodiscard]] inline T load(const std::byte* source) {
    T value;
    std::memcpy(&value, source, sizeof(T));
    return value;
}
template <class T>
inline void store(std::byte* target, const T& value) {
    std::memcpy(target, &value, sizeof(T));
}

/// 16 bytes as a whole.
struct Bits128 {
    std::uint64_t words[2];
};

/// alpha = 1, beta = 0, no conjugate.
template <class T>
struct Move {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = false;
    T operator()(const T& in, const T&) const { return in; }
};

/// alpha = 0, beta = 0.
template <class T>
struct Clear {
    using Element = T;
    static constexpr bool reads_in = false;
    static constexpr bool reads_out = false;
    T operator()(const T&, const T&) const { return T{}; }
};

/// Multiplies real and imaginary part each by a real factor: a real scalar, and the conjugate where
/// the second is the negative of the first. Never mixes the parts, so an infinite one stays alone.
template <class T>
struct PartwiseFactor {
    using Real = RealOf<ComputeOf<T>>;
    Real real;
    Real imaginary;

    PartwiseFactor(const Scalar& scalar, bool conjugates)
        : real(static_cast<Real>(scalar.real())), imaginary(conjugates ? -real : real) {}

    ComputeOf<T> operator()(const T& value) const {
        if constexpr (is_complex_v<T>) {
            return T(real * value.real(), imaginary * value.imag());
        } else {
            return real * value;
        }
    }
};

/// Multiplies by a complex scalar, after conjugating the value if asked to.
template <class T>
struct ComplexFactor {
    T scalar;
    RealOf<T> sign;  // of the imaginary part

    ComplexFactor(const Scalar& value, bool conjugates)
        : scalar(scalar_cast<T>(value)), sign(conjugates ? RealOf<T>(-1) : RealOf<T>(1)) {}

    T operator()(const T& value) const { return scalar * T(value.real(), sign * value.imag()); }
};

/// beta = 0.
template <class T, class Factor>
struct Scale {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = false;
    Factor alpha;
    T operator()(const T& in, const T&) const { return static_cast<T>(alpha(in)); }
};

/// Neither is 0.
template <class T, class Factor>
struct Accumulate {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = true;
    Factor alpha;
    Factor beta;
    T operator()(const T& in, const T& out) const { return static_cast<T>(alpha(in) + beta(out)); }
};

/// alpha = 0.
template <class T, class Factor>
struct ScaleOutput {
    using Element = T;
    static constexpr bool reads_in = false;
    static constexpr bool reads_out = true;
    Factor beta;
    T operator()(const T&, const T& out) const { return static_cast<T>(beta(out)); }
};

}  // namespace ttgt::cpu
