// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "src/core/function_ref.h"

namespace ttgt::cuda {
class Completion;
}

namespace ttgt {

/// The name of a tile of an operand.
struct TileName {
    std::size_t operand = 0;  ///< number of the operand
    std::int64_t number = 0;  ///< number of the tile among the tiles of the operand

    friend bool operator<(const TileName& left, const TileName& right) {
        return std::tie(left.operand, left.number) < std::tie(right.operand, right.number);
    }
};

/// The tiles of inputs that GPUs hold in a run, so that one that needs a tile which another one has
/// takes it from there: links between GPUs are faster than those to the host, and the host packs a
/// tile once. Thread-safe.
class HeldTiles {
public:
    using Event = std::shared_ptr<const cuda::Completion>;
    struct Tile {
        int device = 0;              ///< number of the GPU that holds the tile
        const char* data = nullptr;  ///< address of the tile on that GPU
        Event filled;                ///< completed when the tile has been copied there
    };

    /// Says that a GPU holds the tile, so that other GPUs may copy it from there. Does nothing if
    /// the tile has been offered before.
    void offer(const TileName& name, Tile tile);
    /// If a GPU holds the tile: calls `copy` with it. `copy` enqueues a copy and returns the event
    /// of its end, or null if it makes no copy. Returns whether a copy was made. The holder does
    /// not make room for another tile meanwhile.
    bool take(const TileName& name, FunctionRef<Event(const Tile&)> copy);
    /// Says that the memory at `data` no longer holds its tile: no GPU copies it from now on.
    /// Returns the events of the ends of the copies that were made of it.
    [[nodiscard]] std::vector<Event> withdraw(const char* data);
    void clear();

private:
    struct Held {
        Tile tile;
        std::vector<Event> taken;
    };

    std::mutex mutex_;
    std::map<TileName, Held> held_;
};

}  // namespace ttgt
