// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_DIRECT_VECTOR_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_DIRECT_VECTOR_H
#undef TTGT_DIRECT_VECTOR_H
#else
#define TTGT_DIRECT_VECTOR_H
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// The few vector operations of the kernels. Even lanes hold real parts of complex numbers, odd
/// lanes imaginary parts; so there are two lanes even without vector instructions.
#if HWY_TARGET == HWY_SCALAR

template <class T>
struct Vector {
    static constexpr std::size_t lanes = 2;
    static constexpr std::size_t bytes = lanes * sizeof(T);
    T even;
    T odd;

    static Vector all(T value) { return {value, value}; }
    static Vector alternate(T even, T odd) { return {even, odd}; }
    static Vector load(const T* from) { return {from[0], from[1]}; }
    /// The first `count` lanes from memory; further lanes are zeros.
    static Vector load_part(const T* from, std::int64_t count) {
        return {count > 0 ? from[0] : T(0), count > 1 ? from[1] : T(0)};
    }
    void store(T* to) const {
        to[0] = even;
        to[1] = odd;
    }
    void store_non_temporal(T* to) const { store(to); }
    static Vector load_halves(const T* low, const T* high) { return {*low, *high}; }
    void store_halves(T* low, T* high) const {
        *low = even;
        *high = odd;
    }
    [[nodiscard]] Vector plus(Vector other) const { return {even + other.even, odd + other.odd}; }
    [[nodiscard]] Vector minus(Vector other) const { return {even - other.even, odd - other.odd}; }
    [[nodiscard]] Vector times(Vector factor) const {
        return {even * factor.even, odd * factor.odd};
    }
    /// this * factor + addend.
    [[nodiscard]] Vector times(Vector factor, Vector addend) const {
        return {even * factor.even + addend.even, odd * factor.odd + addend.odd};
    }
    [[nodiscard]] Vector swapped_parts() const { return {odd, even}; }
    [[nodiscard]] Vector both_even() const { return {even, even}; }
    [[nodiscard]] Vector both_odd() const { return {odd, odd}; }
};

#else

template <class T>
struct Vector {
    using Tag = hwy::HWY_NAMESPACE::ScalableTag<T>;
    static constexpr std::size_t lanes = HWY_LANES(T);
    static constexpr std::size_t bytes = lanes * sizeof(T);
    hwy::HWY_NAMESPACE::VFromD<Tag> raw;

    static HWY_INLINE Vector all(T value) { return {hwy::HWY_NAMESPACE::Set(Tag(), value)}; }
    static HWY_INLINE Vector alternate(T even, T odd) {
        return {hwy::HWY_NAMESPACE::OddEven(all(odd).raw, all(even).raw)};
    }
    static HWY_INLINE Vector load(const T* from) {
        return {hwy::HWY_NAMESPACE::LoadU(Tag(), from)};
    }
    /// The first `count` lanes from memory; further lanes are zeros. Reads no memory beyond.
    static HWY_INLINE Vector load_part(const T* from, std::int64_t count) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
        const auto first = hwy::HWY_NAMESPACE::FirstN(Tag(), static_cast<std::size_t>(count));
        return {hwy::HWY_NAMESPACE::MaskedLoad(first, Tag(), from)};
#else
        T part[lanes] = {};
        for (std::int64_t i = 0; i < count; ++i) part[i] = from[i];
        return load(part);
#endif
    }
    HWY_INLINE void store(T* to) const { hwy::HWY_NAMESPACE::StoreU(raw, Tag(), to); }
    /// A non-temporal store; `to` is aligned to the vector.
    HWY_INLINE void store_non_temporal(T* to) const { hwy::HWY_NAMESPACE::Stream(raw, Tag(), to); }
    static HWY_INLINE Vector load_halves(const T* low, const T* high) {
        namespace hn = hwy::HWY_NAMESPACE;
        const hn::Half<Tag> half;
        return {hn::Combine(Tag(), hn::LoadU(half, high), hn::LoadU(half, low))};
    }
    HWY_INLINE void store_halves(T* low, T* high) const {
        namespace hn = hwy::HWY_NAMESPACE;
        const hn::Half<Tag> half;
        hn::StoreU(hn::LowerHalf(half, raw), half, low);
        hn::StoreU(hn::UpperHalf(half, raw), half, high);
    }
    [[nodiscard]] HWY_INLINE Vector plus(Vector other) const {
        return {hwy::HWY_NAMESPACE::Add(raw, other.raw)};
    }
    [[nodiscard]] HWY_INLINE Vector minus(Vector other) const {
        return {hwy::HWY_NAMESPACE::Sub(raw, other.raw)};
    }
    [[nodiscard]] HWY_INLINE Vector times(Vector factor) const {
        return {hwy::HWY_NAMESPACE::Mul(raw, factor.raw)};
    }
    /// this * factor + addend
    [[nodiscard]] HWY_INLINE Vector times(Vector factor, Vector addend) const {
        return {hwy::HWY_NAMESPACE::MulAdd(raw, factor.raw, addend.raw)};
    }
    [[nodiscard]] HWY_INLINE Vector swapped_parts() const {
        return {hwy::HWY_NAMESPACE::Reverse2(Tag(), raw)};
    }
    [[nodiscard]] HWY_INLINE Vector both_even() const { return {hwy::HWY_NAMESPACE::DupEven(raw)}; }
    [[nodiscard]] HWY_INLINE Vector both_odd() const { return {hwy::HWY_NAMESPACE::DupOdd(raw)}; }
};

#endif  // HWY_SCALAR

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_DIRECT_VECTOR_H
