// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tile_schedule.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "src/runtime/threads.h"

namespace ttgt {
namespace {

/// Which tiles of one input a device holds, product by product.
class Residence {
public:
    Residence(std::vector<std::int64_t> needed, int slots)
        : needed_(std::move(needed)), next_use_(needed_.size()), slots_(slots) {
        std::unordered_map<std::int64_t, std::size_t> next;
        for (std::size_t use = needed_.size(); use > 0; --use) {
            const auto [known, is_new] = next.try_emplace(needed_[use - 1], needed_.size());
            next_use_[use - 1] = known->second;
            known->second = use - 1;
        }
    }

    struct Answer {
        int slot = 0;
        bool is_brought = false;
    };
    /// Where the tile of the next product is, or goes.
    Answer take(std::size_t use) {
        const auto held = std::find_if(held_.begin(), held_.end(), [&](const Held& tile) {
            return tile.number == needed_[use];
        });
        if (held != held_.end()) {
            held->next_use = next_use_[use];
            held->last_use = use;
            return {.slot = static_cast<int>(held - held_.begin()), .is_brought = false};
        }
        const Held tile{needed_[use], next_use_[use], use};
        if (held_.size() < static_cast<std::size_t>(slots_)) {
            held_.push_back(tile);
            return {.slot = static_cast<int>(held_.size()) - 1, .is_brought = true};
        }
        const std::size_t leaves = needed_last(use);
        held_[leaves] = tile;
        return {.slot = static_cast<int>(leaves), .is_brought = true};
    }

private:
    struct Held {
        std::int64_t number = 0;
        std::size_t next_use = 0;
        std::size_t last_use = 0;
    };

    [[nodiscard]] std::size_t needed_last(std::size_t use) const {
        const auto rank = [&](const Held& tile) {
            return std::pair{tile.last_use + 1 != use, tile.next_use};
        };
        const auto last =
            std::max_element(held_.begin(), held_.end(),
                             [&](const Held& a, const Held& b) { return rank(a) < rank(b); });
        return static_cast<std::size_t>(last - held_.begin());
    }

    std::vector<std::int64_t> needed_;
    std::vector<std::size_t> next_use_;
    std::vector<Held> held_;
    int slots_;
};

std::vector<std::int64_t> numbers_of(const TiledProblem& tiled, const TileGrid& grid,
                                     std::size_t operand, std::span<const PerLabel> places) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(places.size());
    for (const PerLabel& place : places) {
        numbers.push_back(tile_number(tiled, grid, operand, place));
    }
    return numbers;
}

/// Devices begin a tile's sum at different tiles of the inputs: what several of them need is then
/// packed by one for all while the others pack the rest. The next tile's sum goes back the same
/// way. `first` is the number of the first tile of D.
void begin_sums_apart(std::vector<PerLabel>& places, std::int64_t first, std::int64_t products,
                      int device, int devices) {
    const bool goes_back = first % 2 == 1;  // the walk does, in every second tile
    std::int64_t shift = goes_back ? products - part_begin(products, devices, device + 1)
                                   : part_begin(products, devices, device);
    for (auto begin = places.begin(); begin != places.end(); begin += products) {
        std::rotate(begin, begin + shift % products, begin + products);
        shift = products - shift;
    }
}

}  // namespace

TileSchedule make_schedule(const TiledProblem& tiled, const TileGrid& grid,
                           std::vector<PerLabel> places, const TileSlots& slots) {
    TileSchedule schedule;
    const auto bring = [&](std::size_t operand, std::size_t place, int slot) {
        TileStep step{TileStep::Kind::bring, place, operand};
        step.slots[operand] = slot;
        schedule.steps.push_back(step);
        ++schedule.brought[operand];
    };
    std::vector<Residence> inputs;
    for (std::size_t operand = operand_l; operand < operands_of(tiled.problem); ++operand) {
        inputs.emplace_back(numbers_of(tiled, grid, operand, places), slots[operand]);
    }
    const std::vector<std::int64_t> outputs = numbers_of(tiled, grid, operand_d, places);
    int output_slot = -1;
    for (std::size_t place = 0; place < places.size(); ++place) {
        const bool is_first = place == 0 || outputs[place] != outputs[place - 1];
        const bool is_last = place + 1 == places.size() || outputs[place] != outputs[place + 1];
        if (is_first) output_slot = (output_slot + 1) % slots[operand_d];
        TileStep product{TileStep::Kind::multiply, place, operand_d, {}, !is_first};
        product.slots[operand_d] = output_slot;
        for (std::size_t operand = operand_l; operand < operands_of(tiled.problem); ++operand) {
            const Residence::Answer answer = inputs[operand - operand_l].take(place);
            product.slots[operand] = answer.slot;
            if (answer.is_brought) bring(operand, place, answer.slot);
        }
        if (is_first && !tiled.problem.beta_is_zero) bring(operand_d, place, output_slot);
        schedule.steps.push_back(product);
        if (!is_last) continue;
        TileStep take{TileStep::Kind::take, place, operand_d};
        take.slots[operand_d] = output_slot;
        schedule.steps.push_back(take);
    }
    schedule.places = std::move(places);
    return schedule;
}

std::vector<PerLabel> share_of_walk(const TiledProblem& tiled, const TileGrid& grid,
                                    std::span<const PerLabel> all, int device, int devices) {
    const std::int64_t tiles = output_tiles(tiled, grid);
    const std::int64_t products = products_per_tile(tiled, grid);
    const std::int64_t first = part_begin(tiles, devices, device);
    const auto begin = all.begin() + first * products;
    const auto end = all.begin() + part_begin(tiles, devices, device + 1) * products;
    std::vector<PerLabel> places(begin, end);
    begin_sums_apart(places, first, products, device, devices);
    return places;
}

int distinct_tiles(const TiledProblem& tiled, const TileGrid& grid, std::size_t operand,
                   std::span<const PerLabel> places) {
    const std::vector<std::int64_t> numbers = numbers_of(tiled, grid, operand, places);
    return static_cast<int>(std::set<std::int64_t>(numbers.begin(), numbers.end()).size());
}

}  // namespace ttgt
