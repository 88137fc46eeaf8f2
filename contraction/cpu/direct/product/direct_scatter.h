// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This header is included once for each of Highway's targets (instruction sets). Its guard changes
// with HWY_TARGET_TOGGLE, which foreach_target.h changes.
#if defined(TTGT_DIRECT_SCATTER_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TTGT_DIRECT_SCATTER_H
#undef TTGT_DIRECT_SCATTER_H
#else
#define TTGT_DIRECT_SCATTER_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_blend.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// Copies `count` elements. The last vector may overlap the vector before it.
template <class T>
HWY_INLINE void copy_run(const T* from, T* to, std::int64_t count) {
    constexpr auto lanes = static_cast<std::int64_t>(Vector<T>::lanes);
    if (count < lanes) {
        for (std::int64_t i = 0; i < count; ++i) to[i] = from[i];
        return;
    }
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) Vector<T>::load(from + i).store(to + i);
    if (i < count) Vector<T>::load(from + count - lanes).store(to + count - lanes);
}

/// Copies between rows that are scattered in D and a contiguous column: to D with `to_d`, else from
/// D.
template <class T, bool to_d>
void move_runs(const ScatteredTile<T>& tile, std::byte* d, T* column) {
    for (std::int64_t run = 0; run < tile.run_count; ++run) {
        T* const in_d = reinterpret_cast<T*>(d + tile.runs[run].offset);
        T* const in_column = column + tile.runs[run].first * tile.parts;
        const std::int64_t count = tile.runs[run].count * tile.parts;
        T* const to = to_d ? in_d : in_column;
        const T* const from = to_d ? in_column : in_d;
        copy_run(from, to, count);
    }
}

/// Makes complex numbers with imaginary part 0 of `count` sums.
template <class T>
void to_complex(const T* sums, std::int64_t count, T* column) {
    for (std::int64_t i = 0; i < count; ++i) {
        column[2 * i] = sums[i];
        column[2 * i + 1] = 0;
    }
}

/// Finishes and writes a tile where D is not read and no run is shorter than a vector. The last
/// vector of a run may overlap the vector before it, so that there are no single elements.
template <class T>
void overwrite(const ScatteredTile<T>& tile) {
    constexpr auto lanes = static_cast<std::int64_t>(Vector<T>::lanes);
    const TileOutput<T>& output = tile.output;
    const Blend<T> blend(*output.scalars);
    for (std::int64_t j = 0; j < tile.column_count; ++j) {
        const T* const column = output.sums + j * tile.pitch;
        std::byte* const d = output.d + output.columns[j];
        for (std::int64_t run = 0; run < tile.run_count; ++run) {
            T* const to = reinterpret_cast<T*>(d + tile.runs[run].offset);
            const T* const from = column + tile.runs[run].first * tile.parts;
            const std::int64_t count = tile.runs[run].count * tile.parts;
            std::int64_t i = 0;
            for (; i + lanes <= count; i += lanes) {
                blend.blend(Vector<T>::load(from + i), to).store(to + i);
            }
            if (i == count) continue;
            i = count - lanes;
            blend.blend(Vector<T>::load(from + i), to).store(to + i);
        }
    }
}

/// Whether a run of the tile is shorter than a vector.
template <class T>
bool has_short_runs(const ScatteredTile<T>& tile) {
    constexpr auto lanes = static_cast<std::int64_t>(Vector<T>::lanes);
    return std::any_of(tile.runs, tile.runs + tile.run_count,
                       [&](const RowRun& run) HWY_ATTR { return run.count * tile.parts < lanes; });
}

/// Implements ProductKernels::scatter: finishes the sums of a tile with alpha, beta and D, and
/// writes them to rows that are scattered in D.
template <class T>
void scatter(const ScatteredTile<T>& tile) {
    if (!tile.makes_complex && !tile.output.scalars->reads_d() && !has_short_runs(tile)) {
        return overwrite(tile);
    }
    constexpr std::size_t most = ProductKernels<T>::max_vectors * Vector<T>::lanes;
    constexpr auto lanes = static_cast<std::int64_t>(Vector<T>::lanes);
    HWY_ALIGN T wide[2 * most];
    HWY_ALIGN T old[2 * most];
    const TileOutput<T>& output = tile.output;
    const bool reads_d = output.scalars->reads_d();
    const Blend<T> blend(*output.scalars);
    for (std::int64_t j = 0; j < tile.column_count; ++j) {
        T* column = output.sums + j * tile.pitch;
        if (tile.makes_complex) {
            to_complex(column, tile.pitch, wide);
            column = wide;
        }
        const std::int64_t length = tile.makes_complex ? 2 * tile.pitch : tile.pitch;
        std::byte* const d = output.d + output.columns[j];
        if (reads_d) move_runs<T, false>(tile, d, old);
        for (std::int64_t i = 0; i < length; i += lanes) {
            blend.blend(Vector<T>::load(column + i), old + i).store(column + i);
        }
        move_runs<T, true>(tile, d, column);
    }
}

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TTGT_DIRECT_SCATTER_H
