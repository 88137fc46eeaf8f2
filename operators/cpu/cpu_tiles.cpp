// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cpu/cpu_tiles.h"

#include <algorithm>

#include "src/core/rounding.h"

namespace ttgt::cpu {
namespace {

// Reductions to few elements are cut into about so many parts of at least so many tiles. The
// parts are the same for any number of threads: so are the results.
constexpr std::int64_t wanted_parts = 64;
constexpr std::int64_t least_tiles = 16;

}  // namespace

CpuTiles::CpuTiles(const OperatorProblem& given, const OperatorTile& chosen)
    : problem(given),
      tile(chosen),
      kept(tile_count(given, chosen, false)),
      reduced(tile_count(given, chosen, true)),
      elements(volume(chosen, 0, chosen.modes.size())),
      kept_elements(volume(chosen, 0, chosen.kept)),
      depth(std::max(stack_depth(given.element), stack_depth(given.finish))) {
    if (given.reduction != Reduction::none) {
        chunks = std::min(divide_up(wanted_parts, kept),
                          std::max<std::int64_t>(reduced / least_tiles, 1));
    }
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        orders.push_back(reading_order(problem, tile, use));
    }
}

void TilePlace::go_to_kept(std::int64_t position) {
    std::fill(offsets_.begin(), offsets_.end(), 0);
    go_to(position, false);
    kept_offsets_ = offsets_;
}

void TilePlace::go_to_reduced(std::int64_t position) {
    offsets_ = kept_offsets_;
    go_to(position, true);
}

void TilePlace::go_to(std::int64_t position, bool is_reduced) {
    const std::vector<OperatorMode>& modes = tiles_.problem.modes;
    const std::vector<TileMode>& tile = tiles_.tile.modes;
    for (std::size_t number = 0; number < modes.size(); ++number) {
        const OperatorMode& mode = modes[number];
        if (mode.is_reduced != is_reduced) continue;
        const auto in_tile = std::find_if(
            tile.begin(), tile.end(), [&](const TileMode& each) { return each.mode == number; });
        const std::int64_t length = in_tile == tile.end() ? 1 : in_tile->length;
        const std::int64_t count = divide_up(mode.extent, length);
        const std::int64_t first = position % count * length;
        position /= count;
        if (in_tile != tile.end()) {
            length_[static_cast<std::size_t>(in_tile - tile.begin())] =
                std::min(length, mode.extent - first);
        }
        for (std::size_t use = 0; use < offsets_.size(); ++use) {
            offsets_[use] += first * mode.strides[use];
        }
    }
}

std::int64_t TilePlace::elements(std::size_t modes) const {
    std::int64_t product = 1;
    for (std::size_t i = 0; i < modes; ++i) product *= length_[i];
    return product;
}

Box TilePlace::box(std::size_t use, std::size_t modes) const {
    Box box;
    for (const std::size_t i : tiles_.orders[use]) {
        if (i >= modes) continue;
        box.add(length_[i], tiles_.problem.modes[tiles_.tile.modes[i].mode].strides[use],
                elements(i));
    }
    return box;
}

}  // namespace ttgt::cpu
