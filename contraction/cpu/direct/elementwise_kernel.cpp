// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This file is compiled once for each of Highway's targets: foreach_target.h includes it again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contraction/cpu/direct/elementwise_kernel.cpp"
// Only targets are compiled whose vectors have a length known when compiling; those that do not
// change the kernels are left out.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// foreach_target.h has to be included before highway.h.
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "contraction/cpu/block_sums.h"
#include "contraction/cpu/direct/direct_blend.h"
#include "contraction/cpu/direct/elementwise_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// Computes one row of D of an elementwise step.
template <class T>
class RowFactor {
public:
    RowFactor(const T* data, bool repeats, bool pairs)
        : data_(data), repeats_(repeats), pairs_(pairs) {}

    HWY_INLINE Vector<T> load(std::int64_t offset) const {
        const T* const from = data_ + offset;
        if (!repeats_) return Vector<T>::load(from);
        return Vector<T>::alternate(from[0], pairs_ ? from[1] : from[0]);
    }
    /// The first `count` lanes of a vector.
    Vector<T> load_part(std::int64_t offset, std::int64_t count) const {
        return repeats_ ? load(offset) : Vector<T>::load_part(data_ + offset, count);
    }
    [[nodiscard]] std::int64_t at(std::int64_t i) const { return repeats_ ? 0 : i; }

private:
    const T* data_;
    bool repeats_;
    bool pairs_;
};

/// Computes one row.
template <class T, bool is_complex>
class Row {
    using V = Vector<T>;
    static constexpr auto lanes = static_cast<std::int64_t>(V::lanes);

public:
    Row(const ElementwiseRow<T>& row, const ElementwiseSum<T>& sum)
        : row_(row),
          sum_(sum),
          l_(row.l, row.repeats_l, sum.pairs),
          r_(row.r, row.repeats_r, sum.pairs),
          blend_(*sum.scalars),
          direct_(V::alternate(
              1, sign(is_complex ? sum.conjugate_r : sum.conjugate_l != sum.conjugate_r))),
          crossed_(V::alternate(-sign(sum.conjugate_l) * sign(sum.conjugate_r),
                                sign(sum.conjugate_l))) {}

    // Everything is inlined, so that the compiler need not load values again after each store.
    HWY_INLINE void run() const {
        std::int64_t i = 0;
        if (row_.non_temporal) {
            i = std::min(row_.length, elements_to_alignment());
            part(0, i);
        }
        if (sum_.inner > 1 || (row_.repeats_l && row_.repeats_r)) {
            for (; i + lanes <= row_.length; i += lanes) put(i, sum_at(i));
        } else if (row_.repeats_l) {
            const V l = l_.load(sum_.steps_l[0]);
            const T* const r = row_.r + sum_.steps_r[0];
            for (; i + lanes <= row_.length; i += lanes) put(i, product(l, next(r + i)));
        } else if (row_.repeats_r) {
            const V r = r_.load(sum_.steps_r[0]);
            const T* const l = row_.l + sum_.steps_l[0];
            for (; i + lanes <= row_.length; i += lanes) put(i, product(next(l + i), r));
        } else {
            const T* const l = row_.l + sum_.steps_l[0];
            const T* const r = row_.r + sum_.steps_r[0];
            for (; i + lanes <= row_.length; i += lanes) put(i, product(next(l + i), next(r + i)));
        }
        part(i, row_.length - i);
    }

private:
    static T sign(bool negative) { return negative ? T(-1) : T(1); }

    [[nodiscard]] HWY_INLINE std::int64_t elements_to_alignment() const {
        constexpr std::size_t bytes = V::lanes * sizeof(T);
        const std::size_t past = reinterpret_cast<std::uintptr_t>(row_.d) % bytes;
        return static_cast<std::int64_t>((bytes - past) % bytes / sizeof(T));
    }

    /// Loads a vector, and prefetches what comes some lines later, because the hardware's
    /// prefetchers do not keep up.
    static HWY_INLINE V next(const T* from) {
        constexpr std::int64_t ahead = 2048 / sizeof(T);
        __builtin_prefetch(from + ahead);
        return V::load(from);
    }

    HWY_INLINE void put(std::int64_t i, V sum) const {
        const V result = blend_.blend(sum, row_.d + i);
        row_.non_temporal ? result.store_non_temporal(row_.d + i) : result.store(row_.d + i);
    }

    HWY_INLINE V product(V l, V r) const {
        if constexpr (!is_complex) return l.times(r.times(direct_));
        return l.both_odd().times(r.swapped_parts().times(crossed_),
                                  l.both_even().times(r.times(direct_)));
    }
    HWY_INLINE V product(V l, V r, V addend) const {
        if constexpr (!is_complex) return l.times(r.times(direct_), addend);
        return l.both_odd().times(r.swapped_parts().times(crossed_),
                                  l.both_even().times(r.times(direct_), addend));
    }

    /// The sum of the terms [begin, end).
    HWY_INLINE V sum_of_block(std::int64_t at_l, std::int64_t at_r, std::int64_t begin,
                              std::int64_t end) const {
        V total = product(l_.load(at_l + sum_.steps_l[begin]), r_.load(at_r + sum_.steps_r[begin]));
        for (std::int64_t step = begin + 1; step < end; ++step) {
            total = product(l_.load(at_l + sum_.steps_l[step]), r_.load(at_r + sum_.steps_r[step]),
                            total);
        }
        return total;
    }

    /// The whole sum of a vector. There are so few blocks that their sums are added one after the
    /// other.
    HWY_INLINE V sum_at(std::int64_t i) const {
        const std::int64_t at_l = l_.at(i);
        const std::int64_t at_r = r_.at(i);
        V total = sum_of_block(at_l, at_r, 0, std::min(block_length, sum_.inner));
        for (std::int64_t step = block_length; step < sum_.inner; step += block_length) {
            total = total.plus(
                sum_of_block(at_l, at_r, step, std::min(step + block_length, sum_.inner)));
        }
        return total;
    }

    /// Computes `count` elements from `i` on, fewer than a vector; they are rounded as in sum_at().
    HWY_INLINE void part(std::int64_t i, std::int64_t count) const {
        if (count == 0) return;
        V total = V::all(0);
        V block = V::all(0);
        for (std::int64_t step = 0; step < sum_.inner; ++step) {
            const V l = l_.load_part(l_.at(i) + sum_.steps_l[step], count);
            const V r = r_.load_part(r_.at(i) + sum_.steps_r[step], count);
            block = step % block_length == 0 ? product(l, r) : product(l, r, block);
            const bool ends = step + 1 == sum_.inner || (step + 1) % block_length == 0;
            if (ends) total = step < block_length ? block : total.plus(block);
        }
        T result[V::lanes] = {};
        const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
        if (sum_.scalars->reads_d()) std::memcpy(result, row_.d + i, bytes);
        blend_.blend(total, result).store(result);
        std::memcpy(row_.d + i, result, bytes);
    }

    ElementwiseRow<T> row_;
    ElementwiseSum<T> sum_;
    RowFactor<T> l_;
    RowFactor<T> r_;
    Blend<T> blend_;
    // Signs that R's parts are multiplied by before they meet L's real part.
    V direct_;
    // Signs that R's swapped parts are multiplied by before they meet L's imaginary part.
    V crossed_;
};

template <class T>
void run_row(const ElementwiseRow<T>& row, const ElementwiseSum<T>& sum) {
    if (sum.complex_product) return Row<T, true>(row, sum).run();
    Row<T, false>(row, sum).run();
}

ElementwiseKernel<float> kernel_of_float() { return run_row<float>; }
ElementwiseKernel<double> kernel_of_double() { return run_row<double>; }

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ttgt::cpu {

HWY_EXPORT(kernel_of_float);
HWY_EXPORT(kernel_of_double);

template <>
ElementwiseKernel<float> elementwise_kernel<float>() {
    return HWY_DYNAMIC_DISPATCH(kernel_of_float)();
}

template <>
ElementwiseKernel<double> elementwise_kernel<double>() {
    return HWY_DYNAMIC_DISPATCH(kernel_of_double)();
}

}  // namespace ttgt::cpu
#endif
