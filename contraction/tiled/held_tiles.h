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

/// A tile of an operand.
struct TileName {
    std::size_t operand = 0;
    std::int64_t number = 0;

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
        int device = 0;
        const char* data = nullptr;
        Event filled;
    };

    /// From now on others may take it, where nobody has offered it before.
    void offer(const TileName& name, Tile tile);
    /// Calls `copy` with the tile where somebody holds it, before that makes room. It enqueues a
    /// copy and returns its end, or null where it declines. False where there was no copy.
    bool take(const TileName& name, FunctionRef<Event(const Tile&)> copy);
    /// The tile at `data` makes room: nobody takes it from now on. Returns the ends of the copies
    /// that were made of it.
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
