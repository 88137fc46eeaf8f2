// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This file is compiled once for each of Highway's targets: foreach_target.h includes it again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contraction/cpu/direct/product/direct_kernel.cpp"
// Only targets are compiled whose vectors have a length known when compiling; those that do not
// change the kernels are left out.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// foreach_target.h has to be included before highway.h.
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "contraction/cpu/direct/direct_blend.h"
#include "contraction/cpu/direct/product/direct_kernel.h"
#include "contraction/cpu/direct/product/direct_scatter.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

// 32 registers hold 3 vectors by 8 columns of sums, 3 vectors of A and one of B; 16 registers hold
// 3 vectors by 4 columns.
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3
constexpr std::size_t tile_columns = 4;
#else
constexpr std::size_t tile_columns = 8;
#endif

/// Prefetches a cache line that is going to be written.
HWY_INLINE void claim(const std::byte* line) { __builtin_prefetch(line, 1, 3); }

/// Prefetches the lines of D of a tile, so that they arrive while the sums are computed.
template <std::size_t vectors, std::size_t columns, class T>
HWY_INLINE void claim_tile(const TileOutput<T>& output) {
    for (std::size_t j = 0; j < columns; ++j) {
        const std::byte* const d = output.d + output.columns[j];
        for (std::size_t v = 0; v < vectors; ++v) {
            if (output.halves == nullptr) {
                claim(d + v * Vector<T>::bytes);
            } else {
                claim(d + output.halves[2 * v]);
                claim(d + output.halves[2 * v + 1]);
            }
        }
    }
}

/// Whether each vector of the tile is one whole cache line of D.
template <class T, std::size_t columns>
HWY_INLINE bool is_aligned(const TileOutput<T>& output) {
    constexpr std::size_t line = 64;
    if constexpr (Vector<T>::bytes != line) return false;
    std::uintptr_t bits = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        bits |= reinterpret_cast<std::uintptr_t>(output.d + output.columns[j]);
    }
    return bits % line == 0;
}

/// One tile kernel: `vectors` vectors of rows by `columns` columns, with `steps` inner steps per
/// index. Writes sums, or D, as `output` says. Long: one loop nest whose sums stay in registers.
template <class T, std::size_t vectors, std::size_t columns, std::size_t steps>
void tile(const TileInputs<T>& inputs, const TileOutput<T>& output) {
    using V = Vector<T>;
    constexpr std::size_t lanes = V::lanes;
    V sums[vectors][columns];
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < columns; ++j) {
        HWY_UNROLL(8)
        for (std::size_t v = 0; v < vectors; ++v) sums[v][j] = V::all(0);
    }
    if (output.sums == nullptr && !output.non_temporal) claim_tile<vectors, columns, T>(output);
    const T* HWY_RESTRICT a = inputs.a;
    const T* HWY_RESTRICT b = inputs.b;
    const std::int64_t b_column = inputs.b_column;
    for (std::int64_t index = 0; index < inputs.inner; ++index, b += inputs.b_step) {
        HWY_UNROLL(8)
        for (std::size_t step = 0; step < steps; ++step, a += inputs.a_step) {
            V rows[vectors];
            HWY_UNROLL(8)
            for (std::size_t v = 0; v < vectors; ++v) rows[v] = V::load(a + v * lanes);
            HWY_UNROLL(8)
            for (std::size_t j = 0; j < columns; ++j) {
                const V factor = V::all(
                    b[static_cast<std::int64_t>(j) * b_column + static_cast<std::int64_t>(step)]);
                HWY_UNROLL(8)
                for (std::size_t v = 0; v < vectors; ++v) {
                    sums[v][j] = rows[v].times(factor, sums[v][j]);
                }
            }
        }
    }
    if (output.sums != nullptr) {
        HWY_UNROLL(8)
        for (std::size_t j = 0; j < columns; ++j) {
            HWY_UNROLL(8)
            for (std::size_t v = 0; v < vectors; ++v) {
                sums[v][j].store(output.sums + (j * vectors + v) * lanes);
            }
        }
        return;
    }
    const Blend<T> blend(*output.scalars);
    if (output.halves != nullptr) {
        HWY_UNROLL(8)
        for (std::size_t j = 0; j < columns; ++j) {
            std::byte* const d = output.d + output.columns[j];
            HWY_UNROLL(8)
            for (std::size_t v = 0; v < vectors; ++v) {
                blend.write_halves(sums[v][j], reinterpret_cast<T*>(d + output.halves[2 * v]),
                                   reinterpret_cast<T*>(d + output.halves[2 * v + 1]));
            }
        }
        return;
    }
    if (output.non_temporal && is_aligned<T, columns>(output)) {
        HWY_UNROLL(8)
        for (std::size_t j = 0; j < columns; ++j) {
            T* const d = reinterpret_cast<T*>(output.d + output.columns[j]);
            HWY_UNROLL(8)
            for (std::size_t v = 0; v < vectors; ++v) {
                blend.blend(sums[v][j], d).store_non_temporal(d + v * lanes);
            }
        }
        return;
    }
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < columns; ++j) {
        T* const d = reinterpret_cast<T*>(output.d + output.columns[j]);
        HWY_UNROLL(8)
        for (std::size_t v = 0; v < vectors; ++v) {
            blend.blend(sums[v][j], d + v * lanes).store(d + v * lanes);
        }
    }
}

/// Implements ProductKernels::expand: conjugates packed rows of complex numbers, and makes the
/// second row of each pair.
template <class T>
void expand(const ComplexRows<T>& rows) {
    constexpr auto lanes = static_cast<std::int64_t>(Vector<T>::lanes);
    const T sign_a = rows.conjugate_a ? T(-1) : T(1);
    const T sign_b = rows.conjugate_b ? T(-1) : T(1);
    const auto first = Vector<T>::alternate(T(1), sign_a);
    const auto second = Vector<T>::alternate(-sign_a * sign_b, sign_b);
    T* row = rows.data;
    for (std::int64_t index = 0; index < rows.inner; ++index) {
        for (std::int64_t i = 0; i < rows.length; i += lanes) {
            const auto values = Vector<T>::load(row + i);
            if (rows.conjugate_a) values.times(first).store(row + i);
            if (rows.pairs) values.swapped_parts().times(second).store(row + rows.pitch + i);
        }
        row += rows.pairs ? 2 * rows.pitch : rows.pitch;
    }
}

/// The tile kernels with `vectors` vectors of rows, by columns.
template <class T, std::size_t steps, std::size_t vectors, std::size_t... columns>
constexpr auto tile_row(std::index_sequence<columns...>) {
    return std::array<typename ProductKernels<T>::Tile, ProductKernels<T>::max_columns>{
        tile<T, vectors, columns + 1, steps>...};
}

/// The tile kernels with `steps` inner steps per index, by vectors and columns.
template <class T, std::size_t steps>
constexpr auto tile_table() {
    constexpr std::make_index_sequence<tile_columns> columns;
    return std::array{tile_row<T, steps, 1>(columns), tile_row<T, steps, 2>(columns),
                      tile_row<T, steps, 3>(columns)};
}

template <class T>
const ProductKernels<T>* kernels() {
    static constexpr ProductKernels<T> instance{static_cast<std::int64_t>(Vector<T>::lanes),
                                                static_cast<std::int64_t>(tile_columns),
                                                {tile_table<T, 1>(), tile_table<T, 2>()},
                                                scatter<T>,
                                                expand<T>,
                                                HWY_STR(HWY_NAMESPACE)};
    return &instance;
}

const ProductKernels<float>* kernels_of_float() { return kernels<float>(); }
const ProductKernels<double>* kernels_of_double() { return kernels<double>(); }

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ttgt::cpu {

HWY_EXPORT(kernels_of_float);
HWY_EXPORT(kernels_of_double);

template <>
const ProductKernels<float>& product_kernels<float>() {
    return *HWY_DYNAMIC_DISPATCH(kernels_of_float)();
}

template <>
const ProductKernels<double>& product_kernels<double>() {
    return *HWY_DYNAMIC_DISPATCH(kernels_of_double)();
}

}  // namespace ttgt::cpu
#endif
