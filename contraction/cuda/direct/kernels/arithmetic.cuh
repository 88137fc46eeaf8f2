// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"

namespace ttgt::cuda {

/// What the kernels know of an element type T: its real type, and how a real number becomes a T.
template <class T>
struct ElementTraits {
    using Real = T;
    static constexpr bool is_complex = false;
    __device__ static T of_real(T value) { return value; }
};
template <class R>
struct ElementTraits<Complex<R>> {
    using Real = R;
    static constexpr bool is_complex = true;
    __device__ static Complex<R> of_real(R value) { return {value, 0}; }
};

/// a + b.
template <class Real>
__device__ inline Real plus(Real a, Real b) {
    return a + b;
}
template <class Real>
__device__ inline Complex<Real> plus(Complex<Real> a, Complex<Real> b) {
    return {a.real + b.real, a.imag + b.imag};
}

/// Adds the sum of a block of terms to `total`, and the rounding error of that addition to `lost`
/// (Knuth's two-sum).
template <class Real>
__device__ inline void add_block(Real& total, Real& lost, Real block) {
    const Real sum = total + block;
    const Real part = sum - total;
    lost += (total - (sum - part)) + (block - part);
    total = sum;
}
template <class Real>
__device__ inline void add_block(Complex<Real>& total, Complex<Real>& lost, Complex<Real> block) {
    add_block(total.real, lost.real, block.real);
    add_block(total.imag, lost.imag, block.imag);
}

/// The sum of all blocks that add_block() added. `lost` is not a number where `total` is infinite;
/// `total` alone is returned then.
template <class Real>
__device__ inline Real sum_of_blocks(Real total, Real lost) {
    return lost == lost ? total + lost : total;
}
template <class Real>
__device__ inline Complex<Real> sum_of_blocks(Complex<Real> total, Complex<Real> lost) {
    return {sum_of_blocks(total.real, lost.real), sum_of_blocks(total.imag, lost.imag)};
}

/// sum += a * b. The flag says that b is real although its type is complex; a has to be the complex
/// factor then.
template <class Real>
__device__ inline void add_product(Real& sum, Real a, Real b, bool) {
    sum += a * b;
}
template <class Real>
__device__ inline void add_product(Complex<Real>& sum, Complex<Real> a, Complex<Real> b,
                                   bool b_is_real) {
    sum.real += a.real * b.real;
    sum.imag += a.imag * b.real;
    if (b_is_real) return;
    sum.real -= a.imag * b.imag;
    sum.imag += a.real * b.imag;
}

/// The value with an imaginary part of 0.
template <class Real>
__device__ inline Real without_imaginary(Real value) {
    return value;
}
template <class Real>
__device__ inline Complex<Real> without_imaginary(Complex<Real> value) {
    return {value.real, 0};
}
/// A sum of products of L and R. It has no imaginary part where both inputs are real, not even
/// where an input is infinite.
template <class T>
__device__ inline T product_sum(T sum, const InputAccess& l, const InputAccess& r) {
    return l.is_real != 0 && r.is_real != 0 ? without_imaginary(sum) : sum;
}

/// Reads the elements [0, valid) of a unit that begins at `from`; the elements of `to` behind them
/// keep their values.
template <class Stored, class T, int count>
__device__ inline void read_unit(const Stored* from, const InputAccess& access, int valid,
                                 T (&to)[count]) {
    if constexpr (count > 1) {
        if (access.form == Form::packed && valid == count) {
            const auto all = *reinterpret_cast<const Vector<Stored, count>*>(from);
#pragma unroll
            for (int e = 0; e < count; ++e) to[e] = promoted(all.element[e]);
            return;
        }
        if (access.form == Form::same) {
            const T value = promoted(*from);
#pragma unroll
            for (int e = 0; e < count; ++e) to[e] = value;
            return;
        }
    }
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (e < valid) to[e] = promoted(from[e * access.step]);
    }
}

/// Reads the elements [0, valid) of the unit at `offset` of an input, whose elements are stored as
/// In (real parts of In where access.is_real), promotes and conjugates them. The elements of `to`
/// behind them keep their values. An input that there is not counts as ones.
template <class In, class T, int count, class Offset>
__device__ inline void load_unit(const void* base, Offset offset, const InputAccess& access,
                                 int valid, T (&to)[count]) {
    using Traits = ElementTraits<T>;
    using Real = typename Traits::Real;
    if (access.form == Form::none) {
#pragma unroll
        for (int e = 0; e < count; ++e) to[e] = Traits::of_real(1);
        return;
    }
    if constexpr (Traits::is_complex) {
        if (access.is_real != 0) {
            Real parts[count] = {};
            read_unit(static_cast<const Real*>(base) + offset, access, valid, parts);
#pragma unroll
            for (int e = 0; e < count; ++e) to[e] = Traits::of_real(parts[e]);
            return;
        }
    }
    read_unit(static_cast<const In*>(base) + offset, access, valid, to);
    if constexpr (Traits::is_complex) {
        if (access.conjugate == 0) return;
#pragma unroll
        for (int e = 0; e < count; ++e) to[e] = conjugated(to[e]);
    }
}

/// The element at `offset` of an input, promoted and conjugated. Elements are stored as In, or as
/// real parts of In where access.is_real. The input exists: access.form is not Form::none.
template <class In, class T>
__device__ inline T load_element(const void* base, std::int64_t offset, const InputAccess& access) {
    using Traits = ElementTraits<T>;
    if constexpr (Traits::is_complex) {
        using Real = typename Traits::Real;
        if (access.is_real != 0) return Traits::of_real(static_cast<const Real*>(base)[offset]);
        const T value = static_cast<const T*>(base)[offset];
        return access.conjugate != 0 ? conjugated(value) : value;
    } else {
        return promoted(static_cast<const In*>(base)[offset]);
    }
}

/// Offsets in D, L and R, in elements.
template <class Offset>
struct Offsets {
    Offset d, l, r;
};

/// Adds the offsets of `position` to `to`. The position's digits are the indices of `modes` modes,
/// the first mode fastest. Offsets of 32 bits imply positions below 2^31, whatever `is_wide` says.
template <class Offset>
__device__ inline void add_offsets(const PositionMode* mode, int modes, bool is_wide,
                                   std::uint64_t position, Offsets<Offset>& to) {
#pragma unroll 1
    for (int m = 0; m < modes; ++m) {
        std::uint64_t digit = position;
        if (m + 1 < modes) {
            std::uint64_t above = 0;
            if (sizeof(Offset) > 4 && is_wide) {
                above = position / static_cast<std::uint64_t>(mode[m].extent);
            } else {
                above = quotient(static_cast<std::uint32_t>(position), mode[m].divide);
            }
            digit = position - above * static_cast<std::uint64_t>(mode[m].extent);
            position = above;
        }
        const auto index = static_cast<Offset>(digit);
        to.d += index * static_cast<Offset>(mode[m].stride[0]);
        to.l += index * static_cast<Offset>(mode[m].stride[1]);
        to.r += index * static_cast<Offset>(mode[m].stride[2]);
    }
}

}  // namespace ttgt::cuda
