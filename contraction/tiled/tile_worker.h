// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/host_contraction.h>

#include <array>
#include <cstdint>
#include <memory>

#include "contraction/binary/planned_contraction.h"
#include "contraction/tiled/held_tiles.h"
#include "contraction/tiled/tile_move.h"
#include "contraction/tiled/tile_schedule.h"

namespace ttgt {

/// A product of tiles that lie in a device's memory.
struct TileProduct {
    const PlannedContraction& plan;
    std::array<char*, operand_count> tiles{};
    std::size_t inputs = 2;
    Scalar alpha{1.0, 0.0};
    Scalar beta{};
};

/// Runs or enqueues it on the stream.
inline void run(const TileProduct& product, const Workspace& workspace, Stream stream = {}) {
    const std::array<const void*, 2> inputs{product.tiles[operand_l], product.tiles[operand_r]};
    RunOptions options;
    options.alpha = product.alpha;
    options.beta = product.beta;
    options.stream = stream;
    options.workspace = workspace;
    product.plan.run(product.tiles[operand_d], {inputs.data(), product.inputs}, options);
}

/// A tile where it lies in its operand: `host` addresses its first element.
struct HostTile {
    TileName name;
    const void* host = nullptr;
};

/// The first and the last byte of an operand; null where it has none.
struct HostRange {
    const void* first = nullptr;
    const void* last = nullptr;
};

/// One device: memory for tiles and the intermediates of their products, and what is done there in
/// order. Calls may return before the work is done; what uses the same tile waits for it.
class TileWorker {
public:
    virtual ~TileWorker() = default;
    /// Where tiles lie.
    [[nodiscard]] virtual char* memory() const noexcept = 0;
    [[nodiscard]] virtual std::int64_t staging_bytes() const noexcept = 0;
    /// Before a run: where its operands lie, and whether report() will be asked for.
    virtual void begin(const std::array<HostRange, operand_count>& operands, bool is_timed) = 0;
    virtual void bring(const TileMove& move, const HostTile& from, char* tile) = 0;
    virtual void multiply(const TileProduct& product) = 0;
    /// Of D.
    virtual void take(const TileMove& move, char* tile, void* host) = 0;
    /// Waits for everything; throws what failed.
    virtual void finish() = 0;
    /// What was done in a timed run that is finished.
    [[nodiscard]] virtual HostDeviceReport report() const = 0;
    /// Waits for everything after a failure.
    virtual void abandon() noexcept = 0;

protected:
    TileWorker() = default;
    TileWorker(const TileWorker&) = default;
    TileWorker(TileWorker&&) = default;
    TileWorker& operator=(const TileWorker&) = default;
    TileWorker& operator=(TileWorker&&) = default;
};

/// What a worker is made for.
struct TileWorkerTask {
    std::int64_t tile_memory = 0;  ///< bytes
    std::int64_t workspace_bytes = 0;
    std::int64_t chunk_bytes = 0;                                     ///< of staging memory
    std::shared_ptr<HeldTiles> held = std::make_shared<HeldTiles>();  ///< by all GPUs of a plan
};

/// Of the context's device; on CPUs one that does each thing when it is told. Throws OutOfMemory.
[[nodiscard]] std::unique_ptr<TileWorker> make_tile_worker(Context& context,
                                                           const TileWorkerTask& task);
/// As make_tile_worker(), of a CUDA device.
[[nodiscard]] std::unique_ptr<TileWorker> make_cuda_tile_worker(Context& context,
                                                                const TileWorkerTask& task);

}  // namespace ttgt
