// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/core/element.h"

/// Operations: what a transpose does to one element, result = operation(in, out). The flags
/// reads_in and reads_out tell the loops which arguments matter; those that do not are never read
/// from memory.
namespace ttgt::cpu {

/// Loads an element of any stored type from any address, as plain bits of its size. Compilers make
/// one instruction of it.
template <class T>
[[nodiscard]] inline T load(const std::byte* source) {
    T value;
    std::memcpy(&value, source, sizeof(T));
    return value;
}
/// Stores an element of any stored type at any address, as plain bits of its size. Compilers make
/// one instruction of it.
template <class T>
inline void store(std::byte* target, const T& value) {
    std::memcpy(target, &value, sizeof(T));
}

/// An element of 16 bytes, as plain bits.
struct Bits128 {
    /// The bits of the element.
    std::uint64_t words[2];
};

/// The operation for alpha = 1, beta = 0 and no conjugation.
template <class T>
struct Move {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = false;
    T operator()(const T& in, const T&) const { return in; }
};

/// The operation for alpha = 0, beta = 0.
template <class T>
struct Clear {
    using Element = T;
    static constexpr bool reads_in = false;
    static constexpr bool reads_out = false;
    T operator()(const T&, const T&) const { return T{}; }
};

/// Multiplies the real part and the imaginary part of a value by a real factor each. Serves real
/// scalars and conjugation, for which the imaginary factor is negative. The parts are never mixed,
/// so an infinite real part does not change the imaginary part, nor the reverse.
template <class T>
struct PartwiseFactor {
    using Real = RealOf<ComputeOf<T>>;
    /// The factor of the real part.
    Real real;
    /// The factor of the imaginary part.
    Real imaginary;

    explicit PartwiseFactor(const Scalar& scalar, bool conjugates = false)
        : real(static_cast<Real>(scalar.real())), imaginary(conjugates ? -real : real) {}

    ComputeOf<T> operator()(const T& value) const {
        if constexpr (is_complex_v<T>) {
            return T(real * value.real(), imaginary * value.imag());
        } else {
            return real * value;
        }
    }
};

/// Multiplies a value by a complex scalar, after conjugating the value if asked to.
template <class T>
struct ComplexFactor {
    /// The scalar.
    T scalar;
    /// The factor of a value's imaginary part: -1 conjugates.
    RealOf<T> sign;

    explicit ComplexFactor(const Scalar& value, bool conjugates = false)
        : scalar(scalar_cast<T>(value)), sign(conjugates ? RealOf<T>(-1) : RealOf<T>(1)) {}

    T operator()(const T& value) const { return scalar * T(value.real(), sign * value.imag()); }
};

/// The operation for beta = 0.
template <class T, class Factor>
struct Scale {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = false;
    Factor alpha;
    T operator()(const T& in, const T&) const { return static_cast<T>(alpha(in)); }
};

/// The operation where neither alpha nor beta is 0.
template <class T, class Factor>
struct Accumulate {
    using Element = T;
    static constexpr bool reads_in = true;
    static constexpr bool reads_out = true;
    Factor alpha;
    Factor beta;
    T operator()(const T& in, const T& out) const { return static_cast<T>(alpha(in) + beta(out)); }
};

/// The operation for alpha = 0.
template <class T, class Factor>
struct ScaleOutput {
    using Element = T;
    static constexpr bool reads_in = false;
    static constexpr bool reads_out = true;
    Factor beta;
    T operator()(const T&, const T& out) const { return static_cast<T>(beta(out)); }
};

}  // namespace ttgt::cpu
