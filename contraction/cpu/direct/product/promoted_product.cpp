// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/product/promoted_product.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "contraction/cpu/block_sums.h"
#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "src/gemm/blas_threads.h"
#include "src/gemm/gemm.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Maximum number of rows, and of columns, of a tile in scratch memory.
constexpr std::int64_t scratch_extent = 128;
/// Maximum number of rows, and of columns, of a tile on the stack.
constexpr std::int64_t stack_extent = 24;
/// Maximum number of inner indices that are multiplied at a time.
constexpr std::int64_t inner_extent = 128;

/// Maximum number of products (of inner_extent inner indices each) that are added one after the
/// other. The sum of more products is cut into blocks, whose sums are added such that rounding
/// errors are kept.
constexpr std::int64_t tiles_of_block = 32;

/// Floats of a tile's three matrices.
constexpr std::int64_t tile_floats(std::int64_t extent) {
    return (2 * inner_extent + extent) * extent;
}
/// Floats of a tile with long sums: of its three matrices, and of two further ones for sums.
constexpr std::int64_t long_tile_floats(std::int64_t extent) {
    return tile_floats(extent) + 2 * extent * extent;
}
/// Whether sums have several blocks of tiles_of_block products.
bool has_long_sums(const DirectLabels& labels) {
    return labels.inner.volume() > tiles_of_block * inner_extent;
}
/// Bytes of scratch memory for one thread's tile.
std::int64_t scratch_tile_bytes(const DirectLabels& labels) {
    const std::int64_t floats =
        has_long_sums(labels) ? long_tile_floats(scratch_extent) : tile_floats(scratch_extent);
    return floats * static_cast<std::int64_t>(sizeof(float));
}

/// Multiply-adds that take as long as moving a byte.
constexpr std::int64_t products_per_byte = 4;

/// Computes alpha * value + beta * d in float32, and rounds it to the type of d.
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
struct LabelTiles {
    const LabelList& labels;
    /// Maximum number of indices in a tile.
    std::int64_t extent;
    /// Number of index tuples of the labels.
    std::int64_t count = labels.volume();
    /// Number of tiles that the labels are cut into.
    std::int64_t tiles = divide_up(count, extent);

    [[nodiscard]] std::int64_t begin(std::int64_t tile) const {
        return part_begin(count, tiles, tile);
    }
};

/// Where the indices of one side of a tile lie in two operands, in elements.
struct Side {
    std::int64_t count = 0;
    std::array<std::int64_t, scratch_extent> first;
    std::array<std::int64_t, scratch_extent> second;

    void set(const LabelTiles& tiles, std::int64_t tile, std::size_t operand, std::size_t other) {
        const std::int64_t begin = tiles.begin(tile);
        count = tiles.begin(tile + 1) - begin;
        fill_offsets(tiles.labels, operand, 1, begin, count, first.data());
        fill_offsets(tiles.labels, other, 1, begin, count, second.data());
    }
};

/// Multiplies tiles of elements of type T into elements of type TD.
template <class T, class TD>
class Tiles {
public:
    Tiles(const DirectLabels& labels, const Scalars& scalars, const void* a, const void* b, void* d,
          std::int64_t extent)
        : labels_(labels),
          extent_(extent),
          blend_(scalars),
          a_(static_cast<const T*>(a)),
          b_(static_cast<const T*>(b)),
          d_(static_cast<TD*>(d)) {}

    /// Computes D with `threads` threads. `scratch` has room for their tiles; null puts tiles on
    /// the stack.
    void run(std::byte* scratch, int threads) const {
        std::atomic<std::int64_t> parts{0};
        const std::int64_t units = labels_.batch.volume() * rows_.tiles * columns_.tiles;
        const std::int64_t products = rows_.count * columns_.count * inner_.count;
        const std::int64_t bytes = labels_.batch.volume() * (products / products_per_byte + 1);
        const BlasProcessScope process(1);
        parallel_ranges(units, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
            // The BLAS library computes with one thread, so that its sums do not depend on who
            // calls it.
            const BlasThreadScope alone(1);
            if (scratch != nullptr) {
                std::byte* const memory = scratch + parts++ * scratch_tile_bytes(labels_);
                return run_units(begin, end, reinterpret_cast<float*>(memory));
            }
            alignas(64) float memory[long_tile_floats(stack_extent)];
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

    /// Computes one tile of D.
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
        float* const totals = sums + extent_ * extent_;
        float* const lost = totals + extent_ * extent_;
        const std::int64_t count = rows.count * columns.count;
        const bool is_long = has_long_sums(labels_);
        if (is_long) std::fill_n(totals, 2 * extent_ * extent_, 0.0F);
        for (std::int64_t tile = 0; tile < inner_.tiles; ++tile) {
            inner.set(inner_, tile, labels_.a, labels_.b);
            call.k = call.ldb = inner.count;
            promote(a_ + offset(labels_.batch, labels_.a, batch), labels_.lone_a, labels_.a,
                    {rows.first.data(), rows.count}, {inner.first.data(), inner.count}, a);
            promote(b_ + offset(labels_.batch, labels_.b, batch), labels_.lone_b, labels_.b,
                    {inner.second.data(), inner.count}, {columns.first.data(), columns.count}, b);
            gemm(call);
            call.beta = 1.0;
            const bool ends = (tile + 1) % tiles_of_block == 0 || tile + 1 == inner_.tiles;
            if (is_long && ends) {
                add_blocks(sums, totals, lost, count);
                call.beta = 0.0;
            }
        }
        if (is_long) finish_blocks(sums, totals, lost, count);
        write_tile(sums, rows, columns, d_ + offset(labels_.batch, 0, batch));
    }

    /// Writes the sums of one tile to D, of which `d` is the address of the batch.
    void write_tile(const float* sums, const Side& rows, const Side& columns, TD* d) const {
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

    /// Writes a matrix of rows and columns of a factor as float32, summed over the labels that this
    /// factor alone has.
    static void promote(const T* from, const LabelList& lone, std::size_t operand, Offsets rows,
                        Offsets columns, float* to) {
        for (std::int64_t column = 0; column < columns.count; ++column, to += rows.count) {
            const T* const line = from + columns.offsets[column];
            if (!lone.empty()) {
                sum_line(line, lone, operand, rows, to);
                continue;
            }
            for (std::int64_t row = 0; row < rows.count; ++row) to[row] = line[rows.offsets[row]];
        }
    }

    /// Writes one column of promote()'s matrix, summed in blocks over the labels `lone`.
    static void sum_line(const T* from, const LabelList& lone, std::size_t operand, Offsets rows,
                         float* sums) {
        std::fill_n(sums, rows.count, 0.0F);
        float totals[scratch_extent] = {};
        float lost[scratch_extent] = {};
        for (std::int64_t begin = 0; begin < lone.volume(); begin += block_length) {
            const std::int64_t end = std::min(lone.volume(), begin + block_length);
            for (std::int64_t position = begin; position < end; ++position) {
                const T* const line = from + offset(lone, operand, position);
                for (std::int64_t row = 0; row < rows.count; ++row) {
                    sums[row] += line[rows.offsets[row]];
                }
            }
            add_blocks(sums, totals, lost, rows.count);
        }
        finish_blocks(sums, totals, lost, rows.count);
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
    LabelTiles rows_{labels_.rows, extent_};
    LabelTiles columns_{labels_.columns, extent_};
    LabelTiles inner_{labels_.inner, inner_extent};
    Blend blend_;
    const T* a_;
    const T* b_;
    TD* d_;
};

/// Multiplies the single elements of a run.
template <class T, class TD>
void multiply_run(const Blend& blend, const Mode<3>& run, const T* l, const T* r, TD* d) {
    const auto [step_d, step_l, step_r] = run.strides;
    if (step_d == 1 && step_l == 1 && step_r == 1) {
        for (std::int64_t i = 0; i < run.extent; ++i) {
            const float left = l[i];
            blend.write(left * static_cast<float>(r[i]), d[i]);
        }
        return;
    }
    for (std::int64_t i = 0; i < run.extent; ++i) {
        const float left = l[i * step_l];
        blend.write(left * static_cast<float>(r[i * step_r]), d[i * step_d]);
    }
}

/// Computes a step in which nothing is summed over: products of single elements, in the order of D.
template <class T, class TD>
void run_elementwise(const DirectStep& step, const Scalars& scalars, const T* l, const T* r, TD* d,
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
            multiply_run(blend, run, l + from_l, r + from_r, d + to);
        }
    });
}

/// Computes a step with inputs of type T and a D of type TD.
template <class T, class TD>
void run_as(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
            const void* l, const void* r, void* d, std::byte* scratch, int threads) {
    if (step.sums.empty()) {
        return run_elementwise(step, scalars, static_cast<const T*>(l), static_cast<const T*>(r),
                               static_cast<TD*>(d), threads);
    }
    const bool swapped = labels.a == 2;
    threads = available_threads(threads);
    if (scratch != nullptr) {
        const std::int64_t fitting = step.scratch_bytes / scratch_tile_bytes(labels);
        threads = static_cast<int>(std::min<std::int64_t>(threads, fitting));
    }
    const std::int64_t extent = scratch == nullptr ? stack_extent : scratch_extent;
    Tiles<T, TD>(labels, scalars, swapped ? r : l, swapped ? l : r, d, extent)
        .run(scratch, threads);
}

}  // namespace

void run_promoted(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                  const void* l, const void* r, void* d, std::byte* scratch, int threads) {
    const auto run = [&](auto tag) {
        using T = typename decltype(tag)::type;
        const bool keeps = step.dtypes[0] == DType::float32;
        (keeps ? run_as<T, float> : run_as<T, T>)(step, labels, scalars, l, r, d, scratch, threads);
    };
    if (step.dtypes[1] == DType::bfloat16) return run(TypeTag<bfloat16>{});
    run(TypeTag<float16>{});
}

std::int64_t promoted_scratch_bytes(const DirectStep& step, const DirectLabels& labels,
                                    int threads) {
    const bool is_small =
        labels.rows.volume() <= stack_extent && labels.columns.volume() <= stack_extent;
    return step.sums.empty() || is_small ? 0 : threads * scratch_tile_bytes(labels);
}

}  // namespace ttgt::cpu
