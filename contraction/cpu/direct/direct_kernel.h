// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "contraction/execute/backend.h"
#include "src/core/element.h"

/// Products of small blocks in vectors, compiled for every instruction set. All arithmetic is real:
/// a complex A stands there with its parts as rows, and, where B is complex too, with two inner
/// steps per index, (re, im) and (-im, re), to meet B's real and imaginary part.
namespace ttgt::cpu {

/// As for transposes: outputs from here on, which the caches do not hold anyway, are written by
/// non-temporal stores.
inline constexpr std::int64_t non_temporal_bytes = std::int64_t{16} << 20;

/// alpha and beta in the compute type.
template <class T>
struct BlendScalars {
    T alpha_re, alpha_im, beta_re, beta_im;

    explicit BlendScalars(const Scalars& scalars)
        : alpha_re(static_cast<T>(scalars.alpha.real())),
          alpha_im(static_cast<T>(scalars.alpha.imag())),
          beta_re(static_cast<T>(scalars.beta.real())),
          beta_im(static_cast<T>(scalars.beta.imag())) {}
    [[nodiscard]] bool reads_d() const { return beta_re != 0 || beta_im != 0; }
};

/// The two blocks of a tile. Distances in elements of T.
template <class T>
struct TileInputs {
    const T* a;
    std::int64_t a_step;  ///< from one inner step to the next; rows are contiguous
    const T* b;
    std::int64_t b_step;    ///< from one inner index to the next
    std::int64_t b_column;  ///< from one column to the next
    std::int64_t inner;     ///< number of inner indices
};

/// A run of rows that are contiguous in D.
struct RowRun {
    std::int64_t first;   ///< element of the tile
    std::int64_t count;   ///< elements
    std::int64_t offset;  ///< bytes in D
};

/// Where a tile goes.
template <class T>
struct TileOutput {
    std::byte* d;
    const std::int64_t* columns;  ///< bytes
    const BlendScalars<T>* scalars;
    T* sums;  ///< for the sums where they do not go to D in whole vectors; else null
    /// Bytes in D of each half vector of rows; null where all rows are contiguous.
    const std::int64_t* halves;
    bool non_temporal;  ///< whole cache lines by non-temporal stores; beta is 0
};

/// A tile of sums on its way to rows that are not contiguous in D.
template <class T>
struct ScatteredTile {
    TileOutput<T> output;
    const RowRun* runs;
    std::int64_t run_count;
    std::int64_t column_count;
    std::int64_t pitch;  ///< elements of T from one column of sums to the next
    int parts;           ///< of an element of D
    bool makes_complex;  ///< the sums are real, D is complex
};

/// Packed rows of complex numbers; of each pair the first one holds them, the second is to be made.
template <class T>
struct ComplexRows {
    T* data;
    std::int64_t pitch;  ///< elements of T from one row to the next
    std::int64_t length;
    std::int64_t inner;  ///< number of rows, or of pairs
    bool pairs;
    bool conjugate_a;
    bool conjugate_b;
};

template <class T>
struct ProductKernels {
    static constexpr std::size_t max_vectors = 3;
    static constexpr std::size_t max_columns = 8;
    using Tile = void (*)(const TileInputs<T>& inputs, const TileOutput<T>& output);

    std::int64_t lanes;
    std::int64_t columns;  ///< of the largest tile
    /// [inner steps per index - 1][vectors of rows - 1][columns - 1]
    std::array<std::array<std::array<Tile, max_columns>, max_vectors>, 2> tile;
    void (*scatter)(const ScatteredTile<T>& tile);
    /// Conjugates rows of complex numbers, and makes each the pair of rows that a complex B wants.
    void (*expand)(const ComplexRows<T>& rows);
    const char* instruction_set;
};

/// Those for the best instruction set of this machine.
template <class T>
[[nodiscard]] const ProductKernels<T>& product_kernels();
template <>
[[nodiscard]] const ProductKernels<float>& product_kernels<float>();
template <>
[[nodiscard]] const ProductKernels<double>& product_kernels<double>();

}  // namespace ttgt::cpu
