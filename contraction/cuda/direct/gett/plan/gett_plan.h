// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "src/core/kernel_key.h"

namespace ttgt::cuda {

/// The order of a group's modes in its index. A group has two operands: rows have L (first) and D
/// (second), columns R and D, inner positions L and R. The index begins with a run along each of
/// them; the remaining modes follow in the order of the second operand's strides.
struct GettOrder {
    /// About how many elements the index runs along the first operand's fastest modes; 1 is no run.
    std::int64_t first_run = 1;
    /// About how many elements the index runs along the second operand's fastest modes; 1 is no
    /// run.
    std::int64_t second_run = 1;
    /// Whether the second operand's run comes before that of the first operand.
    bool second_leads = false;

    bool operator==(const GettOrder&) const = default;
};

class GettIndexes;

/// How a GETT kernel does a product.
struct GettChoice {
    /// How the elements are multiplied: as the shape says or, in place of tf32x3, in full
    /// precision.
    ComputeType compute = ComputeType::full;
    /// The tile: an index of gett_tiles() for products of this kind.
    int tile = 0;
    /// Whether the kernel takes the shape's R as its L, so that rows are modes of R.
    bool swapped = false;
    /// The order of the rows' modes.
    GettOrder rows;
    /// The order of the columns' modes.
    GettOrder columns;
    /// The order of the inner modes.
    GettOrder inner;
    /// How outputs are written to D.
    GettStore store = GettStore::single;
    /// Number of splits of each sum: parts that different blocks sum.
    std::int64_t splits = 1;

    bool operator==(const GettChoice&) const = default;
};

/// One line of text for a choice whose inputs have elements of type `dtype`, such as "128x64x16
/// swapped; rows first 8 second 16; ...". It begins with the kind of products where the type has
/// several: "full 128x64x16 ...", "tf32x3 128x64x16 ...".
[[nodiscard]] std::string describe(DType dtype, const GettChoice& choice);
/// The choice as numbers, the tile by its sizes: those of gett_tiles() may change their places.
[[nodiscard]] KernelKey key_of(DType dtype, const GettChoice& choice);

/// Element type of a shape's inputs, and how a choice multiplies them.
[[nodiscard]] inline GettProducts products_of(const DirectShape& shape, const GettChoice& choice) {
    return {shape.dtypes[1], choice.compute};
}
/// The tile of a choice.
[[nodiscard]] inline const GettTile& tile_of(const DirectShape& shape, const GettChoice& choice) {
    return gett_tiles(products_of(shape, choice)).first[choice.tile];
}

/// Whether there are GETT kernels for a shape: a product of two inputs of one type that is not
/// empty.
[[nodiscard]] bool suits_gett(const DirectShape& shape);

/// Choices with one tile and one order of the inputs that are worth a prediction: each combination
/// of entries of the lists.
struct GettOptions {
    /// How the elements are multiplied.
    ComputeType compute = ComputeType::full;
    /// The tile: an index of gett_tiles() for products of this kind.
    int tile = 0;
    /// Whether the kernel takes the shape's R as its L.
    bool swapped = false;
    /// Orders of the rows' modes.
    std::vector<GettOrder> rows;
    /// Orders of the columns' modes.
    std::vector<GettOrder> columns;
    /// Orders of the inner modes.
    std::vector<GettOrder> inner;
    /// Ways to write outputs.
    std::vector<GettStore> stores;
    /// Numbers of splits.
    std::vector<std::int64_t> splits;
    /// A number of splits by which few rounds of blocks keep more multiprocessors busy than by any
    /// of `splits`, for choices that gain clearly by it; 1 where there is none.
    std::int64_t full_splits = 1;
    /// No choice is predicted to take fewer microseconds.
    double least_us = 0;
};
/// The options of a shape on a GPU, with at most `scratch_bytes` bytes of partial sums. Where the
/// shape says tf32x3, they are those of tf32x3 and those of full precision, which keeps all that
/// tf32x3 promises and is often faster for short sums.
[[nodiscard]] std::vector<GettOptions> gett_options(const DirectShape& shape,
                                                    const Architecture& gpu,
                                                    std::int64_t scratch_bytes);

/// The choice that pick(list) takes from each list of the options.
template <class Pick>
[[nodiscard]] GettChoice choice_of(const GettOptions& options, Pick pick) {
    return {options.compute,       options.tile,        options.swapped,      pick(options.rows),
            pick(options.columns), pick(options.inner), pick(options.stores), pick(options.splits)};
}

/// A choice and its price.
struct GettPrice {
    /// The choice.
    GettChoice choice;
    /// Predicted microseconds; the launch itself and a split reduction after it are included.
    double us = 0;
};
/// For each kind of products, tile and order of the inputs that is likely to be fast, the choice
/// that is predicted to be the fastest; cheapest first. At most `scratch_bytes` bytes of partial
/// sums.
[[nodiscard]] std::vector<GettPrice> likely_getts(const DirectShape& shape, const Architecture& gpu,
                                                  std::int64_t scratch_bytes);
/// The cheapest choice that is found by improving the choices of the three cheapest of `options`.
/// Returns nothing where no launch is possible.
[[nodiscard]] std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                                 std::vector<GettOptions> options);
/// The same for all gett_options(), with at most `scratch_bytes` bytes of partial sums.
[[nodiscard]] std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                                 std::int64_t scratch_bytes);

/// What the pointers of a launch are aligned to: an element, or 16 bytes, so that elements move in
/// vectors.
enum class PointerAlignment : std::uint8_t { element, vector };

/// The launch of a choice for pointers of this alignment. Returns nothing where the kernels cannot
/// count that many indices, or a block needs too much shared memory. Where sums are split, the
/// shape of the indexes has to have a packed D.
[[nodiscard]] std::optional<DirectLaunch> gett_launch(GettIndexes& indexes,
                                                      const GettChoice& choice,
                                                      PointerAlignment alignment,
                                                      const Architecture& gpu);

/// What the cost model counts of the launch of a choice with aligned pointers. Returns nothing
/// where the choice cannot be launched.
[[nodiscard]] std::optional<GettWork> gett_work(GettIndexes& indexes, const GettChoice& choice,
                                                const Architecture& gpu);

}  // namespace ttgt::cuda
