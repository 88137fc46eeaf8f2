// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "contraction/tiled/lane_timer.h"
#include "contraction/tiled/stopwatch.h"
#include "contraction/tiled/tile_worker.h"
#include "contraction/tiled/tiles_out.h"
#include "src/core/checked.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/peers.h"

namespace ttgt::cuda {
namespace {

/// One is packed, one is on its way, one is about to be.
constexpr std::size_t chunks_of_staging_in = 3;

/// Three lanes: the thread that calls packs tiles and copies them on a stream of their own,
/// products go on the context's stream, tiles of D leave by a thread and a stream of theirs. Events
/// let the lanes wait for each other on the device; only for staging memory and for a tile of D
/// that has not left does the calling thread wait.
class CudaTileWorker final : public TileWorker {
public:
    CudaTileWorker(Context& context, const TileWorkerTask& task)
        : device_(context.options().device.index),
          products_(context.stream()),
          in_(device_),
          tile_memory_(task.tile_memory),
          workspace_bytes_(task.workspace_bytes),
          memory_(checked_add(task.tile_memory, task.workspace_bytes, "the memory of tiles"),
                  device_, products_, "tiles of tensors in host memory"),
          chunk_bytes_(task.chunk_bytes),
          held_(task.held),
          staging_(task.chunk_bytes * static_cast<std::int64_t>(chunks_of_staging_in), device_),
          out_(device_, task.chunk_bytes),
          copies_in_(device_),
          multiplied_(device_) {
        const DeviceScope scope(device_);
        synchronize(products_);  // from now on the memory is every stream's
    }

    [[nodiscard]] char* memory() const noexcept override {
        return static_cast<char*>(memory_.data());
    }
    [[nodiscard]] std::int64_t staging_bytes() const noexcept override {
        return staging_.bytes() + out_.staging_bytes();
    }

    void begin(const std::array<HostRange, operand_count>& operands, bool is_timed) override {
        report_ = {};
        copies_in_.begin(is_timed);
        multiplied_.begin(is_timed);
        out_.begin(is_timed);
        for (std::size_t operand = 0; operand < operand_count; ++operand) {
            const HostRange& range = operands[operand];
            is_page_locked_[operand] =
                range.first != nullptr && is_page_locked(range.first, range.last, device_);
        }
    }

    void bring(const TileMove& move, const HostTile& from, char* tile) override {
        const DeviceScope scope(device_);
        Place& place = places_[tile];
        out_.wait_for(tile);
        if (place.used) place.used->precede(in_.get());
        for (const HeldTiles::Event& copied : held_->withdraw(tile)) copied->precede(in_.get());
        const bool is_shared = from.name.operand != operand_d;  // one device alone needs one of D
        copies_in_.time(in_.get(), [&] {
            if (is_shared && bring_from_device(move, from.name, tile)) return;
            bring_from_host(move, from, tile);
        });
        place.filled = std::make_shared<const Completion>(device_, in_.get());
        if (is_shared) held_->offer(from.name, {device_, tile, place.filled});
    }

    void multiply(const TileProduct& product) override {
        const DeviceScope scope(device_);
        out_.wait_for(product.tiles[operand_d]);
        const std::size_t operands = product.inputs + 1;
        for (std::size_t operand = 0; operand < operands; ++operand) {
            const Place& place = places_[product.tiles[operand]];
            if (place.filled) place.filled->precede(products_);
        }
        multiplied_.time(products_, [&] {
            run(product, {memory() + tile_memory_, workspace_bytes_}, products_);
        });
        const auto done = std::make_shared<const Completion>(device_, products_);
        for (std::size_t operand = 0; operand < operands; ++operand) {
            places_[product.tiles[operand]].used = done;
        }
    }

    void take(const TileMove& move, char* tile, void* host) override {
        report_.bytes_to_host += move.bytes();
        out_.add({&move, tile, static_cast<char*>(host), places_[tile].used,
                  is_page_locked_[operand_d]});
    }

    void finish() override {
        const DeviceScope scope(device_);
        out_.wait_for_all();
        synchronize(in_.get());
        synchronize(products_);
    }

    [[nodiscard]] HostDeviceReport report() const override {
        HostDeviceReport report = report_;
        report.copy_in_ms = copies_in_.ms();
        report.products_ms = multiplied_.ms();
        report.copy_out_ms = out_.ms();
        return report;
    }

    void abandon() noexcept override {
        out_.abandon();
        try {
            finish();
        } catch (...) {
            // What went wrong first is what is reported.
            return;
        }
    }

private:
    struct Place {
        HeldTiles::Event filled;                 // by the last copy in
        std::shared_ptr<const Completion> used;  // by the last product
    };

    /// Copies the tile from another GPU that holds it. Returns false if no GPU holds it.
    bool bring_from_device(const TileMove& move, const TileName& name, char* tile) {
        const bool is_taken = held_->take(name, [&](const HeldTiles::Tile& other) {
            if (!reach_memory(device_, other.device)) return HeldTiles::Event{};
            other.filled->precede(in_.get());
            copy_between_devices(tile, device_, other.data, other.device, move.bytes(), in_.get());
            return std::make_shared<const Completion>(device_, in_.get());
        });
        if (is_taken) report_.bytes_from_devices += move.bytes();
        return is_taken;
    }

    void bring_from_host(const TileMove& move, const HostTile& from, char* tile) {
        report_.bytes_from_host += move.bytes();
        const std::optional<TileRows>& rows = move.rows();
        if (is_page_locked_[from.name.operand] && rows) {
            bring_rows(*rows, static_cast<const char*>(from.host), tile);
        } else {
            bring_chunks(move, from.host, tile);
        }
    }

    void bring_rows(const TileRows& rows, const char* host, char* tile) {
        for (const TileRows::Block& block : rows.blocks) {
            copy_rows_to_device(tile + block.tile_offset, host + block.host_offset,
                                {rows.row_bytes, rows.rows, rows.pitch}, in_.get());
        }
    }

    void bring_chunks(const TileMove& move, const void* host, char* tile) {
        for (const TileMove::Chunk& chunk : move.chunks()) {
            std::optional<Completion>& sent = sent_[next_chunk_];
            if (sent) sent->wait();
            char* staged = staging_.data() + static_cast<std::int64_t>(next_chunk_) * chunk_bytes_;
            pack(move, chunk, host, staged);
            copy_to_device(tile + chunk.tile_offset, staged, chunk.bytes, in_.get());
            sent.emplace(device_, in_.get());
            next_chunk_ = (next_chunk_ + 1) % chunks_of_staging_in;
        }
    }

    void pack(const TileMove& move, const TileMove::Chunk& chunk, const void* host, char* staged) {
        const Stopwatch watch(report_.packing_ms);
        move.pack(chunk, host, staged);
    }

    int device_;
    Stream products_;
    OwnedStream in_;
    std::int64_t tile_memory_;
    std::int64_t workspace_bytes_;
    DeviceBuffer memory_;
    std::int64_t chunk_bytes_;
    std::shared_ptr<HeldTiles> held_;
    PageLockedBuffer staging_;
    TilesOut out_;
    std::array<bool, operand_count> is_page_locked_{};
    std::map<const char*, Place> places_;
    std::array<std::optional<Completion>, chunks_of_staging_in> sent_;
    std::size_t next_chunk_ = 0;
    HostDeviceReport report_;
    LaneTimer copies_in_;
    LaneTimer multiplied_;
};

}  // namespace
}  // namespace ttgt::cuda

namespace ttgt {

std::unique_ptr<TileWorker> make_cuda_tile_worker(Context& context, const TileWorkerTask& task) {
    return std::make_unique<cuda::CudaTileWorker>(context, task);
}

}  // namespace ttgt
