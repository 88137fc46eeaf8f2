// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/gett/gett_cost.h"
#include "contraction/cuda/direct/gett/gett_tiles.h"

namespace ttgt::cuda {

/// The order of a group's modes in its index: first as many elements as these along each of its two
/// operands (rows: L and D; columns: R and D; inner: L and R), then what is left by the second.
struct GettOrder {
    std::int64_t first_run = 1;
    std::int64_t second_run = 1;
    bool second_leads = false;

    bool operator==(const GettOrder&) const = default;
};

class GettIndexes;

/// How a GETT kernel does a product.
struct GettChoice {
    int tile = 0;          ///< of gett_tiles()
    bool swapped = false;  ///< rows are those of R
    GettOrder rows;
    GettOrder columns;
    GettOrder inner;
    GettStore store = GettStore::single;
    std::int64_t splits = 1;

    bool operator==(const GettChoice&) const = default;
};

/// "128x64x16 swapped rows 8:16 ...", for explain().
[[nodiscard]] std::string describe(const DirectShape& shape, const GettChoice& choice);

/// What is multiplied.
[[nodiscard]] inline GettProducts products_of(const DirectShape& shape) {
    return {shape.dtypes[1], shape.compute};
}

/// Whether it is a product that is not empty, of dtypes that there are kernels for.
[[nodiscard]] bool suits_gett(const DirectShape& shape);

/// Ways to do a product that are worth a prediction, by tile: any of each list.
struct GettOptions {
    int tile = 0;
    bool swapped = false;
    std::vector<GettOrder> rows;
    std::vector<GettOrder> columns;
    std::vector<GettOrder> inner;
    std::vector<GettStore> stores;
    std::vector<std::int64_t> splits;
};
[[nodiscard]] std::vector<GettOptions> gett_options(const DirectShape& shape,
                                                    const Architecture& gpu,
                                                    std::int64_t scratch_bytes);

/// The choice that has of each list what pick(list) returns.
template <class Pick>
[[nodiscard]] GettChoice choice_of(const GettOptions& options, Pick pick) {
    return {options.tile,        options.swapped,      pick(options.rows),  pick(options.columns),
            pick(options.inner), pick(options.stores), pick(options.splits)};
}

/// A choice and how long it is predicted to take, the launch itself included.
struct GettPrice {
    GettChoice choice;
    double us = 0;
};
/// The best of each tile and order of inputs, cheapest first.
[[nodiscard]] std::vector<GettPrice> likely_getts(const DirectShape& shape, const Architecture& gpu,
                                                  std::int64_t scratch_bytes);
/// The cheapest that is found by improving those of the three cheapest tiles; nothing where no
/// launch is possible.
[[nodiscard]] std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                                 std::int64_t scratch_bytes);

/// The launch of a choice, in vectors where `aligned`; nothing where the kernels cannot count so
/// many indices. Where splits > 1, D of the indexes' shape is packed.
[[nodiscard]] std::optional<DirectLaunch> gett_launch(GettIndexes& indexes,
                                                      const GettChoice& choice, bool aligned,
                                                      const Architecture& gpu);

/// What the cost model counts of that launch.
[[nodiscard]] std::optional<GettWork> gett_work(GettIndexes& indexes, const GettChoice& choice,
                                                const Architecture& gpu);

}  // namespace ttgt::cuda
