// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/held_tiles.h"

#include <algorithm>
#include <utility>

namespace ttgt {

void HeldTiles::offer(const TileName& name, Tile tile) {
    const std::lock_guard lock(mutex_);
    held_.try_emplace(name, Held{std::move(tile), {}});
}

bool HeldTiles::take(const TileName& name, FunctionRef<Event(const Tile&)> copy) {
    // The copy is enqueued under the lock: the holder asks for its end before it overwrites the
    // tile.
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(name);
    if (found == held_.end()) return false;
    Event copied = copy(found->second.tile);
    if (!copied) return false;
    found->second.taken.push_back(std::move(copied));
    return true;
}

std::vector<HeldTiles::Event> HeldTiles::withdraw(const char* data) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(held_.begin(), held_.end(), [&](const auto& entry) {
        return entry.second.tile.data == data;
    });
    if (found == held_.end()) return {};
    std::vector<Event> taken = std::move(found->second.taken);
    held_.erase(found);
    return taken;
}

void HeldTiles::clear() {
    const std::lock_guard lock(mutex_);
    held_.clear();
}

}  // namespace ttgt
