// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/reduce.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "contraction/cpu/block_sums.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Elements summed one after the other; beyond, halves are summed apart (pairwise summation).
constexpr std::int64_t sequential_length = 256;

/// Several running sums, which the compiler keeps in vectors.
template <class T>
ComputeOf<T> short_sum(const T* values, std::int64_t count, std::int64_t stride) {
    constexpr std::int64_t lanes = 8;
    ComputeOf<T> totals[lanes] = {};
    std::int64_t i = 0;
    if (stride == 1) {
        for (; i + lanes <= count; i += lanes) {
            for (std::int64_t lane = 0; lane < lanes; ++lane) totals[lane] += values[i + lane];
        }
    }
    for (; i < count; ++i) totals[i % lanes] += values[i * stride];
    for (std::int64_t lane = 1; lane < lanes; ++lane) totals[0] += totals[lane];
    return totals[0];
}

template <class T>
ComputeOf<T> pairwise_sum(const T* values, std::int64_t count, std::int64_t stride) {
    if (count <= sequential_length) return short_sum(values, count, stride);
    const std::int64_t half = count / 2;
    return pairwise_sum(values, half, stride) +
           pairwise_sum(values + half * stride, count - half, stride);
}

/// The sum of the input over the index tuples of `sums` with numbers in [begin, end).
template <class T>
ComputeOf<T> sum_over(const Modes<2>& sums, const T* in, std::int64_t begin, std::int64_t end) {
    if (sums.empty()) return *in;
    const Mode<2>& inner = sums.front();
    Odometer<2> outer(sums, 1, begin / inner.extent);
    BlockSum<ComputeOf<T>> total;
    ComputeOf<T> block{};
    std::int64_t runs = 0;
    while (begin < end) {
        const std::int64_t first = begin % inner.extent;
        const std::int64_t count = std::min(inner.extent - first, end - begin);
        block += pairwise_sum(in + outer.offsets()[1] + first * inner.strides[1], count,
                              inner.strides[1]);
        if (++runs == block_length) {
            total.add(std::exchange(block, {}));
            runs = 0;
        }
        begin += count;
        outer.advance();
    }
    total.add(block);
    return total.value();
}

template <class TOut, class TIn>
class Reduction {
    using Total = ComputeOf<TIn>;
    using Factor = ComputeOf<TOut>;

public:
    Reduction(const ReduceStep& step, const Scalars& scalars, const void* in, void* out)
        : step_(step),
          in_(static_cast<const TIn*>(in)),
          out_(static_cast<TOut*>(out)),
          alpha_(scalar_cast<Factor>(scalars.alpha)),
          beta_(scalar_cast<Factor>(scalars.beta)),
          outputs_(volume(step.outputs)),
          sums_(volume(step.sums)) {}

    void run(int threads) {
        if (step_.sums.empty()) return run_copies(threads);
        if (has_fast_outputs()) return run_rows(threads);
        // Few outputs: their sums are shared out, in chunks that depend on the extents alone.
        const std::int64_t chunks =
            outputs_ >= few_outputs
                ? 1
                : std::clamp<std::int64_t>(sums_ / chunk_length, 1, most_sums / outputs_);
        std::array<Total, most_sums> partial;
        parallel_ranges(outputs_ * chunks, bytes(), threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t unit = begin; unit < end; ++unit) {
                                const Total sum = sum_chunk(unit / chunks, unit % chunks, chunks);
                                if (chunks == 1) write(unit, sum);
                                if (chunks > 1) partial[static_cast<std::size_t>(unit)] = sum;
                            }
                        });
        for (std::int64_t output = 0; chunks > 1 && output < outputs_; ++output) {
            const Total* const first = partial.data() + output * chunks;
            write(output, pairwise_sum(first, chunks, 1));
        }
    }

private:
    static constexpr std::int64_t few_outputs = 64;
    static constexpr std::int64_t chunk_length = 8192;
    static constexpr std::int64_t most_sums = 512;
    static constexpr std::int64_t row_length = 256;
    static constexpr std::int64_t copied_length = 4096;
    static constexpr std::int64_t parts = is_complex_v<Total> ? 2 : 1;

    [[nodiscard]] std::int64_t bytes() const {
        return outputs_ * sums_ * static_cast<std::int64_t>(sizeof(TIn));
    }

    /// Whether outputs are closer together in memory than what each of them sums.
    [[nodiscard]] bool has_fast_outputs() const {
        if (step_.outputs.empty()) return false;
        const Mode<2>& row = step_.outputs.front();
        return row.extent >= 8 &&
               std::abs(row.strides[1]) < std::abs(step_.sums.front().strides[1]);
    }

    /// Nothing is summed: elements become those of another type, a piece of the outputs' fastest
    /// mode at a time.
    void run_copies(int threads) {
        const Mode<2> row = step_.outputs.empty() ? Mode<2>{} : step_.outputs.front();
        const std::size_t after_row = step_.outputs.empty() ? 0 : 1;
        const std::int64_t pieces = divide_up(row.extent, copied_length);
        const std::int64_t moved = outputs_ * static_cast<std::int64_t>(sizeof(TIn) + sizeof(TOut));
        parallel_ranges(outputs_ / row.extent * pieces, moved, threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            Odometer<2> rows(step_.outputs, after_row, begin / pieces);
                            for (std::int64_t unit = begin; unit < end; ++unit) {
                                const std::int64_t first = unit % pieces * copied_length;
                                copy(in_ + rows.offsets()[1] + first * row.strides[1],
                                     out_ + rows.offsets()[0] + first * row.strides[0],
                                     std::min(copied_length, row.extent - first), row);
                                if ((unit + 1) % pieces == 0) rows.advance();
                            }
                        });
    }

    void copy(const TIn* in, TOut* out, std::int64_t count, const Mode<2>& row) const {
        if (row.strides[0] == 1 && row.strides[1] == 1) {
            for (std::int64_t i = 0; i < count; ++i) blend(in[i], out[i]);
        } else {
            for (std::int64_t i = 0; i < count; ++i) {
                blend(in[i * row.strides[1]], out[i * row.strides[0]]);
            }
        }
    }

    /// A piece of the outputs' fastest mode at a time: whole pieces of the input are added up.
    void run_rows(int threads) {
        const Mode<2>& row = step_.outputs.front();
        const std::int64_t pieces = divide_up(row.extent, row_length);
        parallel_ranges(outputs_ / row.extent * pieces, bytes(), threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t unit = begin; unit < end; ++unit) {
                                run_row(unit / pieces, unit % pieces * row_length);
                            }
                        });
    }

    void run_row(std::int64_t row_index, std::int64_t first) const {
        const Mode<2>& row = step_.outputs.front();
        const std::int64_t count = std::min(row_length, row.extent - first);
        const Odometer<2> rows(step_.outputs, 1, row_index);
        const TIn* const in = in_ + rows.offsets()[1] + first * row.strides[1];
        TOut* const out = out_ + rows.offsets()[0] + first * row.strides[0];
        Total sums[row_length] = {};
        Odometer<2> at(step_.sums, 0, 0);
        if (sums_ <= block_length) {
            for (std::int64_t index = 0; index < sums_; ++index, at.advance()) {
                add(in + at.offsets()[1], row.strides[1], count, sums);
            }
        } else {
            sum_blocks(in, row.strides[1], count, at, sums);
        }
        for (std::int64_t i = 0; i < count; ++i) blend(sums[i], out[i * row.strides[0]]);
    }

    /// Computes sums of more than block_length terms: accumulates the sums of blocks of terms.
    void sum_blocks(const TIn* in, std::int64_t stride, std::int64_t count, Odometer<2>& at,
                    Total* sums) const {
        Total totals[row_length] = {};
        Total lost[row_length] = {};
        for (std::int64_t index = 0; index < sums_;) {
            const std::int64_t end = std::min(sums_, index + block_length);
            for (; index < end; ++index, at.advance()) {
                add(in + at.offsets()[1], stride, count, sums);
            }
            add_blocks(numbers(sums), numbers(totals), numbers(lost), count * parts);
        }
        finish_blocks(numbers(sums), numbers(totals), numbers(lost), count * parts);
    }

    static RealOf<Total>* numbers(Total* values) {
        return reinterpret_cast<RealOf<Total>*>(values);
    }

    static void add(const TIn* in, std::int64_t stride, std::int64_t count, Total* totals) {
        if (stride == 1) {
            for (std::int64_t i = 0; i < count; ++i) totals[i] += in[i];
        } else {
            for (std::int64_t i = 0; i < count; ++i) totals[i] += in[i * stride];
        }
    }

    [[nodiscard]] Total sum_chunk(std::int64_t output, std::int64_t chunk,
                                  std::int64_t chunks) const {
        const Odometer<2> position(step_.outputs, 0, output);
        const std::int64_t length = divide_up(sums_, chunks);
        return sum_over(step_.sums, in_ + position.offsets()[1], chunk * length,
                        std::min(sums_, (chunk + 1) * length));
    }

    void write(std::int64_t output, const Total& total) const {
        const Odometer<2> position(step_.outputs, 0, output);
        blend(total, out_[position.offsets()[0]]);
    }

    void blend(const Total& total, TOut& result) const {
        const Factor scaled = alpha_ * (step_.conjugate ? conjugate(total) : total);
        result = TOut(beta_ == Factor{} ? scaled : scaled + beta_ * result);
    }

    const ReduceStep& step_;
    const TIn* in_;
    TOut* out_;
    Factor alpha_;
    Factor beta_;
    std::int64_t outputs_;
    std::int64_t sums_;
};

template <class TOut>
void run_to(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
            int threads) {
    const auto run_from = [&](auto tag) {
        using TIn = typename decltype(tag)::type;
        Reduction<TOut, TIn>(step, scalars, in, out).run(threads);
    };
    const DType from = step.dtypes[1];
    if (from == step.dtypes[0]) return run_from(TypeTag<TOut>{});
    if constexpr (is_complex_v<TOut>) {
        run_from(TypeTag<RealOf<TOut>>{});
    } else if constexpr (std::is_same_v<TOut, float>) {
        if (from == DType::float16) return run_from(TypeTag<float16>{});
        run_from(TypeTag<bfloat16>{});
    } else if constexpr (sizeof(TOut) < sizeof(float)) {
        run_from(TypeTag<float>{});
    }
}

}  // namespace

void run_reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                int threads) {
    visit_numeric(step.dtypes[0], [&](auto tag) {
        run_to<typename decltype(tag)::type>(step, scalars, in, out, threads);
    });
}

}  // namespace ttgt::cpu
