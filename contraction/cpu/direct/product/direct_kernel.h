// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "contraction/execute/backend.h"
#include "src/core/element.h"

/// Products of small blocks in vectors, compiled for every instruction set. All arithmetic is real.
/// A complex element of A is two rows, its real and its imaginary part. Where B is complex too,
/// each inner index has two inner steps of A: the rows (re, im), which are multiplied by B's real
/// part, and (-im, re), which are multiplied by B's imaginary part.
namespace ttgt::cpu {

/// Bytes of D from which D is written by non-temporal stores, because the caches would not keep it.
inline constexpr std::int64_t non_temporal_bytes = std::int64_t{16} << 20;

/// alpha and beta in the type that the kernels compute in.
template <class T>
struct BlendScalars {
    /// The real and the imaginary part of alpha, then those of beta.
    T alpha_re, alpha_im, beta_re, beta_im;

    explicit BlendScalars(const Scalars& scalars)
        : alpha_re(static_cast<T>(scalars.alpha.real())),
          alpha_im(static_cast<T>(scalars.alpha.imag())),
          beta_re(static_cast<T>(scalars.beta.real())),
          beta_im(static_cast<T>(scalars.beta.imag())) {}
    /// Whether D is read: beta is not 0.
    [[nodiscard]] bool reads_d() const { return beta_re != 0 || beta_im != 0; }
};

/// The two blocks that a tile kernel multiplies.
template <class T>
struct TileInputs {
    /// First row and inner step of the block of A; rows are contiguous.
    const T* a;
    /// Elements of T in A from one inner step to the next.
    std::int64_t a_step;
    /// First inner index and column of the block of B.
    const T* b;
    /// Elements of T in B from one inner index to the next.
    std::int64_t b_step;
    /// Elements of T in B from one column to the next.
    std::int64_t b_column;
    /// Number of inner indices.
    std::int64_t inner;
};

/// Rows of a tile that are contiguous in D.
struct RowRun {
    /// The first row, as an element of the tile.
    std::int64_t first;
    /// Number of rows in the run.
    std::int64_t count;
    /// Bytes from the beginning of D to the first row.
    std::int64_t offset;
};

/// Where a tile kernel writes its sums.
template <class T>
struct TileOutput {
    /// The row and column of D from which the offsets count.
    std::byte* d;
    /// Bytes in D from `d` to each column.
    const std::int64_t* columns;
    /// alpha and beta.
    const BlendScalars<T>* scalars;
    /// Memory for the plain sums where they do not go to D in whole vectors; else null.
    T* sums;
    /// Bytes in D from a column to each half vector of rows; null where all rows are contiguous.
    const std::int64_t* halves;
    /// Whether whole cache lines are written by non-temporal stores; beta is 0 then.
    bool non_temporal;
};

/// A tile of sums that is to be written to rows that are not contiguous in D.
template <class T>
struct ScatteredTile {
    /// The sums and where they are to go.
    TileOutput<T> output;
    /// The runs of rows that are contiguous in D.
    const RowRun* runs;
    /// Number of entries of `runs`.
    std::int64_t run_count;
    /// Number of columns of the tile of sums.
    std::int64_t column_count;
    /// Elements of T from one column of sums to the next.
    std::int64_t pitch;
    /// Number of real numbers in an element of D: 2 where D is complex.
    int parts;
    /// Whether the sums are real and D is complex.
    bool makes_complex;
};

/// Packed rows of complex numbers. With `pairs` they are pairs of rows: the first one holds
/// numbers, and the second one is to be made from it.
template <class T>
struct ComplexRows {
    /// The first packed row.
    T* data;
    /// Elements of T from one row to the next.
    std::int64_t pitch;
    /// Number of elements of T in a row.
    std::int64_t length;
    /// Number of rows or, with `pairs`, of pairs.
    std::int64_t inner;
    /// Whether each row of numbers is followed by a row to be made.
    bool pairs;
    /// Whether the numbers are to be conjugated.
    bool conjugate_a;
    /// Whether B is conjugated, for which the second rows change their sign.
    bool conjugate_b;
};

/// The kernels of one instruction set.
template <class T>
struct ProductKernels {
    /// Maximum number of vectors of rows in a tile.
    static constexpr std::size_t max_vectors = 3;
    /// Maximum number of columns of a tile on any instruction set.
    static constexpr std::size_t max_columns = 8;
    using Tile = void (*)(const TileInputs<T>& inputs, const TileOutput<T>& output);

    /// Number of elements of T in a vector.
    std::int64_t lanes;
    /// Number of columns of the largest tile.
    std::int64_t columns;
    /// The tile kernels: [inner steps per index - 1][vectors of rows - 1][columns - 1].
    std::array<std::array<std::array<Tile, max_columns>, max_vectors>, 2> tile;
    /// Finishes the sums of a tile with alpha, beta and D, and writes them to D.
    void (*scatter)(const ScatteredTile<T>& tile);
    /// Conjugates rows of complex numbers, and makes the second row of each pair.
    void (*expand)(const ComplexRows<T>& rows);
    /// The name of the instruction set.
    const char* instruction_set;
};

/// The kernels for the best instruction set of this machine.
template <class T>
[[nodiscard]] const ProductKernels<T>& product_kernels();
template <>
[[nodiscard]] const ProductKernels<float>& product_kernels<float>();
template <>
[[nodiscard]] const ProductKernels<double>& product_kernels<double>();

}  // namespace ttgt::cpu
