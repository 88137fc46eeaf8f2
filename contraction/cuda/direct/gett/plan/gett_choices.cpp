// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_groups.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// A run that is longer than any mode, so that the index follows one operand alone.
constexpr std::int64_t endless_run = std::int64_t{1} << 40;

GettOrder first_leads(std::int64_t first_run, std::int64_t second_run) {
    return {.first_run = first_run, .second_run = second_run};
}
GettOrder second_leads(std::int64_t first_run, std::int64_t second_run) {
    return {.first_run = first_run, .second_run = second_run, .second_leads = true};
}

/// Lists the choices of a shape that are worth a prediction.
class OptionMaker {
public:
    OptionMaker(const DirectShape& shape, const Architecture& gpu, std::int64_t scratch_bytes)
        : shape_(shape), gpu_(gpu), scratch_bytes_(scratch_bytes) {}

    std::vector<GettOptions> make() {
        for (const bool swapped : {false, true}) {
            groups_ = swapped ? swapped_groups(shape_) : given_groups(shape_);
            m_ = volume(groups_.rows);
            n_ = volume(groups_.columns);
            k_ = volume(groups_.inner);
            add_tiles(shape_.compute, swapped);
            if (shape_.compute == ComputeType::tf32x3) add_tiles(ComputeType::full, swapped);
        }
        return std::move(options_);
    }

private:
    /// Whether a sum has few products.
    bool is_short() const { return k_ < 64; }

    /// Whether neighbours along the fastest mode of a group lie less than a sector (32 bytes) apart
    /// in an operand.
    bool is_fast(const GroupModes& modes, std::size_t operand) const {
        return least_stride(modes, operand) * size_bytes(shape_.dtypes[operand]) < sector_bytes;
    }

    /// Orders of a group's index that are worth a prediction; `tile` is the group's size in a tile.
    /// Where the operands `first` and `second` are both fast along different modes of the group,
    /// the orders combine runs of both, in either order. Where one operand is fast, the order
    /// follows it.
    std::vector<GettOrder> orders(const GroupModes& modes, std::size_t first, std::size_t second,
                                  std::int64_t tile) const {
        const bool by_first = is_fast(modes, first);
        const bool by_second = is_fast(modes, second);
        if (by_first && !by_second) return {{tile}};
        if (!by_first || fastest(modes, first) == fastest(modes, second)) return {{}};
        const std::int64_t longer = tile >= 96 ? 16 : tile >= 32 ? 8 : 4;
        const std::int64_t shorter = tile / longer;
        std::vector<GettOrder> orders{
            first_leads(longer, shorter), second_leads(shorter, longer), {}};
        if (longer == shorter) return orders;
        orders.push_back(second_leads(longer, shorter));
        orders.push_back(first_leads(shorter, longer));
        // Neighbouring threads follow runs of powers of two. The longer a run, the fewer extents it
        // divides; where the longer run does not divide both extents, pairs of shorter runs are
        // worth a try.
        const bool suits_longer = fastest(modes, first)->extent % longer == 0 &&
                                  fastest(modes, second)->extent % longer == 0;
        if (suits_longer) return orders;
        orders.push_back(first_leads(shorter, shorter));
        orders.push_back(second_leads(shorter, shorter));
        return orders;
    }

    /// Adds the options of all tiles for a kind of products.
    void add_tiles(ComputeType compute, bool swapped) {
        const GettTiles tiles = gett_tiles({shape_.dtypes[1], compute});
        for (int t = 0; t < tiles.count; ++t) add_tile(tiles.first[t], compute, t, swapped);
    }

    /// Adds the options of a tile, unless D uses too little of it. `number` is the tile's index in
    /// gett_tiles() for a kind of products.
    void add_tile(const GettTile& tile, ComputeType compute, int number, bool swapped) {
        // Products of tensor cores beyond the end of a short sum are many in slices of 32.
        if (tile.warpgroups && (!gpu_.has_warpgroups || is_short())) return;
        const bool along_rows = least_stride(groups_.rows, 0) < least_stride(groups_.columns, 0);
        // A square tile is tried with one order of the inputs only: the other order is its mirror
        // image.
        if (tile.rows == tile.columns && along_rows) return;
        const std::int64_t tiles =
            divide_up(m_, tile.rows) * divide_up(n_, tile.columns) * volume(groups_.batch);
        constexpr double least_used = 0.3;
        const double used = static_cast<double>(shape_.output_count) /
                            (static_cast<double>(tiles) * tile.rows * tile.columns);
        const bool is_small = tile.rows * tile.columns <= 32 * 32;
        if (used < least_used && !is_small) return;
        // A thread with more sums than this spends long on its stores; sums of few products do not
        // hide that.
        constexpr int many_sums = 64;
        if (tile.rows * tile.columns > many_sums * tile.threads() && is_short()) return;
        GettOptions& options = options_.emplace_back();
        options.compute = compute;
        options.tile = number;
        options.swapped = swapped;
        options.rows = orders(groups_.rows, groups_.l, 0, tile.rows);
        options.columns = orders(groups_.columns, groups_.r, 0, tile.columns);
        options.inner = orders(groups_.inner, groups_.l, groups_.r, tile.inner);
        // Where neither input runs along inner positions, the order follows the larger input.
        const bool r_leads =
            is_fast(groups_.inner, groups_.r) || shape_.bytes[groups_.l] <= shape_.bytes[groups_.r];
        for (GettOrder& order : options.inner) {
            if (order == GettOrder{} && !r_leads) order.first_run = endless_run;
        }
        options.stores = {along_rows ? GettStore::along_rows : GettStore::along_columns,
                          GettStore::staged};
        options.splits = split_counts(tile, tiles);
        options.least_us = least_us(share_of(tile, compute, number, tiles), gpu_);
    }

    /// What all choices with a tile have in common; there are `tiles` tiles of D.
    GettShare share_of(const GettTile& tile, ComputeType compute, int number,
                       std::int64_t tiles) const {
        const double elements =
            static_cast<double>(m_) * static_cast<double>(divide_up(n_, tile.columns)) +
            static_cast<double>(n_) * static_cast<double>(divide_up(m_, tile.rows));
        return {.products = {shape_.dtypes[1], compute},
                .tile = number,
                .tiles = tiles,
                .slices = divide_up(k_, tile.inner),
                .read_bytes = elements * static_cast<double>(k_) *
                              static_cast<double>(volume(groups_.batch)) *
                              static_cast<double>(size_bytes(shape_.dtypes[1])),
                .bytes = shape_.bytes[0] + shape_.bytes[1] + shape_.bytes[2]};
    }

    /// Numbers of splits that are worth a prediction: 1 and, where tiles do not fill the device,
    /// those that give half as many blocks as are resident on the device, as many, or twice as
    /// many.
    std::vector<std::int64_t> split_counts(const GettTile& tile, std::int64_t tiles) const {
        constexpr std::int64_t least_slices = 4;
        const std::int64_t slices = divide_up(k_, tile.inner);
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
    /// Number of rows of the product.
    std::int64_t m_ = 1;
    /// Number of columns of the product.
    std::int64_t n_ = 1;
    /// Number of products of a sum.
    std::int64_t k_ = 1;
    std::vector<GettOptions> options_;
};

/// Prices choices, and improves a choice in one part at a time.
class Search {
public:
    Search(const DirectShape& shape, const Architecture& gpu)
        : packed_(with_packed_output(shape)), whole_(shape), split_(packed_), gpu_(gpu) {}

    /// A choice with its predicted time; infinity where it cannot be launched.
    GettPrice price(const GettChoice& choice) {
        const std::optional<GettWork> work =
            gett_work(choice.splits > 1 ? split_ : whole_, choice, gpu_);
        return {choice, work ? predict_us(*work, gpu_) : std::numeric_limits<double>::infinity()};
    }

    /// Replaces `best` by the choice that differs in `part` alone and is cheaper than `best`.
    template <class Value>
    void improve(GettPrice& best, Value GettChoice::*part, const std::vector<Value>& values) {
        for (const Value& value : values) {
            if (value == best.choice.*part) continue;
            GettChoice other = best.choice;
            other.*part = value;
            const GettPrice priced = price(other);
            if (priced.us < best.us) best = priced;
        }
    }

private:
    /// The shape with a packed D, as partial sums of a split are kept.
    DirectShape packed_;
    /// Indexes for choices with one split.
    GettIndexes whole_;
    /// Indexes for choices with several splits.
    GettIndexes split_;
    const Architecture& gpu_;
};

/// An order as describe() shows it.
std::string text_of(const GettOrder& order) {
    if (order == GettOrder{}) return "second";
    if (order.first_run >= endless_run) return "first";
    if (order.second_leads)
        return fmt::format("second {} first {}", order.second_run, order.first_run);
    return fmt::format("first {} second {}", order.first_run, order.second_run);
}

}  // namespace

bool suits_gett(const DirectShape& shape) {
    return shape.has_r && shape.output_count > 0 && shape.sum_count > 0 &&
           gett_tiles({shape.dtypes[1], shape.compute}).count > 0 &&
           shape.dtypes[1] == shape.dtypes[2] &&
           (shape.dtypes[0] == shape.dtypes[1] || shape.dtypes[0] == compute_of(shape.dtypes[1]));
}

std::vector<GettOptions> gett_options(const DirectShape& shape, const Architecture& gpu,
                                      std::int64_t scratch_bytes) {
    return OptionMaker(shape, gpu, scratch_bytes).make();
}

namespace {

/// No limit to the options that are improved.
constexpr std::size_t all_options = std::numeric_limits<std::size_t>::max();

/// The orders that a search begins with: the first one, and those whose second operand leads or is
/// followed alone.
std::vector<GettOrder> starts(const std::vector<GettOrder>& orders) {
    std::vector<GettOrder> begin{orders.front()};
    for (const GettOrder& order : orders) {
        if (order.second_leads || order == GettOrder{}) begin.push_back(order);
    }
    return begin;
}

/// An option and the price of a first choice.
struct FirstPrice {
    GettPrice price;
    const GettOptions* option = nullptr;
};

/// The options whose first prices are among the `most` lowest and at most `most_times` the lowest,
/// cheapest first. A first price is that of all splits, both ways to write and a few orders.
/// Options of which no choice can be so cheap are not priced.
std::vector<FirstPrice> promising(Search& search, const std::vector<GettOptions>& options,
                                  std::size_t most, double most_times) {
    std::vector<const GettOptions*> by_least;
    by_least.reserve(options.size());
    for (const GettOptions& option : options) by_least.push_back(&option);
    std::stable_sort(by_least.begin(), by_least.end(),
                     [](const auto* a, const auto* b) { return a->least_us < b->least_us; });
    std::vector<FirstPrice> firsts;
    const auto is_cheaper = [](const FirstPrice& a, const FirstPrice& b) {
        return a.price.us < b.price.us || (a.price.us == b.price.us && a.option < b.option);
    };
    for (const GettOptions* option : by_least) {
        if (!firsts.empty() && option->least_us > most_times * firsts.front().price.us) break;
        if (firsts.size() == most && option->least_us > firsts.back().price.us) break;
        GettPrice price =
            search.price(choice_of(*option, [](const auto& values) { return values.front(); }));
        search.improve(price, &GettChoice::splits, option->splits);
        search.improve(price, &GettChoice::store, option->stores);
        search.improve(price, &GettChoice::rows, starts(option->rows));
        search.improve(price, &GettChoice::columns, starts(option->columns));
        const FirstPrice first{price, option};
        firsts.insert(std::upper_bound(firsts.begin(), firsts.end(), first, is_cheaper), first);
        if (firsts.size() > most) firsts.pop_back();
    }
    while (!firsts.empty() && firsts.back().price.us > most_times * firsts.front().price.us)
        firsts.pop_back();
    return firsts;
}

/// Improves a choice in all parts. The orders are improved for each way to write, because they suit
/// one another.
GettPrice improved(Search& search, GettPrice price, const GettOptions& option) {
    search.improve(price, &GettChoice::inner, option.inner);
    GettPrice best = price;
    for (const GettStore store : option.stores) {
        GettPrice of_store = price;
        if (store != price.choice.store) {
            of_store.choice.store = store;
            of_store = search.price(of_store.choice);
        }
        search.improve(of_store, &GettChoice::rows, option.rows);
        search.improve(of_store, &GettChoice::columns, option.columns);
        if (of_store.us < best.us) best = of_store;
    }
    search.improve(best, &GettChoice::splits, option.splits);
    return best;
}

/// The best choice of each promising option, cheapest first.
std::vector<GettPrice> improved(const DirectShape& shape, const Architecture& gpu,
                                const std::vector<GettOptions>& options, std::size_t most,
                                double most_times) {
    Search search(shape, gpu);
    std::vector<GettPrice> prices;
    for (const FirstPrice& first : promising(search, options, most, most_times)) {
        const GettPrice price = improved(search, first.price, *first.option);
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
    return improved(shape, gpu, gett_options(shape, gpu, scratch_bytes), all_options, likely_times);
}

std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                   const std::vector<GettOptions>& options) {
    constexpr std::size_t most_improved = 3;
    constexpr double promising_times = 1.5;
    const std::vector<GettPrice> prices =
        improved(shape, gpu, options, most_improved, promising_times);
    return prices.empty() ? std::optional<GettPrice>{} : prices.front();
}

std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                   std::int64_t scratch_bytes) {
    return best_gett(shape, gpu, gett_options(shape, gpu, scratch_bytes));
}

std::string describe(DType dtype, const GettChoice& choice) {
    const GettTile& tile = gett_tiles({dtype, choice.compute}).first[choice.tile];
    const std::string compute =
        has_several_products(dtype) ? fmt::format("{} ", name(choice.compute)) : "";
    constexpr const char* stores[] = {"single", "along rows", "along columns", "staged"};
    return fmt::format("{}{}x{}x{}{}{}; rows {}; columns {}; inner {}; {}; {} splits", compute,
                       tile.rows, tile.columns, tile.inner, tile.warpgroups ? " by warpgroups" : "",
                       choice.swapped ? " swapped" : "", text_of(choice.rows),
                       text_of(choice.columns), text_of(choice.inner),
                       stores[static_cast<int>(choice.store)], choice.splits);
}

}  // namespace ttgt::cuda
