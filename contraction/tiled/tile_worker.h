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

/// A tile as it lies in host memory, in its operand.
struct HostTile {
    TileName name;               ///< operand and number of the tile
    const void* host = nullptr;  ///< address of the tile's first element
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
    /// The start of the device's memory for tiles.
    [[nodiscard]] virtual char* memory() const noexcept = 0;
    /// Bytes of staging memory in use by this worker.
    [[nodiscard]] virtual std::int64_t staging_bytes() const noexcept = 0;
    /// Must be called before each run. `operands`: the first and last bytes of the run's operands.
    /// `is_timed`: whether report() will be called after the run.
    virtual void begin(const std::array<HostRange, operand_count>& operands, bool is_timed) = 0;
    /// Copies a tile of an operand from host memory to the address `tile` of the device.
    virtual void bring(const TileMove& move, const HostTile& from, char* tile) = 0;
    /// Computes a product of tiles.
    virtual void multiply(const TileProduct& product) = 0;
    /// Copies a tile of D from the address `tile` of the device to host memory.
    virtual void take(const TileMove& move, char* tile, void* host) = 0;
    /// Waits for all work of the run. Throws the error of work that failed.
    virtual void finish() = 0;
    /// The report of a timed run, once finish() has returned.
    [[nodiscard]] virtual HostDeviceReport report() const = 0;
    /// Waits for all work of the run after a failure.
    virtual void abandon() noexcept = 0;

protected:
    TileWorker() = default;
    TileWorker(const TileWorker&) = default;
    TileWorker(TileWorker&&) = default;
    TileWorker& operator=(const TileWorker&) = default;
    TileWorker& operator=(TileWorker&&) = default;
};

/// The memory that a worker needs.
struct TileWorkerTask {
    std::int64_t tile_memory = 0;      ///< bytes of memory for tiles
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace for the products
    std::int64_t chunk_bytes = 0;      ///< bytes of a chunk of staging memory
    /// The tiles that the GPUs of a plan hold; all workers of the plan share it.
    std::shared_ptr<HeldTiles> held = std::make_shared<HeldTiles>();
};

/// Makes a worker for the context's device. On CPUs, each call of the worker returns when its work
/// is done. Throws OutOfMemory.
[[nodiscard]] std::unique_ptr<TileWorker> make_tile_worker(Context& context,
                                                           const TileWorkerTask& task);
/// Makes a worker for a context on a CUDA device. Throws OutOfMemory.
[[nodiscard]] std::unique_ptr<TileWorker> make_cuda_tile_worker(Context& context,
                                                                const TileWorkerTask& task);

}  // namespace ttgt
