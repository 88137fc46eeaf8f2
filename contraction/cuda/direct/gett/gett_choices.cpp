// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/direct/gett/gett_groups.h"
#include "contraction/cuda/direct/gett/gett_index.h"
#include "contraction/cuda/direct/gett/gett_plan.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

constexpr std::int64_t whole = std::int64_t{1} << 40;

class OptionMaker {
public:
    OptionMaker(const DirectShape& shape, const Architecture& gpu, std::int64_t scratch_bytes)
        : shape_(shape), gpu_(gpu), scratch_bytes_(scratch_bytes) {}

    std::vector<GettOptions> make() {
        const GettTiles tiles = gett_tiles(products_of(shape_));
        for (const bool swapped : {false, true}) {
            groups_ = make_groups(shape_, swapped);
            m_ = volume(groups_.rows);
            n_ = volume(groups_.columns);
            for (int t = 0; t < tiles.count; ++t) add_tile(tiles.first[t], t, swapped);
        }
        return std::move(options_);
    }

private:
    /// Whether neighbours of a group are within a sector of an operand.
    bool is_fast(const GroupModes& modes, std::size_t operand) const {
        return least_stride(modes, operand) * size_bytes(shape_.dtypes[operand]) < sector_bytes;
    }

    /// Where two operands run along different modes of a group, both runs, in either order.
    std::vector<GettOrder> orders(const GroupModes& modes, std::size_t first, std::size_t second,
                                  std::int64_t tile) const {
        const bool by_first = is_fast(modes, first);
        const bool by_second = is_fast(modes, second);
        if (by_first && !by_second) return {{tile, 1, false}};
        if (!by_first || fastest(modes, first) == fastest(modes, second)) return {{}};
        const std::int64_t longer = tile >= 96 ? 16 : tile >= 32 ? 8 : 4;
        const std::int64_t shorter = tile / longer;
        std::vector<GettOrder> orders{{longer, shorter, false}, {shorter, longer, true}, {}};
        if (longer == shorter) return orders;
        orders.push_back({longer, shorter, true});
        orders.push_back({shorter, longer, false});
        // Threads follow runs of powers of two, which suit fewer extents the longer they are.
        const bool suits_longer = fastest(modes, first)->extent % longer == 0 &&
                                  fastest(modes, second)->extent % longer == 0;
        if (suits_longer) return orders;
        orders.push_back({shorter, shorter, false});
        orders.push_back({shorter, shorter, true});
        return orders;
    }

    void add_tile(const GettTile& tile, int number, bool swapped) {
        const bool along_rows = least_stride(groups_.rows, 0) < least_stride(groups_.columns, 0);
        if (tile.rows == tile.columns && along_rows) return;  // the other of two of a kind
        const std::int64_t tiles =
            divide_up(m_, tile.rows) * divide_up(n_, tile.columns) * volume(groups_.batch);
        constexpr double least_used = 0.3;
        const double used = static_cast<double>(shape_.output_count) /
                            (static_cast<double>(tiles) * tile.rows * tile.columns);
        const bool is_small = tile.rows * tile.columns <= 32 * 32;
        if (used < least_used && !is_small) return;
        // Few products do not hide the stores of a thread that has many sums.
        constexpr int many_sums = 64;
        constexpr std::int64_t few_products = 64;
        if (tile.rows * tile.columns > many_sums * tile.threads() &&
            volume(groups_.inner) < few_products) {
            return;
        }
        GettOptions& options = options_.emplace_back();
        options.tile = number;
        options.swapped = swapped;
        options.rows = orders(groups_.rows, groups_.l, 0, tile.rows);
        options.columns = orders(groups_.columns, groups_.r, 0, tile.columns);
        options.inner = orders(groups_.inner, groups_.l, groups_.r, tile.inner);
        // Where neither input runs along inner positions, they follow the larger one.
        const bool r_leads =
            is_fast(groups_.inner, groups_.r) || shape_.bytes[groups_.l] <= shape_.bytes[groups_.r];
        for (GettOrder& order : options.inner) {
            if (order == GettOrder{} && !r_leads) order.first_run = whole;
        }
        options.stores = {along_rows ? GettStore::along_rows : GettStore::along_columns,
                          GettStore::staged};
        options.splits = split_counts(tile, tiles);
    }

    /// Splits that fill half of the device, the device, or it twice, where tiles do not.
    std::vector<std::int64_t> split_counts(const GettTile& tile, std::int64_t tiles) const {
        constexpr std::int64_t least_slices = 4;
        const std::int64_t slices = divide_up(volume(groups_.inner), tile.inner);
        const std::int64_t resident = std::int64_t{gpu_.multiprocessors} * tile.blocks;
        const std::int64_t by_scratch =
            scratch_bytes_ / (shape_.output_count * size_bytes(compute_of(shape_.dtypes[0])));
        std::vector<std::int64_t> counts{1};
        for (const std::int64_t wanted : {resident / 2, resident, 2 * resident}) {
            const std::int64_t splits =
                std::min({wanted / tiles, by_scratch, slices / least_slices});
            if (splits < 2) continue;
            const std::int64_t even = divide_up(slices, divide_up(slices, splits));
            if (even != counts.back()) counts.push_back(even);
        }
        return counts;
    }

    const DirectShape& shape_;
    const Architecture& gpu_;
    std::int64_t scratch_bytes_;
    GettGroups groups_;
    std::int64_t m_ = 1;
    std::int64_t n_ = 1;
    std::vector<GettOptions> options_;
};

/// Improves a choice in one thing at a time.
class Search {
public:
    Search(const DirectShape& shape, const Architecture& gpu)
        : packed_(with_packed_output(shape)), whole_(shape), split_(packed_), gpu_(gpu) {}

    GettPrice price(const GettChoice& choice) {
        const std::optional<GettWork> work =
            gett_work(choice.splits > 1 ? split_ : whole_, choice, gpu_);
        return {choice, work ? predict_us(*work, gpu_) : std::numeric_limits<double>::infinity()};
    }

    template <class Value>
    void improve(GettPrice& best, Value GettChoice::*part, const std::vector<Value>& values) {
        for (std::size_t i = 1; i < values.size(); ++i) {
            GettChoice other = best.choice;
            other.*part = values[i];
            const GettPrice priced = price(other);
            if (priced.us < best.us) best = priced;
        }
    }

private:
    DirectShape packed_;
    GettIndexes whole_;
    GettIndexes split_;
    const Architecture& gpu_;
};

std::string text_of(const GettOrder& order) {
    if (order == GettOrder{}) return "second";
    if (order.first_run >= whole) return "first";
    if (order.second_leads)
        return fmt::format("second {} first {}", order.second_run, order.first_run);
    return fmt::format("first {} second {}", order.first_run, order.second_run);
}

}  // namespace

bool suits_gett(const DirectShape& shape) {
    return shape.has_r && shape.output_count > 0 && shape.sum_count > 0 &&
           gett_tiles(products_of(shape)).count > 0 && shape.dtypes[1] == shape.dtypes[2] &&
           (shape.dtypes[0] == shape.dtypes[1] || shape.dtypes[0] == compute_of(shape.dtypes[1]));
}

std::vector<GettOptions> gett_options(const DirectShape& shape, const Architecture& gpu,
                                      std::int64_t scratch_bytes) {
    return OptionMaker(shape, gpu, scratch_bytes).make();
}

namespace {

constexpr std::size_t all_options = std::numeric_limits<std::size_t>::max();

/// What a search begins with: the first order, and those that D leads.
std::vector<GettOrder> starts(const std::vector<GettOrder>& orders) {
    std::vector<GettOrder> begin{orders.front()};
    for (const GettOrder& order : orders) {
        if (order.second_leads) begin.push_back(order);
    }
    return begin;
}

/// The best choices of the options whose first ones are the cheapest: of at most so many, and of
/// those that cost at most so many times as much as the cheapest.
std::vector<GettPrice> improved(const DirectShape& shape, const Architecture& gpu,
                                std::int64_t scratch_bytes, std::size_t most, double most_times) {
    const std::vector<GettOptions> options = gett_options(shape, gpu, scratch_bytes);
    Search search(shape, gpu);
    std::vector<std::pair<GettPrice, const GettOptions*>> firsts;
    for (const GettOptions& option : options) {
        GettPrice price =
            search.price(choice_of(option, [](const auto& values) { return values.front(); }));
        search.improve(price, &GettChoice::splits, option.splits);
        search.improve(price, &GettChoice::rows, starts(option.rows));
        search.improve(price, &GettChoice::columns, starts(option.columns));
        firsts.emplace_back(price, &option);
    }
    std::stable_sort(firsts.begin(), firsts.end(),
                     [](const auto& a, const auto& b) { return a.first.us < b.first.us; });
    if (firsts.size() > most) firsts.resize(most);
    std::vector<GettPrice> prices;
    const double most_us = firsts.empty() ? 0 : most_times * firsts.front().first.us;
    for (auto& [price, option] : firsts) {
        if (price.us > most_us) break;
        search.improve(price, &GettChoice::inner, option->inner);
        search.improve(price, &GettChoice::rows, option->rows);
        search.improve(price, &GettChoice::columns, option->columns);
        search.improve(price, &GettChoice::store, option->stores);
        if (std::isfinite(price.us)) prices.push_back(price);
    }
    std::stable_sort(prices.begin(), prices.end(),
                     [](const GettPrice& a, const GettPrice& b) { return a.us < b.us; });
    return prices;
}

}  // namespace

std::vector<GettPrice> likely_getts(const DirectShape& shape, const Architecture& gpu,
                                    std::int64_t scratch_bytes) {
    constexpr double likely_times = 3;
    return improved(shape, gpu, scratch_bytes, all_options, likely_times);
}

std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                   std::int64_t scratch_bytes) {
    constexpr std::size_t most_improved = 3;
    constexpr double promising_times = 1.5;
    const std::vector<GettPrice> prices =
        improved(shape, gpu, scratch_bytes, most_improved, promising_times);
    return prices.empty() ? std::optional<GettPrice>{} : prices.front();
}

std::string describe(const DirectShape& shape, const GettChoice& choice) {
    const GettTile& tile = gett_tiles(products_of(shape)).first[choice.tile];
    const std::string compute =
        shape.compute == ComputeType::full ? "" : fmt::format("{} ", name(shape.compute));
    constexpr const char* stores[] = {"single", "along rows", "along columns", "staged"};
    return fmt::format("{}{}x{}x{}{}; rows {}; columns {}; inner {}; {}; {} splits", compute,
                       tile.rows, tile.columns, tile.inner, choice.swapped ? " swapped" : "",
                       text_of(choice.rows), text_of(choice.columns), text_of(choice.inner),
                       stores[static_cast<int>(choice.store)], choice.splits);
}

}  // namespace ttgt::cuda
