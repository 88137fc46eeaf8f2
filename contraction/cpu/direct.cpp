// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct.h"

#include <algorithm>
#include <type_traits>

#include "contraction/cpu/odometer.h"
#include "src/core/element.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

template <bool Conjugate, class T>
T load(const T& value) {
    if constexpr (Conjugate) {
        return conjugate(value);
    } else {
        return value;
    }
}

/// a*b of mixed realness without widening; spelled out because std::complex's operator checks for
/// infinities on every product.
template <class A, class B>
auto multiply(const A& a, const B& b) {
    if constexpr (is_complex_v<A> && is_complex_v<B>) {
        return A(a.real() * b.real() - a.imag() * b.imag(),
                 a.real() * b.imag() + a.imag() * b.real());
    } else {
        return a * b;
    }
}

template <class TD, class TL, class TR, bool ConjugateL, bool ConjugateR>
class Direct {
public:
    Direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r, void* d)
        : step_(step),
          l_(static_cast<const TL*>(l)),
          r_(static_cast<const TR*>(r)),
          d_(static_cast<TD*>(d)),
          alpha_(scalar_cast<TD>(scalars.alpha)),
          beta_(scalar_cast<TD>(scalars.beta)) {}

    /// Output elements [begin, end) in the order of step.outputs.
    void run(std::int64_t begin, std::int64_t end) const {
        if (step_.outputs.empty()) return write(d_, sum(l_, r_));
        const Mode<3>& row = step_.outputs.front();
        for (std::int64_t position = begin; position < end;) {
            const std::int64_t first = position % row.extent;
            const std::int64_t last = std::min(row.extent, first + (end - position));
            const Odometer<3> rows(step_.outputs, 1, position / row.extent);
            run_row(rows.offsets(), row, first, last);
            position += last - first;
        }
    }

private:
    void run_row(const Odometer<3>::Offsets& offsets, const Mode<3>& row, std::int64_t first,
                 std::int64_t last) const {
        for (std::int64_t i = first; i < last; ++i) {
            write(d_ + offsets[0] + i * row.strides[0],
                  sum(l_ + offsets[1] + i * row.strides[1], r_ + offsets[2] + i * row.strides[2]));
        }
    }

    [[nodiscard]] TD sum(const TL* l, const TR* r) const {
        if (step_.sums.empty()) return TD(multiply(load<ConjugateL>(*l), load<ConjugateR>(*r)));
        const Mode<3>& inner = step_.sums.front();
        const std::int64_t rows = volume(step_.sums) / inner.extent;
        Odometer<3> outer(step_.sums, 1, 0);
        TD total{};
        for (std::int64_t row_index = 0; row_index < rows; ++row_index, outer.advance()) {
            const TL* row_l = l + outer.offsets()[1];
            const TR* row_r = r + outer.offsets()[2];
            for (std::int64_t i = 0; i < inner.extent; ++i) {
                total += multiply(load<ConjugateL>(row_l[i * inner.strides[1]]),
                                  load<ConjugateR>(row_r[i * inner.strides[2]]));
            }
        }
        return total;
    }

    void write(TD* d, const TD& value) const {
        const TD scaled = multiply(alpha_, value);
        *d = beta_ == TD{} ? scaled : scaled + multiply(beta_, *d);
    }

    const DirectStep& step_;
    const TL* l_;
    const TR* r_;
    TD* d_;
    TD alpha_;
    TD beta_;
};

template <class TD, class TL, class TR, bool ConjugateL, bool ConjugateR>
void run_kernel(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, int threads) {
    const Direct<TD, TL, TR, ConjugateL, ConjugateR> kernel(step, scalars, l, r, d);
    const std::int64_t outputs = volume(step.outputs);
    const std::int64_t bytes = outputs * volume(step.sums) *
                               static_cast<std::int64_t>(sizeof(TD) + sizeof(TL) + sizeof(TR));
    parallel_ranges(outputs, bytes, threads,
                    [&](std::int64_t begin, std::int64_t end) { kernel.run(begin, end); });
}

template <class TD, class TL, class TR>
void with_conjugation(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                      void* d, int threads) {
    const auto run = [&](auto conjugate_l, auto conjugate_r) {
        run_kernel<TD, TL, TR, conjugate_l.value, conjugate_r.value>(step, scalars, l, r, d,
                                                                     threads);
    };
    constexpr std::bool_constant<is_complex_v<TL>> can_l{};
    constexpr std::bool_constant<is_complex_v<TR>> can_r{};
    if (step.conjugate_l && step.conjugate_r) return run(can_l, can_r);
    if (step.conjugate_l) return run(can_l, std::false_type{});
    if (step.conjugate_r) return run(std::false_type{}, can_r);
    run(std::false_type{}, std::false_type{});
}

}  // namespace

void run_direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, int threads) {
    visit_numeric(step.dtypes[0], [&](auto tag) {
        using TD = typename decltype(tag)::type;
        if constexpr (is_complex_v<TD>) {
            const bool complex_l = is_complex(step.dtypes[1]);
            const bool complex_r = is_complex(step.dtypes[2]);
            using Real = RealOf<TD>;
            if (complex_l && complex_r) {
                with_conjugation<TD, TD, TD>(step, scalars, l, r, d, threads);
            } else if (complex_l) {
                with_conjugation<TD, TD, Real>(step, scalars, l, r, d, threads);
            } else if (complex_r) {
                with_conjugation<TD, Real, TD>(step, scalars, l, r, d, threads);
            } else {
                with_conjugation<TD, Real, Real>(step, scalars, l, r, d, threads);
            }
        } else {
            with_conjugation<TD, TD, TD>(step, scalars, l, r, d, threads);
        }
    });
}

}  // namespace ttgt::cpu
