// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_options.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "src/core/element.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

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

    /// Replaces `best` by another choice that takes less than `share` of its time.
    void take_if_cheaper(GettPrice& best, const GettChoice& other, double share = 1) {
        const double most_us = share * best.us;
        const GettPrice priced = price(other, most_us);
        if (priced.us < most_us) best = priced;
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
            take_if_cheaper(best, other);
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

/// Improves the number of splits. One that fills rounds of blocks has to gain clearly: more splits
/// cost more of memory than is priced.
void improve_splits(Search& search, GettPrice& price, const GettOptions& option) {
    search.improve(price, &GettChoice::splits, option.splits);
    if (option.full_splits == 1) return;
    constexpr double clearly = 0.96;
    GettChoice full = price.choice;
    full.splits = option.full_splits;
    search.take_if_cheaper(price, full, clearly);
}

/// A first price of an option: that of all splits, both ways to write and a few orders.
GettPrice first_price(Search& search, const GettOptions& option) {
    GettPrice price =
        search.price(choice_of(option, [](const auto& values) { return values.front(); }));
    improve_splits(search, price, option);
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
    improve_splits(search, best, option);
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
    const GettOptionMaker maker(shape, gpu, scratch_bytes);
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
