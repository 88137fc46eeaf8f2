// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/matrix_vector.h"

#include <algorithm>
#include <array>
#include <complex>
#include <type_traits>
#include <utility>

#include "contraction/cpu/block_sums.h"
#include "contraction/cpu/direct/elementwise_kernel.h"
#include "contraction/cpu/direct/matrix_vector_kernel.h"
#include "contraction/cpu/direct/product/direct_blocks.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Minimum number of elements of a contiguous run.
constexpr std::int64_t shortest_run = 8;

/// Whether an operand has contiguous runs along the labels.
bool is_contiguous(const LabelList& labels, std::size_t operand) {
    return !labels.empty() && labels[0].strides[operand] == 1 && labels[0].extent >= shortest_run;
}

/// Whether both factors are contiguous along the sum.
bool sums_along_runs(const DirectLabels& labels) {
    return is_contiguous(labels.inner, labels.a) && labels.inner[0].strides[labels.b] == 1;
}

using Walk = Odometer<3, LabelList>;

/// The labels of D: those of the rows, then those of the batch.
LabelList outputs_of(const DirectLabels& labels) {
    LabelList outputs = labels.rows;
    for (std::size_t i = 0; i < labels.batch.size(); ++i) outputs.push_back(labels.batch[i]);
    return outputs;
}

/// What DotProducts and ColumnSums share. A and B are L and R in the order of `labels`; A is the
/// matrix.
template <class T, bool complex>
struct MatrixVector {
    /// Number of real numbers of type T in an element.
    static constexpr std::int64_t parts = complex ? 2 : 1;
    static constexpr std::int64_t element_bytes = parts * static_cast<std::int64_t>(sizeof(T));

    const DirectLabels& labels;
    LabelList outputs;
    const MatrixVectorKernels<T>& kernels;
    BlendScalars<T> scalars;
    bool conjugate_a;
    bool conjugate_b;
    const std::byte* a;
    const std::byte* b;
    std::byte* d;

    [[nodiscard]] static const T* numbers(const std::byte* at) {
        return reinterpret_cast<const T*>(at);
    }
    template <class Byte>
    [[nodiscard]] static Byte* at(Byte* base, const Walk& walk, std::size_t operand) {
        return base + walk.offsets()[operand] * element_bytes;
    }
    /// Writes d = alpha * sum + beta * d for one element.
    void write(const T* sum, std::byte* to) const {
        using Number = std::conditional_t<complex, std::complex<T>, T>;
        const auto times = [](T re, T im, const T* number) {
            if constexpr (complex) {
                return Number(re * number[0] - im * number[1], re * number[1] + im * number[0]);
            } else {
                return re * number[0];
            }
        };
        Number result = times(scalars.alpha_re, scalars.alpha_im, sum);
        if (scalars.reads_d()) result += times(scalars.beta_re, scalars.beta_im, numbers(to));
        *reinterpret_cast<Number*>(to) = result;
    }
    /// Writes d = alpha * sums + beta * d for `count` contiguous elements.
    void write(const T* sums, std::int64_t count, std::byte* to) const {
        constexpr std::int64_t no_step = 0;
        constexpr T one[] = {1, 0};
        elementwise_kernel<T>()({.l = sums,
                                 .r = one,
                                 .d = reinterpret_cast<T*>(to),
                                 .length = count * parts,
                                 .repeats_l = false,
                                 .repeats_r = true,
                                 .non_temporal = false},
                                {.steps_l = &no_step,
                                 .steps_r = &no_step,
                                 .inner = 1,
                                 .pairs = complex,
                                 .complex_product = complex,
                                 .conjugate_l = false,
                                 .conjugate_r = false,
                                 .scalars = &scalars});
    }
};

/// One dot product for each output; sums are cut into chunks where outputs are few. The chunks, and
/// so the rounding of sums, depend on the extents alone. All outputs use a chunk of the vector
/// before the next chunk begins.
template <class T, bool complex>
class DotProducts {
    using Problem = MatrixVector<T, complex>;
    static constexpr std::int64_t parts = Problem::parts;

public:
    explicit DotProducts(const Problem& problem) : p_(problem), outputs_(p_.outputs.volume()) {
        const std::int64_t inner = p_.labels.inner.volume();
        chunks_ = outputs_ >= few_outputs
                      ? 1
                      : std::clamp<std::int64_t>(inner / dot_chunk, 1, most_sums / outputs_);
    }

    void run(int threads) {
        const std::int64_t inner = p_.labels.inner.volume();
        parallel_ranges(outputs_ * chunks_, 2 * outputs_ * inner * Problem::element_bytes, threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            Walk walk(p_.outputs, 0, begin % outputs_);
                            for (; begin < end; ++begin, walk.advance()) {
                                run_unit(walk, begin % outputs_, begin / outputs_);
                            }
                        });
        for (std::int64_t output = 0; chunks_ > 1 && output < outputs_; ++output) {
            BlockSum<T> sums[parts];
            for (std::int64_t i = 0; i < chunks_ * parts; ++i) {
                sums[i % parts].add(sums_.data()[output * chunks_ * parts + i]);
            }
            T sum[parts];
            for (std::int64_t part = 0; part < parts; ++part) sum[part] = sums[part].value();
            p_.write(sum, p_.at(p_.d, Walk(p_.outputs, 0, output), 0));
        }
    }

private:
    /// Sums are cut into chunks only with fewer outputs than this.
    static constexpr std::int64_t few_outputs = 64;
    /// Maximum number of chunks of all outputs together.
    static constexpr std::int64_t most_sums = 512;
    /// Number of elements of T in the running sums.
    static constexpr std::int64_t dot_sums = MatrixVectorKernels<T>::dot_sums;

    /// Computes one chunk of one output's sum.
    void run_unit(const Walk& walk, std::int64_t output, std::int64_t chunk) {
        const std::int64_t inner = p_.labels.inner.volume();
        T sum[parts];
        sum_over(p_.at(p_.a, walk, p_.labels.a), p_.at(p_.b, walk, p_.labels.b),
                 part_begin(inner, chunks_, chunk), part_begin(inner, chunks_, chunk + 1), sum);
        if (chunks_ == 1) return p_.write(sum, p_.at(p_.d, walk, 0));
        std::copy_n(sum, parts, sums_.data() + (output * chunks_ + chunk) * parts);
    }

    /// Prefetches what comes some lines after a short run: the hardware's prefetchers follow long
    /// runs only.
    static void prefetch_after(const T* row, std::int64_t count) {
        constexpr std::int64_t line = 64;
        constexpr std::int64_t ahead = 8192;
        constexpr std::int64_t long_run = 1024;
        const std::int64_t bytes = count * Problem::element_bytes;
        if (bytes > long_run) return;
        const auto* const later = reinterpret_cast<const std::byte*>(row) + ahead;
        for (std::int64_t i = 0; i < bytes; i += line) __builtin_prefetch(later + i);
    }

    /// Number of terms after which each lane of the running sums has had block_length additions,
    /// with vectors of 32 bytes. `run` is the number of terms of a contiguous run.
    [[nodiscard]] static std::int64_t terms_of_block(std::int64_t run) {
        constexpr std::int64_t lanes = dot_sums / 2;
        constexpr std::int64_t vector = lanes / 4;
        const std::int64_t additions = run * parts / lanes + divide_up(run * parts % lanes, vector);
        if (additions >= block_length) return block_length * lanes / parts;
        return block_length / additions * run;
    }

    /// Sums the terms [begin, end) of one output.
    void sum_over(const std::byte* a, const std::byte* b, std::int64_t begin, std::int64_t end,
                  T* sum) const {
        alignas(64) T running[dot_sums] = {};
        const std::int64_t terms = terms_of_block(p_.labels.inner[0].extent);
        if (end - begin <= terms) {
            add_runs(a, b, begin, end, running);
            return add_lanes(running, sum);
        }
        alignas(64) T totals[dot_sums] = {};
        alignas(64) T lost[dot_sums] = {};
        for (; begin < end; begin += terms) {
            add_runs(a, b, begin, std::min(begin + terms, end), running);
            p_.kernels.add_blocks(running, totals, lost, dot_sums);
        }
        finish_blocks(running, totals, lost, dot_sums);
        add_lanes(running, sum);
    }

    /// Adds the terms [begin, end) to the running sums.
    void add_runs(const std::byte* a, const std::byte* b, std::int64_t begin, std::int64_t end,
                  T* running) const {
        const std::int64_t extent = p_.labels.inner[0].extent;
        constexpr std::size_t after_run = 1;
        Walk walk(p_.labels.inner, after_run, begin / extent);
        for (; begin < end; walk.advance()) {
            const std::int64_t first = begin % extent;
            const std::int64_t count = std::min(extent - first, end - begin);
            const auto at = [&](const std::byte* base, std::size_t operand) {
                const std::int64_t elements = walk.offsets()[operand] + first;
                return Problem::numbers(base + elements * Problem::element_bytes);
            };
            const auto add = complex ? p_.kernels.complex_dot : p_.kernels.dot;
            const T* const row = at(a, p_.labels.a);
            prefetch_after(row, count);
            add(row, at(b, p_.labels.b), count * parts, running);
            begin += count;
        }
    }

    /// Sums the lanes of the running sums.
    void add_lanes(const T* running, T* sum) const {
        if constexpr (complex) {
            T products[4];
            p_.kernels.complex_total(running, products);
            const T sign_a = p_.conjugate_a ? T(-1) : T(1);
            const T sign_b = p_.conjugate_b ? T(-1) : T(1);
            sum[0] = products[0] - sign_a * sign_b * products[1];
            sum[1] = sign_b * products[2] + sign_a * products[3];
        } else {
            p_.kernels.total(running, sum);
        }
    }

    const Problem& p_;
    std::int64_t outputs_;
    std::int64_t chunks_;
    // The sums of the chunks, for one output after the other.
    std::array<T, most_sums * parts> sums_;
};

/// Sums multiples of the matrix's columns. A piece of the rows at a time stays in L1 while the
/// columns pass by.
template <class T, bool complex>
class ColumnSums {
    using Problem = MatrixVector<T, complex>;

public:
    ColumnSums(const Problem& problem, int threads)
        : p_(problem), run_(p_.labels.rows[0].extent), runs_(p_.outputs.volume() / run_) {
        // There are enough pieces for all threads, but a piece's part of a column is no shorter
        // than `shortest` rows.
        const std::int64_t wanted = threads > 1 ? 4 * std::int64_t{threads} / runs_ : 1;
        blocks_ = divide_up(run_, shortest);
        pieces_ = std::clamp(wanted, divide_up(blocks_, most_blocks), blocks_);
    }

    void run(int threads) const {
        const std::int64_t bytes = runs_ * run_ * p_.labels.inner.volume() * Problem::element_bytes;
        parallel_ranges(runs_ * pieces_, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
            constexpr std::size_t after_run = 1;
            Walk walk(p_.outputs, after_run, begin / pieces_);
            for (; begin < end; ++begin) {
                run_piece(walk, begin % pieces_);
                if ((begin + 1) % pieces_ == 0) walk.advance();
            }
        });
    }

private:
    /// Number of rows of a block, the least that a piece has.
    static constexpr std::int64_t shortest = 64;
    /// Maximum number of blocks of a piece: 8 KiB of sums, which stay in L1 with their totals and
    /// fit small stacks.
    static constexpr std::int64_t most_blocks =
        1024 / shortest * 8 / std::max<std::int64_t>(8, Problem::element_bytes);
    /// Number of elements of T for a piece's sums, with room for the last vector to reach beyond.
    static constexpr std::int64_t most_sums = most_blocks * shortest * Problem::parts + 16;

    /// Computes the rows of one piece.
    void run_piece(const Walk& walk, std::int64_t piece) const {
        const std::int64_t first = part_begin(blocks_, pieces_, piece) * shortest;
        const std::int64_t length =
            std::min(run_, part_begin(blocks_, pieces_, piece + 1) * shortest) - first;
        const auto place = [&](std::size_t operand) {
            const std::int64_t stride = p_.labels.rows[0].strides[operand];
            return (walk.offsets()[operand] + first * stride) * Problem::element_bytes;
        };
        alignas(64) T sums[most_sums];
        std::fill_n(sums, length * Problem::parts + 16, T(0));
        sum_columns(p_.a + place(p_.labels.a), p_.b + place(p_.labels.b), length, sums);
        std::byte* const d = p_.d + place(0);
        const std::int64_t stride = p_.labels.rows[0].strides[0];
        if (stride == 1) return p_.write(sums, length, d);
        for (std::int64_t i = 0; i < length; ++i) {
            p_.write(sums + i * Problem::parts, d + i * stride * Problem::element_bytes);
        }
    }

    /// Sums all columns for the `length` rows of a piece.
    void sum_columns(const std::byte* a, const std::byte* b, std::int64_t length, T* sums) const {
        const std::int64_t inner = p_.labels.inner.volume();
        Walk walk(p_.labels.inner, 0, 0);
        if (inner <= block_length) return add_columns(a, b, length, inner, walk, sums);
        const std::int64_t numbers = length * Problem::parts;
        alignas(64) T totals[most_sums];
        alignas(64) T lost[most_sums];
        std::fill_n(totals, numbers + 16, T(0));
        std::fill_n(lost, numbers + 16, T(0));
        for (std::int64_t index = 0; index < inner; index += block_length) {
            add_columns(a, b, length, std::min(block_length, inner - index), walk, sums);
            p_.kernels.add_blocks(sums, totals, lost, numbers);
        }
        finish_blocks(sums, totals, lost, numbers);
    }

    /// Adds the next `columns` columns of the walk to the sums.
    void add_columns(const std::byte* a, const std::byte* b, std::int64_t length,
                     std::int64_t columns, Walk& walk, T* sums) const {
        constexpr std::int64_t most = MatrixVectorKernels<T>::columns;
        for (std::int64_t index = 0; index < columns;) {
            std::int64_t steps_a[most];
            std::int64_t steps_b[most];
            const std::int64_t count = std::min(most, columns - index);
            for (std::int64_t j = 0; j < count; ++j, ++index, walk.advance()) {
                steps_a[j] = walk.offsets()[p_.labels.a] * Problem::parts;
                steps_b[j] = walk.offsets()[p_.labels.b] * Problem::parts;
            }
            const auto add = complex ? p_.kernels.add_complex_columns : p_.kernels.add_columns;
            add({Problem::numbers(a), Problem::numbers(b), steps_a, steps_b, count,
                 length * Problem::parts, p_.conjugate_a, p_.conjugate_b, sums});
        }
    }

    const Problem& p_;
    // Number of rows in a contiguous run of A.
    std::int64_t run_;
    // Contiguous runs in all rows and indices of the batch.
    std::int64_t runs_;
    // Number of blocks in a contiguous run of rows. A block has `shortest` rows; the last may have
    // fewer.
    std::int64_t blocks_;
    // Number of pieces that a contiguous run of rows is cut into. A piece is some blocks.
    std::int64_t pieces_;
};

}  // namespace

bool is_matrix_vector(const DirectStep& step, DirectLabels& labels) {
    if (step.dtypes[1] != step.dtypes[0] || step.dtypes[2] != step.dtypes[0]) return false;
    if (!labels.lone_a.empty() || !labels.lone_b.empty() || labels.inner.empty()) return false;
    if (labels.columns.volume() > 1 && labels.rows.volume() == 1) {
        std::swap(labels.a, labels.b);
        std::swap(labels.rows, labels.columns);
    }
    if (labels.columns.volume() > 1) return false;
    if (!sums_along_runs(labels) && !is_contiguous(labels.rows, labels.a)) return false;
    // The labels are walked in the order in which the matrix lies in memory. The vector and D are
    // accessed in another order then, but the parts of them that are needed again stay in the
    // caches.
    labels.inner.sort_by(labels.a);
    labels.rows.sort_by(labels.a);
    return true;
}

void run_matrix_vector(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                       const void* l, const void* r, void* d, int threads) {
    const bool swapped = labels.a == 2;
    visit_computed(step.dtypes[0], [&](auto tag) {
        using Number = typename decltype(tag)::type;
        using T = RealOf<Number>;
        constexpr bool complex = is_complex_v<Number>;
        const MatrixVector<T, complex> problem{labels,
                                               outputs_of(labels),
                                               matrix_vector_kernels<T>(),
                                               BlendScalars<T>(scalars),
                                               swapped ? step.conjugate_r : step.conjugate_l,
                                               swapped ? step.conjugate_l : step.conjugate_r,
                                               static_cast<const std::byte*>(swapped ? r : l),
                                               static_cast<const std::byte*>(swapped ? l : r),
                                               static_cast<std::byte*>(d)};
        if (sums_along_runs(labels)) return DotProducts<T, complex>(problem).run(threads);
        ColumnSums<T, complex>(problem, available_threads(threads)).run(threads);
    });
}

}  // namespace ttgt::cpu
