// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/promoted_product.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "src/gemm/blas_threads.h"
#include "src/gemm/gemm.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Rows and columns of a tile, of which both factors have so many inner indices at a time.
constexpr std::int64_t scratch_extent = 128;
constexpr std::int64_t stack_extent = 24;
constexpr std::int64_t inner_extent = 128;

/// The floats of a tile's three matrices.
constexpr std::int64_t tile_floats(std::int64_t extent) {
    return (2 * inner_extent + extent) * extent;
}
constexpr std::int64_t scratch_tile_bytes =
    tile_floats(scratch_extent) * static_cast<std::int64_t>(sizeof(float));

/// Multiply-adds that take as long as moving a byte.
constexpr std::int64_t products_per_byte = 4;

/// value -> alpha * value + beta * d, rounded.
struct Blend {
    float alpha;
    float beta;

    explicit Blend(const Scalars& scalars)
        : alpha(scalar_cast<float>(scalars.alpha)), beta(scalar_cast<float>(scalars.beta)) {}

    template <class T>
    void write(float value, T& d) const {
        d = T(beta == 0 ? alpha * value : alpha * value + beta * d);
    }
};

/// Labels of one role, cut into tiles.
struct Cut {
    const LabelList& labels;
    std::int64_t extent;  ///< of the longest tile
    std::int64_t count = labels.volume();
    std::int64_t tiles = divide_up(count, extent);

    [[nodiscard]] std::int64_t begin(std::int64_t tile) const {
        return part_begin(count, tiles, tile);
    }
};

/// Where the indices of a tile's side lie in two operands, in elements.
struct Side {
    std::int64_t count = 0;
    std::array<std::int64_t, scratch_extent> first;
    std::array<std::int64_t, scratch_extent> second;

    void set(const Cut& cut, std::int64_t tile, std::size_t operand, std::size_t other) {
        const std::int64_t begin = cut.begin(tile);
        count = cut.begin(tile + 1) - begin;
        fill_offsets(cut.labels, operand, 1, begin, count, first.data());
        fill_offsets(cut.labels, other, 1, begin, count, second.data());
    }
};

template <class T>
class Tiles {
public:
    Tiles(const DirectLabels& labels, const Scalars& scalars, const void* a, const void* b, void* d,
          std::int64_t extent)
        : labels_(labels),
          extent_(extent),
          blend_(scalars),
          a_(static_cast<const T*>(a)),
          b_(static_cast<const T*>(b)),
          d_(static_cast<T*>(d)) {}

    /// `scratch` has room for the tiles of so many threads; null: they are on the stack.
    void run(std::byte* scratch, int threads) const {
        std::atomic<std::int64_t> parts{0};
        const std::int64_t units = labels_.batch.volume() * rows_.tiles * columns_.tiles;
        const std::int64_t products = rows_.count * columns_.count * inner_.count;
        const std::int64_t bytes = labels_.batch.volume() * (products / products_per_byte + 1);
        const BlasProcessScope process(1);
        parallel_ranges(units, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
            const BlasThreadScope alone(1);  // the library's sums do not depend on who calls it
            if (scratch != nullptr) {
                std::byte* const memory = scratch + parts++ * scratch_tile_bytes;
                return run_units(begin, end, reinterpret_cast<float*>(memory));
            }
            alignas(64) float memory[tile_floats(stack_extent)];
            run_units(begin, end, memory);
        });
    }

private:
    void run_units(std::int64_t begin, std::int64_t end, float* memory) const {
        for (std::int64_t unit = begin; unit < end; ++unit) {
            const std::int64_t tile = unit / rows_.tiles;
            run_tile(unit % rows_.tiles, tile % columns_.tiles, tile / columns_.tiles, memory);
        }
    }

    void run_tile(std::int64_t row_tile, std::int64_t column_tile, std::int64_t batch,
                  float* memory) const {
        float* const a = memory;
        float* const b = a + extent_ * inner_extent;
        float* const sums = b + extent_ * inner_extent;
        Side rows;
        Side columns;
        Side inner;
        rows.set(rows_, row_tile, labels_.a, 0);
        columns.set(columns_, column_tile, labels_.b, 0);
        GemmCall call{DType::float32};
        call.m = call.lda = call.ldc = rows.count;
        call.n = columns.count;
        call.a = a;
        call.b = b;
        call.c = sums;
        for (std::int64_t tile = 0; tile < inner_.tiles; ++tile) {
            inner.set(inner_, tile, labels_.a, labels_.b);
            call.k = call.ldb = inner.count;
            promote(a_ + offset(labels_.batch, labels_.a, batch), labels_.lone_a, labels_.a,
                    {rows.first.data(), rows.count}, {inner.first.data(), inner.count}, a);
            promote(b_ + offset(labels_.batch, labels_.b, batch), labels_.lone_b, labels_.b,
                    {inner.second.data(), inner.count}, {columns.first.data(), columns.count}, b);
            gemm(call);
            call.beta = 1.0;
        }
        T* const d = d_ + offset(labels_.batch, 0, batch);
        for (std::int64_t column = 0; column < columns.count; ++column) {
            for (std::int64_t row = 0; row < rows.count; ++row) {
                blend_.write(sums[column * rows.count + row],
                             d[at(rows.second, row) + at(columns.second, column)]);
            }
        }
    }

    struct Offsets {
        const std::int64_t* offsets;
        std::int64_t count;
    };

    /// The matrix of rows and columns, summed over the labels that only this factor has.
    static void promote(const T* from, const LabelList& lone, std::size_t operand, Offsets rows,
                        Offsets columns, float* to) {
        std::fill_n(to, rows.count * columns.count, 0.0F);
        for (std::int64_t position = 0; position < lone.volume(); ++position) {
            const T* const first = from + offset(lone, operand, position);
            float* sum = to;
            for (std::int64_t column = 0; column < columns.count; ++column) {
                const T* const line = first + columns.offsets[column];
                for (std::int64_t row = 0; row < rows.count; ++row) {
                    *sum++ += line[rows.offsets[row]];
                }
            }
        }
    }

    [[nodiscard]] static std::int64_t offset(const LabelList& labels, std::size_t operand,
                                             std::int64_t position) {
        return offset_at(labels, operand, 1, position);
    }
    [[nodiscard]] static std::int64_t at(const std::array<std::int64_t, scratch_extent>& offsets,
                                         std::int64_t index) {
        return offsets[static_cast<std::size_t>(index)];
    }

    const DirectLabels& labels_;
    std::int64_t extent_;
    Cut rows_{labels_.rows, extent_};
    Cut columns_{labels_.columns, extent_};
    Cut inner_{labels_.inner, inner_extent};
    Blend blend_;
    const T* a_;
    const T* b_;
    T* d_;
};

/// Nothing is summed: products of single elements in the order of D.
template <class T>
void run_elementwise(const DirectStep& step, const Scalars& scalars, const T* l, const T* r, T* d,
                     int threads) {
    const Blend blend(scalars);
    const Mode<3> run = step.outputs.empty() ? Mode<3>{} : step.outputs.front();
    const std::int64_t runs = volume(step.outputs) / run.extent;
    const std::int64_t bytes = 3 * volume(step.outputs) * static_cast<std::int64_t>(sizeof(T));
    const std::size_t first = step.outputs.empty() ? 0 : 1;
    parallel_ranges(runs, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
        Odometer<3> at(step.outputs, first, begin);
        for (std::int64_t index = begin; index < end; ++index, at.advance()) {
            const auto [to, from_l, from_r] = at.offsets();
            for (std::int64_t i = 0; i < run.extent; ++i) {
                const float left = l[from_l + i * run.strides[1]];
                const float right = r[from_r + i * run.strides[2]];
                blend.write(left * right, d[to + i * run.strides[0]]);
            }
        }
    });
}

template <class T>
void run_as(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
            const void* l, const void* r, void* d, std::byte* scratch, int threads) {
    if (step.sums.empty()) {
        return run_elementwise(step, scalars, static_cast<const T*>(l), static_cast<const T*>(r),
                               static_cast<T*>(d), threads);
    }
    const bool swapped = labels.a == 2;
    threads = available_threads(threads);
    if (scratch != nullptr) {
        const std::int64_t fitting = step.scratch_bytes / scratch_tile_bytes;
        threads = static_cast<int>(std::min<std::int64_t>(threads, fitting));
    }
    const std::int64_t extent = scratch == nullptr ? stack_extent : scratch_extent;
    Tiles<T>(labels, scalars, swapped ? r : l, swapped ? l : r, d, extent).run(scratch, threads);
}

}  // namespace

void run_promoted(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                  const void* l, const void* r, void* d, std::byte* scratch, int threads) {
    const bool brain = step.dtypes[0] == DType::bfloat16;
    (brain ? run_as<bfloat16> : run_as<float16>)(step, labels, scalars, l, r, d, scratch, threads);
}

std::int64_t promoted_scratch_bytes(const DirectStep& step, const DirectLabels& labels,
                                    int threads) {
    const bool is_small =
        labels.rows.volume() <= stack_extent && labels.columns.volume() <= stack_extent;
    return step.sums.empty() || is_small ? 0 : threads * scratch_tile_bytes;
}

}  // namespace ttgt::cpu
