// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>

#include <cstdint>
#include <vector>

#include "contraction/tiled/tile_schedule.h"

namespace ttgt {

/// One way to do a tiled problem on several devices.
struct TileCandidate {
    TileGrid grid;
    TileOrder order = TileOrder::free_l_slowest;
    TileSlots slots{};
    std::int64_t tile_memory = 0;  ///< bytes on each device
    double predicted_ms = 0;
};

/// What tiles are chosen for.
struct TileTask {
    const TiledProblem& tiled;
    HostLinkRates rates;
    double flops_per_second = 0;  ///< of a device, on large tiles
    int multiprocessors = 0;      ///< that share a product's blocks of D; 0: no such blocks
    int devices = 1;
    std::int64_t memory_limit = 0;  ///< bytes of each device
};

/// Where the slots of an operand begin in a device's memory of tiles, and how far they are apart.
struct SlotPlace {
    std::int64_t offset = 0;
    std::int64_t step = 0;
};
[[nodiscard]] std::array<SlotPlace, operand_count> slot_places(const TiledProblem& tiled,
                                                               const TileCandidate& candidate);

/// What a device does by the candidate.
[[nodiscard]] TileSchedule schedule_of(const TiledProblem& tiled, const TileCandidate& candidate,
                                       int device, int devices);
/// Milliseconds until the last device is done: its copies in, products and copies out go on at the
/// same time, each of them in order, and wait for each other where a slot is shared.
[[nodiscard]] double predicted_ms(const TileTask& task, const TileCandidate& candidate);
/// What predicted_ms() is not below, whatever order and slots are: the products alone.
[[nodiscard]] double least_ms(const TileTask& task, const TileCandidate& candidate);

/// The candidate of the least time that leaves the devices room for the intermediates of a product
/// where some candidate does. Throws InvalidArgument where the limit holds no tiles at all.
[[nodiscard]] TileCandidate choose_tiles(const TileTask& task);

}  // namespace ttgt
