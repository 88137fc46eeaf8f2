// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_DIRECT_BLEND_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_DIRECT_BLEND_H
#undef TTGT_DIRECT_BLEND_H
#else
#define TTGT_DIRECT_BLEND_H
#endif

#include "contraction/cpu/direct/direct_vector.h"
#include "contraction/cpu/direct/product/direct_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// Multiplies vectors by a number. Where the number is complex, neighbouring lanes are the real and
/// the imaginary part of a value.
template <class T>
class Factor {
public:
    HWY_INLINE Factor(T re, T im)
        : re_(Vector<T>::all(re)), im_(Vector<T>::alternate(-im, im)), is_real_(im == 0) {}

    /// value * number.
    [[nodiscard]] HWY_INLINE Vector<T> times(Vector<T> value) const {
        return with_imaginary_part(value, value.times(re_));
    }
    /// value * number + addend.
    [[nodiscard]] HWY_INLINE Vector<T> times(Vector<T> value, Vector<T> addend) const {
        return with_imaginary_part(value, value.times(re_, addend));
    }

private:
    [[nodiscard]] HWY_INLINE Vector<T> with_imaginary_part(Vector<T> value, Vector<T> sum) const {
        return is_real_ ? sum : value.swapped_parts().times(im_, sum);
    }

    /// The number's real part, in all lanes.
    Vector<T> re_;
    /// The number's imaginary part, negative in even lanes.
    Vector<T> im_;
    /// Whether the number's imaginary part is 0.
    bool is_real_;
};

/// Computes alpha * value + beta * d. Every element is rounded in the same way, whatever lane it is
/// in, so that results do not depend on how D was split.
template <class T>
class Blend {
public:
    HWY_INLINE explicit Blend(const BlendScalars<T>& scalars)
        : alpha_(scalars.alpha_re, scalars.alpha_im),
          beta_(scalars.beta_re, scalars.beta_im),
          reads_d_(scalars.reads_d()) {}

    /// alpha * value + beta * d for a whole vector; d is read only where beta is not 0.
    [[nodiscard]] HWY_INLINE Vector<T> blend(Vector<T> value, const T* d) const {
        const Vector<T> scaled = alpha_.times(value);
        return reads_d_ ? beta_.times(Vector<T>::load(d), scaled) : scaled;
    }
    /// Writes alpha * value + beta * d where the two halves of the vector lie apart in D.
    HWY_INLINE void write_halves(Vector<T> value, T* low, T* high) const {
        Vector<T> result = alpha_.times(value);
        if (reads_d_) result = beta_.times(Vector<T>::load_halves(low, high), result);
        result.store_halves(low, high);
    }

private:
    Factor<T> alpha_;
    Factor<T> beta_;
    bool reads_d_;
};

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_DIRECT_BLEND_H
