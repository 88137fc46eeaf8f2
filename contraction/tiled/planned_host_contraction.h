// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "contraction/binary/checked_execution.h"
#include "contraction/tiled/tile_choice.h"
#include "contraction/tiled/tile_worker.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// Plans of the products of tiles with some extents.
struct TilePlans {
    /// The plan of the first product into a tile of D.
    std::unique_ptr<const PlannedContraction> first;
    /// The plan of further products, which are added to the tile of D. Null if every tile of D
    /// takes one product.
    std::unique_ptr<const PlannedContraction> more;
};

/// One of the devices, and the work that it does.
struct TileDevice {
    std::unique_ptr<Context> context;     ///< context of the device
    TileSchedule schedule;                ///< steps of the device, in order
    std::map<PerLabel, TilePlans> plans;  ///< plans of products, by the extents of the tiles
    std::int64_t workspace_bytes = 0;     ///< bytes of workspace of the plan that needs most
    std::unique_ptr<TileWorker> worker;   ///< does the steps
};

/// The implementation of a HostContractionPlan.
class PlannedHostContraction {
public:
    struct Parts {
        TiledProblem tiled;                            ///< the contraction
        ChosenRates<HostLinkRates> rates;              ///< rates by which times were predicted
        TileCandidate candidate;                       ///< the chosen tiles, and their order
        std::array<SlotPlace, operand_count> slots{};  ///< places of each operand's tiles
        /// For each operand: how its tiles are copied, by the extents of the tiles.
        std::array<std::map<PerLabel, TileMove>, operand_count> moves;
        std::vector<TileDevice> devices;  ///< the devices that work
        /// Number of devices that the caller gave but that would not make the contraction faster.
        std::size_t idle_devices = 0;
        /// The tiles of inputs that GPUs hold during a run.
        std::shared_ptr<HeldTiles> held = std::make_shared<HeldTiles>();
        std::int64_t memory_limit = 0;  ///< the most bytes of memory on each device
    };
    explicit PlannedHostContraction(Parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    void run(const Pointers& data, const RunOptions& options) const;
    [[nodiscard]] HostContractionReport profile(const Pointers& data,
                                                const RunOptions& options) const;

private:
    /// Whether the steps of a run are timed.
    enum class Timing : std::uint8_t { off, on };

    void run(const Pointers& data, const RunOptions& options, Timing timing) const;
    [[nodiscard]] HostContractionReport report(double total_ms) const;

    Parts parts_;
    mutable std::mutex running_;
};

/// Plans a statement of one product; throws as plan_host_contraction(). Tests make several tiles of
/// small problems by the limit.
[[nodiscard]] PlannedHostContraction::Parts plan_tiles(Context& context, const Statement& statement,
                                                       const HostContractionOptions& options);
[[nodiscard]] std::string explain(const PlannedHostContraction::Parts& parts);
/// For each operand, the bytes that a run copies to the device.
[[nodiscard]] std::array<std::int64_t, operand_count> brought_bytes(
    const PlannedHostContraction::Parts& parts, const TileDevice& device);

}  // namespace ttgt
