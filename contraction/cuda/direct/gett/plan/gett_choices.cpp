// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
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
#include "src/core/sort_few.h"

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
        : shape_(shape),
          gpu_(gpu),
          scratch_bytes_(scratch_bytes),
          groups_{given_groups(shape), swapped_groups(shape)} {}

    /// The options of all tiles, without their lists.
    std::vector<GettOptions> without_lists() {
        constexpr std::size_t usual = 64;
        options_.reserve(usual);
        for (const bool swapped : {false, true}) {
            add_tiles(shape_.compute, swapped);
            if (shape_.compute == ComputeType::tf32x3) add_tiles(ComputeType::full, swapped);
        }
        return std::move(options_);
    }

    /// Fills in the lists of options.
    void fill_lists(GettOptions& options) const {
        const GettGroups& groups = groups_of(options.swapped);
        const GettTile& tile = gett_tiles({shape_.dtypes[1], options.compute}).first[options.tile];
        options.rows = orders(groups.rows, groups.l, 0, tile.rows);
        options.columns = orders(groups.columns, groups.r, 0, tile.columns);
        options.inner = orders(groups.inner, groups.l, groups.r, tile.inner);
        // Where neither input runs along inner positions, the order follows the larger input.
        const bool r_leads =
            is_fast(groups.inner, groups.r) || shape_.bytes[groups.l] <= shape_.bytes[groups.r];
        for (GettOrder& order : options.inner) {
            if (order == GettOrder{} && !r_leads) order.first_run = endless_run;
        }
        options.stores = {
            groups.d_runs_along_rows() ? GettStore::along_rows : GettStore::along_columns,
            GettStore::staged};
        options.splits = split_counts(groups, tile);
    }

private:
    const GettGroups& groups_of(bool swapped) const { return groups_[swapped ? 1 : 0]; }

    /// Whether a sum has few products.
    bool is_short() const { return shape_.sum_count < 64; }

    /// Whether neighbours along the fastest mode of a group lie less than a sector (32 bytes) apart
    /// in an operand.
    bool is_fast(const GroupModes& modes, std::size_t operand) const {
        return modes.least_stride(operand) * size_bytes(shape_.dtypes[operand]) < sector_bytes;
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
        if (!by_first || modes.fastest(first) == modes.fastest(second)) return {{}};
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
        const bool suits_longer = modes.fastest(first)->extent % longer == 0 &&
                                  modes.fastest(second)->extent % longer == 0;
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
        const GettGroups& groups = groups_of(swapped);
        // A square tile is tried with one order of the inputs only: the other order is its mirror
        // image.
        if (tile.rows == tile.columns && groups.d_runs_along_rows()) return;
        constexpr double least_used = 0.3;
        const std::int64_t tiles = tiles_of(groups, tile);
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
        options.least_us = least_us(share_of(groups, tile, options), gpu_);
    }

    /// Number of tiles of D of all batch indices.
    static std::int64_t tiles_of(const GettGroups& groups, const GettTile& tile) {
        return divide_up(groups.rows.volume(), tile.rows) *
               divide_up(groups.columns.volume(), tile.columns) * groups.batch.volume();
    }

    /// What all choices with a tile have in common.
    GettShare share_of(const GettGroups& groups, const GettTile& tile,
                       const GettOptions& options) const {
        const std::int64_t m = groups.rows.volume();
        const std::int64_t n = groups.columns.volume();
        const double elements =
            static_cast<double>(m) * static_cast<double>(divide_up(n, tile.columns)) +
            static_cast<double>(n) * static_cast<double>(divide_up(m, tile.rows));
        return {.products = {shape_.dtypes[1], options.compute},
                .tile = options.tile,
                .tiles = tiles_of(groups, tile),
                .slices = divide_up(shape_.sum_count, tile.inner),
                .read_bytes = elements * static_cast<double>(shape_.sum_count) *
                              static_cast<double>(groups.batch.volume()) *
                              static_cast<double>(size_bytes(shape_.dtypes[1])),
                .bytes = shape_.bytes[0] + shape_.bytes[1] + shape_.bytes[2]};
    }

    /// Numbers of splits that are worth a prediction: 1 and, where tiles do not fill the device,
    /// those that give half as many blocks as are resident on the device, as many, or twice as
    /// many.
    std::vector<std::int64_t> split_counts(const GettGroups& groups, const GettTile& tile) const {
        constexpr std::int64_t least_slices = 4;
        const std::int64_t tiles = tiles_of(groups, tile);
        const std::int64_t slices = divide_up(shape_.sum_count, tile.inner);
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
    /// The groups with the inputs as given, and swapped.
    std::array<GettGroups, 2> groups_;
    std::vector<GettOptions> options_;
};

/// Prices choices, and improves a choice in one part at a time.
class Search {
public:
    Search(const DirectShape& shape, const Architecture& gpu)
        : shape_(shape), whole_(shape), gpu_(gpu) {}

    /// A choice with its predicted time, or a time above `most_us` that is not longer; infinity
    /// where it cannot be launched.
    GettPrice price(const GettChoice& choice, double most_us = infinite_us) {
        const std::optional<GettWork> work = gett_work(indexes_of(choice), choice, gpu_);
        return {choice, work ? predict_us(*work, gpu_, most_us) : infinite_us};
    }

    /// Replaces `best` by the choice that differs in `part` alone and is cheaper than `best`. The
    /// values are those of `values` for which is_tried(value) is true.
    template <class Value, class IsTried>
    void improve(GettPrice& best, Value GettChoice::*part, const std::vector<Value>& values,
                 const IsTried& is_tried) {
        for (const Value& value : values) {
            if (value == best.choice.*part || !is_tried(value)) continue;
            GettChoice other = best.choice;
            other.*part = value;
            const GettPrice priced = price(other, best.us);
            if (priced.us < best.us) best = priced;
        }
    }
    template <class Value>
    void improve(GettPrice& best, Value GettChoice::*part, const std::vector<Value>& values) {
        improve(best, part, values, [](const Value&) { return true; });
    }

private:
    static constexpr double infinite_us = std::numeric_limits<double>::infinity();

    /// The indexes that a choice is priced with. Those of splits are made for the first choice that
    /// has several.
    GettIndexes& indexes_of(const GettChoice& choice) {
        if (choice.splits == 1) return whole_;
        if (!split_) {
            packed_ = with_packed_output(shape_);
            split_.emplace(packed_);
        }
        return *split_;
    }

    const DirectShape& shape_;
    /// Indexes for choices with one split.
    GettIndexes whole_;
    /// The shape with a packed D, as partial sums of a split are kept.
    DirectShape packed_;
    /// Indexes of `packed_`, for choices with several splits.
    std::optional<GettIndexes> split_;
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
    OptionMaker maker(shape, gpu, scratch_bytes);
    std::vector<GettOptions> options = maker.without_lists();
    for (GettOptions& of_tile : options) maker.fill_lists(of_tile);
    return options;
}

namespace {

/// An option and the price of a first choice.
struct FirstPrice {
    GettPrice price;
    const GettOptions* option = nullptr;
};

/// Improves a choice in some orders of rows or columns: the first one, and those whose second
/// operand leads or is followed alone.
void improve_start(Search& search, GettPrice& price, GettOrder GettChoice::*part,
                   const std::vector<GettOrder>& orders) {
    search.improve(price, part, orders, [&](const GettOrder& order) {
        return order.second_leads || order == GettOrder{} || order == orders.front();
    });
}

/// A first price of an option: that of all splits, both ways to write and a few orders.
GettPrice first_price(Search& search, const GettOptions& option) {
    GettPrice price =
        search.price(choice_of(option, [](const auto& values) { return values.front(); }));
    search.improve(price, &GettChoice::splits, option.splits);
    search.improve(price, &GettChoice::store, option.stores);
    improve_start(search, price, &GettChoice::rows, option.rows);
    improve_start(search, price, &GettChoice::columns, option.columns);
    return price;
}

/// How many options are improved.
struct Promise {
    /// At most so many.
    std::size_t most;
    /// Those whose first price is at most so many times the lowest.
    double most_times;
};

/// The options that keep the promise, cheapest first. Options of which no choice can be so cheap
/// are not priced. fill_lists(option) fills in the lists of an option, if it has none.
template <class FillLists>
std::vector<FirstPrice> promising(Search& search, std::vector<GettOptions>& options,
                                  const Promise& promise, const FillLists& fill_lists) {
    std::vector<GettOptions*> by_least;
    by_least.reserve(options.size());
    for (GettOptions& option : options) by_least.push_back(&option);
    std::sort(by_least.begin(), by_least.end(), [](const auto* a, const auto* b) {
        return a->least_us < b->least_us || (a->least_us == b->least_us && a < b);
    });
    std::vector<FirstPrice> firsts;
    const auto is_cheaper = [](const FirstPrice& a, const FirstPrice& b) {
        return a.price.us < b.price.us || (a.price.us == b.price.us && a.option < b.option);
    };
    for (GettOptions* option : by_least) {
        const double least_us = option->least_us;
        if (!firsts.empty() && least_us > promise.most_times * firsts.front().price.us) break;
        if (firsts.size() == promise.most && least_us > firsts.back().price.us) break;
        fill_lists(*option);
        const FirstPrice first{first_price(search, *option), option};
        firsts.insert(std::upper_bound(firsts.begin(), firsts.end(), first, is_cheaper), first);
        if (firsts.size() > promise.most) firsts.pop_back();
    }
    while (!firsts.empty() && firsts.back().price.us > promise.most_times * firsts.front().price.us)
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
template <class FillLists>
std::vector<GettPrice> improved(const DirectShape& shape, const Architecture& gpu,
                                std::vector<GettOptions>& options, const Promise& promise,
                                const FillLists& fill_lists) {
    Search search(shape, gpu);
    std::vector<GettPrice> prices;
    for (const FirstPrice& first : promising(search, options, promise, fill_lists)) {
        const GettPrice price = improved(search, first.price, *first.option);
        if (std::isfinite(price.us)) prices.push_back(price);
    }
    sort_few(prices.begin(), prices.end(),
             [](const GettPrice& a, const GettPrice& b) { return a.us < b.us; });
    return prices;
}

/// The same for all options of a shape, whose lists are filled in where they are needed.
std::vector<GettPrice> improved(const DirectShape& shape, const Architecture& gpu,
                                std::int64_t scratch_bytes, const Promise& promise) {
    OptionMaker maker(shape, gpu, scratch_bytes);
    std::vector<GettOptions> options = maker.without_lists();
    return improved(shape, gpu, options, promise,
                    [&](GettOptions& of_tile) { maker.fill_lists(of_tile); });
}

/// The options that are improved for one plan.
constexpr Promise of_a_plan{.most = 3, .most_times = 1.5};
/// The options that are improved for plans that are measured.
constexpr Promise of_likely{.most = std::numeric_limits<std::size_t>::max(), .most_times = 3};

std::optional<GettPrice> cheapest(const std::vector<GettPrice>& prices) {
    return prices.empty() ? std::optional<GettPrice>{} : prices.front();
}

}  // namespace

std::vector<GettPrice> likely_getts(const DirectShape& shape, const Architecture& gpu,
                                    std::int64_t scratch_bytes) {
    return improved(shape, gpu, scratch_bytes, of_likely);
}

std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                   std::vector<GettOptions> options) {
    const auto has_lists = [](const GettOptions&) {};
    return cheapest(improved(shape, gpu, options, of_a_plan, has_lists));
}

std::optional<GettPrice> best_gett(const DirectShape& shape, const Architecture& gpu,
                                   std::int64_t scratch_bytes) {
    return cheapest(improved(shape, gpu, scratch_bytes, of_a_plan));
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
