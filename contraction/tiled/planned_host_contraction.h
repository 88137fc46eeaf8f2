// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>

#include <array>
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

/// Plans of products of tiles of some extents: the first one of a tile of D, and those that
/// accumulate.
struct TilePlans {
    std::unique_ptr<const PlannedContraction> first;
    std::unique_ptr<const PlannedContraction> more;  ///< null where there is one product
};

/// What one device does, and with what.
struct TileDevice {
    std::unique_ptr<Context> context;
    TileSchedule schedule;
    std::map<PerLabel, TilePlans> plans;  ///< by extents of tiles
    std::int64_t workspace_bytes = 0;     ///< of the plan that needs most
    std::unique_ptr<TileWorker> worker;
};

/// What a HostContractionPlan hides.
class PlannedHostContraction {
public:
    struct Parts {
        TiledProblem tiled;
        ChosenRates<HostLinkRates> rates;
        TileCandidate candidate;
        std::array<SlotPlace, operand_count> slots{};
        std::array<std::map<PerLabel, TileMove>, operand_count> moves;  ///< by extents of tiles
        std::vector<TileDevice> devices;
        std::size_t idle_devices = 0;  ///< that were given, but would not make it faster
        std::shared_ptr<HeldTiles> held = std::make_shared<HeldTiles>();
        std::int64_t memory_limit = 0;
    };
    explicit PlannedHostContraction(Parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    void run(const Pointers& data, const RunOptions& options) const;
    [[nodiscard]] HostContractionReport profile(const Pointers& data,
                                                const RunOptions& options) const;

private:
    void run(const Pointers& data, const RunOptions& options, bool is_timed) const;
    [[nodiscard]] HostContractionReport report(double total_ms) const;

    Parts parts_;
    mutable std::mutex running_;
};

/// Plans a statement of one product; throws as plan_host_contraction(). Tests make several tiles of
/// small problems by the limit.
[[nodiscard]] PlannedHostContraction::Parts plan_tiles(Context& context, const Statement& statement,
                                                       const HostContractionOptions& options);
[[nodiscard]] std::string explain(const PlannedHostContraction::Parts& parts);
/// Of each operand, what a run copies to the device.
[[nodiscard]] std::array<std::int64_t, operand_count> brought_bytes(
    const PlannedHostContraction::Parts& parts, const TileDevice& device);

}  // namespace ttgt
