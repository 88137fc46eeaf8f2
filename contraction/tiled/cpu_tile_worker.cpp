// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/tensor.h>

#include "contraction/tiled/stopwatch.h"
#include "contraction/tiled/tile_worker.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

/// Tiles in other memory of the host.
class CpuTileWorker final : public TileWorker {
public:
    explicit CpuTileWorker(const TileWorkerTask& task)
        : memory_(allocate_host(
              checked_add(task.tile_memory, task.workspace_bytes, "the memory of tiles"))),
          tile_memory_(task.tile_memory),
          workspace_bytes_(task.workspace_bytes) {}

    [[nodiscard]] char* memory() const noexcept override {
        return static_cast<char*>(memory_.get());
    }
    [[nodiscard]] std::int64_t staging_bytes() const noexcept override { return 0; }
    void begin(const std::array<HostRange, operand_count>&, bool) override { report_ = {}; }

    void bring(const TileMove& move, const HostTile& from, char* tile) override {
        const Stopwatch watch(report_.copy_in_ms);
        report_.bytes_from_host += move.bytes();
        for (const TileMove::Chunk& chunk : move.chunks()) {
            move.pack(chunk, from.host, tile + chunk.tile_offset);
        }
    }

    void multiply(const TileProduct& product) override {
        const Stopwatch watch(report_.products_ms);
        run(product, {memory() + tile_memory_, workspace_bytes_});
    }

    void take(const TileMove& move, char* tile, void* host) override {
        const Stopwatch watch(report_.copy_out_ms);
        report_.bytes_to_host += move.bytes();
        for (const TileMove::Chunk& chunk : move.chunks()) {
            move.unpack(chunk, tile + chunk.tile_offset, host);
        }
    }

    void finish() override {}
    [[nodiscard]] HostDeviceReport report() const override { return report_; }
    void abandon() noexcept override {}

private:
    std::unique_ptr<void, HostDelete> memory_;
    std::int64_t tile_memory_;
    std::int64_t workspace_bytes_;
    HostDeviceReport report_;
};

}  // namespace

std::unique_ptr<TileWorker> make_tile_worker(Context& context, const TileWorkerTask& task) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return make_cuda_tile_worker(context, task);
    }
    return std::make_unique<CpuTileWorker>(task);
}

}  // namespace ttgt
