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
    TileGrid grid;                                ///< how the labels are cut into tiles
    TileOrder order = TileOrder::free_l_slowest;  ///< order in which products are done
    TileSlots slots{};                            ///< tiles of each operand that a device holds
    std::int64_t tile_memory = 0;                 ///< bytes of memory for tiles on each device
    double predicted_ms = 0;                      ///< predicted milliseconds of a run
};

/// The problem for which tiles are chosen, and the devices.
struct TileTask {
    const TiledProblem& tiled;    ///< the contraction
    HostLinkRates rates;          ///< rates of the links between host and devices
    double flops_per_second = 0;  ///< operations per second of one device, on large tiles
    /// Number of multiprocessors that share the blocks of D of a product. 0: a CPU, without blocks.
    int multiprocessors = 0;
    int devices = 1;                ///< number of devices
    std::int64_t memory_limit = 0;  ///< the most bytes of memory on each device
};

/// Where the slots of an operand lie in a device's memory for tiles. A slot holds one tile.
struct SlotPlace {
    std::int64_t offset = 0;  ///< bytes from the start of the memory to the first slot
    std::int64_t step = 0;    ///< bytes from one slot to the next
};
/// The places of the slots of all operands.
[[nodiscard]] std::array<SlotPlace, operand_count> slot_places(const TiledProblem& tiled,
                                                               const TileCandidate& candidate);

/// The steps that device number `device` of `devices` does by the candidate.
[[nodiscard]] TileSchedule schedule_of(const TiledProblem& tiled, const TileCandidate& candidate,
                                       int device, int devices);
/// Milliseconds until the last device is done: its copies in, products and copies out go on at the
/// same time, each of them in order, and wait for each other where a slot is shared.
[[nodiscard]] double predicted_ms(const TileTask& task, const TileCandidate& candidate);
/// A lower bound of predicted_ms() for every order and every number of slots: milliseconds of the
/// products alone.
[[nodiscard]] double least_ms(const TileTask& task, const TileCandidate& candidate);

/// The candidate of the least time that leaves the devices room for the intermediates of a product
/// where some candidate does. Throws InvalidArgument where the limit holds no tiles at all.
[[nodiscard]] TileCandidate choose_tiles(const TileTask& task);

}  // namespace ttgt
