// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tile_choice.h"

#include <ttgt/error.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "contraction/plan/workspace.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

/// Candidates of more products than this are not priced where one of fewer fits.
constexpr std::int64_t most_products = 256;

/// 1, 2, 4, … and at last `most`.
std::vector<std::int64_t> doubled_parts(std::int64_t most) {
    std::vector<std::int64_t> parts;
    for (std::int64_t part = 1; part < most; part *= 2) parts.push_back(part);
    parts.push_back(most);
    return parts;
}

/// 1, 2, 3, 4, 6, 8, 12, … and at last `most`.
std::vector<std::int64_t> fine_parts(std::int64_t most) {
    std::vector<std::int64_t> parts;
    for (std::int64_t part = 1; part < most; part *= 2) {
        parts.push_back(part);
        if (part > 1 && part * 3 / 2 < most) parts.push_back(part * 3 / 2);
    }
    parts.push_back(most);
    return parts;
}

std::int64_t slot_bytes(const TiledProblem& tiled, const TileGrid& grid, std::size_t operand) {
    return align_in_workspace(tile_bytes(tiled, operand, grid.tile));
}

/// Enumerates grids, orders and slots, and keeps the best.
class Search {
public:
    Search(const TileTask& task, bool leaves_room, std::int64_t products)
        : task_(task), leaves_room_(leaves_room), products_(products) {}

    std::optional<TileCandidate> best() {
        const TileParts most = most_parts(task_.tiled);
        // 16-bit sums would be rounded between the parts of a sum.
        const bool keeps_sums = rounds_once(task_.tiled.problem);
        for (const std::int64_t batch : doubled_parts(most.batch)) {
            for (const std::int64_t free_l : fine_parts(most.free_l)) {
                for (const std::int64_t free_r : fine_parts(most.free_r)) {
                    if (batch > products_ / free_l / free_r) break;
                    for (const std::int64_t summed : doubled_parts(keeps_sums ? 1 : most.summed)) {
                        if (batch * free_l * free_r > products_ / summed) break;
                        add({batch, free_l, free_r, summed});
                    }
                }
            }
        }
        return best_;
    }

private:
    void add(const TileParts& parts) {
        TileCandidate candidate;
        candidate.grid = cut(task_.tiled, parts);
        if (candidate.grid == last_) return;
        last_ = candidate.grid;
        if (least_bytes(candidate.grid) > task_.memory_limit) return;
        for (const TileOrder order : {TileOrder::free_l_slowest, TileOrder::free_r_slowest}) {
            if (best_ && least_ms(task_, candidate) >= best_->predicted_ms) return;
            candidate.order = order;
            const std::vector<PerLabel> all = walk(task_.tiled, candidate.grid, order);
            const std::vector<PerLabel> mine =
                share_of_walk(task_.tiled, candidate.grid, all, 0, task_.devices);
            give_slots(candidate, mine, operand_l);
            consider(candidate);
            const TileSlots slots = candidate.slots;
            give_slots(candidate, mine, operand_r);
            if (candidate.slots != slots) consider(candidate);
        }
    }

    /// Bytes of two slots for each operand, or one slot where the operand is one tile, with the
    /// room for intermediates.
    [[nodiscard]] std::int64_t least_bytes(const TileGrid& grid) const {
        std::int64_t bytes = 0;
        for (std::size_t operand = 0; operand < operands_of(task_.tiled.problem); ++operand) {
            bytes = checked_add(bytes,
                                least_slots(grid, operand) * slot_bytes(task_.tiled, grid, operand),
                                "the memory of tiles");
        }
        return bytes + room(grid);
    }

    /// Bytes of room for intermediates: as much as all operands of a product have, which transposes
    /// of all of them would take.
    [[nodiscard]] std::int64_t room(const TileGrid& grid) const {
        if (!leaves_room_) return 0;
        std::int64_t bytes = 0;
        for (std::size_t operand = 0; operand < operands_of(task_.tiled.problem); ++operand) {
            bytes += slot_bytes(task_.tiled, grid, operand);
        }
        return bytes;
    }

    [[nodiscard]] int least_slots(const TileGrid& grid, std::size_t operand) const {
        std::int64_t tiles = 1;
        for (const std::size_t label : task_.tiled.modes[operand]) tiles *= grid.counts[label];
        return tiles > 1 && leaves_room_ ? 2 : 1;
    }

    /// Gives each operand as many slots as it has tiles, or as fit the memory, to the input `first`
    /// first.
    void give_slots(TileCandidate& candidate, const std::vector<PerLabel>& mine,
                    std::size_t first) const {
        const TileGrid& grid = candidate.grid;
        candidate.slots = {1, 1, 1};
        std::int64_t left = task_.memory_limit - least_bytes(grid);
        for (std::size_t operand = 0; operand < operands_of(task_.tiled.problem); ++operand) {
            candidate.slots[operand] = least_slots(grid, operand);
        }
        for (const std::size_t operand : {first, operand_l + operand_r - first}) {
            if (operand >= operands_of(task_.tiled.problem)) continue;
            const std::int64_t bytes =
                std::max<std::int64_t>(slot_bytes(task_.tiled, grid, operand), 1);
            const std::int64_t wanted =
                distinct_tiles(task_.tiled, grid, operand, mine) - candidate.slots[operand];
            const std::int64_t more =
                std::clamp<std::int64_t>(left / bytes, 0, std::max<std::int64_t>(wanted, 0));
            candidate.slots[operand] += static_cast<int>(more);
            left -= more * bytes;
        }
        candidate.tile_memory = 0;
        for (std::size_t operand = 0; operand < operands_of(task_.tiled.problem); ++operand) {
            candidate.tile_memory +=
                candidate.slots[operand] * slot_bytes(task_.tiled, grid, operand);
        }
    }

    void consider(TileCandidate& candidate) {
        candidate.predicted_ms = predicted_ms(task_, candidate);
        if (!best_ || candidate.predicted_ms < best_->predicted_ms) best_ = candidate;
    }

    const TileTask& task_;
    bool leaves_room_;
    std::int64_t products_;
    std::optional<TileGrid> last_;
    std::optional<TileCandidate> best_;
};

}  // namespace

std::array<SlotPlace, operand_count> slot_places(const TiledProblem& tiled,
                                                 const TileCandidate& candidate) {
    std::array<SlotPlace, operand_count> places{};
    std::int64_t end = 0;
    for (std::size_t operand = 0; operand < operands_of(tiled.problem); ++operand) {
        places[operand] = {end, slot_bytes(tiled, candidate.grid, operand)};
        end += candidate.slots[operand] * places[operand].step;
    }
    return places;
}

TileSchedule schedule_of(const TiledProblem& tiled, const TileCandidate& candidate, int device,
                         int devices) {
    const std::vector<PerLabel> all = walk(tiled, candidate.grid, candidate.order);
    return make_schedule(tiled, candidate.grid,
                         share_of_walk(tiled, candidate.grid, all, device, devices),
                         candidate.slots);
}

TileCandidate choose_tiles(const TileTask& task) {
    for (const bool leaves_room : {true, false}) {
        for (std::int64_t products = most_products; products <= most_products << 16;
             products *= 16) {
            const std::optional<TileCandidate> best = Search(task, leaves_room, products).best();
            if (best) return *best;
        }
    }
    throw InvalidArgument(
        fmt::format("'{}' has no tiles that fit into {} bytes of a device's memory",
                    task.tiled.problem.text, task.memory_limit));
}

}  // namespace ttgt
