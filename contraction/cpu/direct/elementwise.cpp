// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/elementwise.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "contraction/cpu/direct/elementwise_kernel.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "src/runtime/threads.h"
#include "transpose/cpu/simd.h"

namespace ttgt::cpu {
namespace {

/// Maximum number of terms of a sum.
constexpr std::int64_t most_inner = 1024;
// Number of elements of a row that are computed at once where an operand is copied to a buffer. So
// the buffers stay in L1, and threads can share one row.
constexpr std::int64_t gathered_length = 256;

/// What a number of a factor becomes where D is complex. none: it is complex already, or D is real.
/// twice: a real number x becomes (x, x), beside a complex factor. with_zero, with_one: of two real
/// factors, L's x becomes (x, 0) and R's x becomes (x, 1). Products are then computed part by part.
enum class Pairing { none, twice, with_zero, with_one };

/// How a factor (or D) lies along a row.
struct FactorForm {
    /// Bytes from one element of the row to the next.
    std::int64_t stride;
    /// Bytes of an element.
    std::int64_t bytes;
    /// What each number becomes for the kernel.
    Pairing pairing;
};

Pairing pairing_of(const DirectStep& step, std::size_t operand) {
    if (!is_complex(step.dtypes[0]) || is_complex(step.dtypes[operand])) return Pairing::none;
    if (is_complex(step.dtypes[3 - operand])) return Pairing::twice;
    return operand == 1 ? Pairing::with_zero : Pairing::with_one;
}

FactorForm factor_form(const DirectStep& step, std::size_t operand) {
    const std::int64_t bytes = size_bytes(step.dtypes[operand]);
    const std::int64_t stride = step.outputs.empty() ? 0 : step.outputs[0].strides[operand];
    return {stride * bytes, bytes, pairing_of(step, operand)};
}

/// D's labels without the fastest. The first of them is a label along which an operand is
/// contiguous that is not contiguous along rows: cache lines that are fetched for one row then
/// serve the next rows.
LabelList row_labels(const DirectStep& step) {
    LabelList labels;
    for (std::size_t i = 1; i < step.outputs.size(); ++i) labels.push_back(step.outputs[i]);
    for (const std::size_t operand : {std::size_t{1}, std::size_t{2}}) {
        if (step.outputs.empty() || std::abs(step.outputs[0].strides[operand]) <= 1) continue;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (std::abs(labels[i].strides[operand]) == 1) labels.move_to(i, 0);
        }
    }
    return labels;
}

/// Copies `count` numbers, which lie `stride` bytes apart, to `to`, paired for the kernel.
template <class T, int parts>
void gather(const std::byte* from, std::int64_t stride, std::int64_t count, Pairing pairing,
            T* to) {
    for (std::int64_t i = 0; i < count; ++i, from += stride) {
        const T* const number = reinterpret_cast<const T*>(from);
        if constexpr (parts == 1) {
            to[i] = number[0];
        } else {
            to[2 * i] = number[0];
            to[2 * i + 1] = pairing == Pairing::none        ? number[1]
                            : pairing == Pairing::twice     ? number[0]
                            : pairing == Pairing::with_zero ? T(0)
                                                            : T(1);
        }
    }
}

/// Computes an elementwise step; an element of D has `parts` numbers of type T.
template <class T, int parts>
class Elementwise {
public:
    Elementwise(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                const void* l, const void* r, void* d)
        : bases_{static_cast<std::byte*>(d),
                 const_cast<std::byte*>(static_cast<const std::byte*>(l)),
                 const_cast<std::byte*>(static_cast<const std::byte*>(r))},
          labels_(row_labels(step)),
          forms_{factor_form(step, 0), factor_form(step, 1), factor_form(step, 2)},
          length_(step.outputs.empty() ? 1 : step.outputs[0].extent),
          scalars_(scalars),
          kernel_(elementwise_kernel<T>()) {
        const bool gathers = needs_buffer(0) || needs_buffer(1) || needs_buffer(2);
        piece_ = std::min(length_, gathers ? gathered_length : plain_length);
        pieces_ = divide_up(length_, piece_);
        fill_offsets(labels.inner, 1, forms_[1].bytes, 0, labels.inner.volume(), steps_l_.data());
        fill_offsets(labels.inner, 2, forms_[2].bytes, 0, labels.inner.volume(), steps_r_.data());
        for (std::int64_t i = 0; i < labels.inner.volume(); ++i) {
            steps_l_[static_cast<std::size_t>(i)] /= static_cast<std::int64_t>(sizeof(T));
            steps_r_[static_cast<std::size_t>(i)] /= static_cast<std::int64_t>(sizeof(T));
        }
        sum_ = {steps_l_.data(),
                steps_r_.data(),
                labels.inner.volume(),
                parts == 2,
                is_complex(step.dtypes[1]) && is_complex(step.dtypes[2]),
                is_complex(step.dtypes[1]) && step.conjugate_l,
                is_complex(step.dtypes[2]) && step.conjugate_r,
                &scalars_};
        const auto address = reinterpret_cast<std::uintptr_t>(d);
        non_temporal_ =
            !scalars_.reads_d() && !needs_buffer(0) && address % element_bytes == 0 &&
            labels_.volume() * length_ * std::int64_t{element_bytes} >= non_temporal_bytes;
    }

    /// Number of units of work: pieces of rows.
    [[nodiscard]] std::int64_t units() const { return pieces_ * labels_.volume(); }
    /// Bytes of traffic of the step.
    [[nodiscard]] std::int64_t bytes() const {
        return labels_.volume() * length_ * (forms_[0].bytes + forms_[1].bytes + forms_[2].bytes) *
               sum_.inner;
    }

    /// Computes units [begin, end). The first piece of every row comes first, then the second piece
    /// of every row.
    void run(std::int64_t begin, std::int64_t end) const {
        const std::int64_t rows = labels_.volume();
        while (begin < end) {
            const std::int64_t first = begin / rows * piece_;
            const std::int64_t count = std::min(piece_, length_ - first);
            const std::int64_t row_end = std::min(rows, begin % rows + end - begin);
            Walk walk(labels_, 0, begin % rows);
            for (std::int64_t row = begin % rows; row < row_end; ++row, ++begin, walk.advance()) {
                run_piece(walk.offsets(), first, count);
            }
        }
        if (non_temporal_) end_non_temporal_stores();
    }

private:
    using Walk = Odometer<3, LabelList>;
    static constexpr std::size_t element_bytes = parts * sizeof(T);

    /// Whether an operand is copied to a buffer because the kernel cannot read it in place.
    [[nodiscard]] bool needs_buffer(std::size_t operand) const {
        const FactorForm& form = forms_[operand];
        if (length_ == 1 && form.pairing == Pairing::none) return false;
        return form.pairing != Pairing::none ||
               (form.stride != std::int64_t{element_bytes} && (form.stride != 0 || operand == 0));
    }

    [[nodiscard]] std::byte* address(std::size_t operand, const Walk::Offsets& offsets,
                                     std::int64_t first) const {
        const FactorForm& form = forms_[operand];
        return bases_[operand] + offsets[operand] * form.bytes + first * form.stride;
    }

    void run_piece(const Walk::Offsets& offsets, std::int64_t first, std::int64_t count) const {
        T buffers[3][parts * gathered_length];
        const T* inputs[3];
        for (std::size_t operand = 1; operand < 3; ++operand) {
            const std::byte* const from = address(operand, offsets, first);
            inputs[operand] = reinterpret_cast<const T*>(from);
            if (!needs_buffer(operand)) continue;
            gather<T, parts>(from, forms_[operand].stride, count, forms_[operand].pairing,
                             buffers[operand]);
            inputs[operand] = buffers[operand];
        }
        std::byte* const d = address(0, offsets, first);
        T* const out = needs_buffer(0) ? buffers[0] : reinterpret_cast<T*>(d);
        if (needs_buffer(0) && scalars_.reads_d()) {
            gather<T, parts>(d, forms_[0].stride, count, Pairing::none, buffers[0]);
        }
        kernel_({inputs[1], inputs[2], out, count * parts, repeats(1), repeats(2), non_temporal_},
                sum_);
        if (needs_buffer(0)) scatter(buffers[0], d, count);
    }

    [[nodiscard]] bool repeats(std::size_t operand) const {
        return length_ > 1 && forms_[operand].stride == 0 && !needs_buffer(operand);
    }

    void scatter(const T* from, std::byte* d, std::int64_t count) const {
        for (std::int64_t i = 0; i < count; ++i, d += forms_[0].stride) {
            for (int part = 0; part < parts; ++part) {
                reinterpret_cast<T*>(d)[part] = from[i * parts + part];
            }
        }
    }

    // Addresses of D, L and R; only D is written.
    std::array<std::byte*, 3> bases_;
    LabelList labels_;
    std::array<FactorForm, 3> forms_;
    std::int64_t length_;
    std::int64_t piece_ = 1;
    std::int64_t pieces_ = 1;
    BlendScalars<T> scalars_;
    ElementwiseKernel<T> kernel_;
    ElementwiseSum<T> sum_{};
    bool non_temporal_ = false;
    std::array<std::int64_t, most_inner> steps_l_;
    std::array<std::int64_t, most_inner> steps_r_;
};

}  // namespace

bool is_elementwise(const DirectStep& step, const DirectLabels& labels) {
    if (!labels.lone_a.empty() || !labels.lone_b.empty()) return false;
    if (labels.inner.volume() == 1) {
        // An outer product with short rows is not elementwise: it is better computed for several
        // columns at once.
        constexpr std::int64_t short_row = 64;
        const bool is_outer = labels.rows.volume() > 1 && labels.columns.volume() > 1;
        return !is_outer || step.outputs[0].extent >= short_row;
    }
    if (step.outputs.empty() || labels.inner.volume() > most_inner) return false;
    if (step.dtypes[1] != step.dtypes[0] || step.dtypes[2] != step.dtypes[0]) return false;
    const auto& strides = step.outputs[0].strides;
    return strides[0] == 1 && strides[1] == 1 && strides[2] == 1;
}

void run_elementwise(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                     const void* l, const void* r, void* d, int threads) {
    visit_computed(step.dtypes[0], [&](auto tag) {
        using TD = typename decltype(tag)::type;
        const Elementwise<RealOf<TD>, is_complex_v<TD> ? 2 : 1> rows(step, labels, scalars, l, r,
                                                                     d);
        parallel_ranges(rows.units(), rows.bytes(), threads,
                        [&](std::int64_t begin, std::int64_t end) { rows.run(begin, end); });
    });
}

}  // namespace ttgt::cpu
