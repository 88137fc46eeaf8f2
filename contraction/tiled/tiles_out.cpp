// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tiles_out.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "contraction/tiled/stopwatch.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::cuda {
namespace {

constexpr std::size_t chunks_of_staging = 2;

}  // namespace

TilesOut::TilesOut(int device, std::int64_t chunk_bytes)
    : device_(device),
      stream_(device),
      chunk_bytes_(chunk_bytes),
      staging_(chunk_bytes * static_cast<std::int64_t>(chunks_of_staging), device),
      thread_([this] { work(); }) {}

TilesOut::~TilesOut() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void TilesOut::begin(bool is_timed) {
    const std::lock_guard lock(mutex_);
    is_timed_ = is_timed;
    ms_ = 0;
}

void TilesOut::add(Tile tile) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(tile));
    }
    changed_.notify_all();
}

void TilesOut::wait_for(const char* tile) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
        return failure_ || std::none_of(waiting_.begin(), waiting_.end(),
                                        [&](const Tile& other) { return other.tile == tile; });
    });
    rethrow();
}

void TilesOut::wait_for_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || waiting_.empty(); });
    rethrow();
}

void TilesOut::abandon() noexcept {
    std::unique_lock lock(mutex_);
    if (waiting_.size() > 1) waiting_.resize(1);
    changed_.wait(lock, [&] { return waiting_.empty(); });
    failure_ = nullptr;
}

void TilesOut::rethrow() {
    if (failure_) std::rethrow_exception(failure_);
}

void TilesOut::work() {
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Tile tile = waiting_.front();
        lock.unlock();
        std::exception_ptr failure;
        try {
            copy(tile);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        waiting_.pop_front();
        if (failure) {
            failure_ = failure;
            waiting_.clear();
        }
        lock.unlock();
        changed_.notify_all();
    }
}

void TilesOut::copy(const Tile& tile) {
    const DeviceScope scope(device_);
    tile.computed->precede(stream_.get());
    if (is_timed_) synchronize(stream_.get());
    const Stopwatch watch(ms_);
    const std::optional<TileRows>& rows = tile.move->rows();
    if (tile.is_page_locked && rows) {
        copy_rows(tile, *rows);
    } else {
        copy_chunks(tile);
    }
}

void TilesOut::copy_rows(const Tile& tile, const TileRows& rows) const {
    for (const TileRows::Block& block : rows.blocks) {
        copy_rows_to_host(tile.host + block.host_offset, tile.tile + block.tile_offset,
                          {rows.row_bytes, rows.rows, rows.pitch}, stream_.get());
    }
    synchronize(stream_.get());
}

/// While one chunk is unpacked, the next one is on its way.
void TilesOut::copy_chunks(const Tile& tile) const {
    const std::vector<TileMove::Chunk>& chunks = tile.move->chunks();
    std::array<std::optional<Completion>, chunks_of_staging> arrived;
    for (std::size_t next = 0; next <= chunks.size(); ++next) {
        const auto staged = [&](std::size_t chunk) {
            return staging_.data() +
                   static_cast<std::int64_t>(chunk % chunks_of_staging) * chunk_bytes_;
        };
        if (next < chunks.size()) {
            copy_to_host(staged(next), tile.tile + chunks[next].tile_offset, chunks[next].bytes,
                         stream_.get());
            arrived[next % chunks_of_staging].emplace(device_, stream_.get());
        }
        if (next == 0) continue;
        arrived[(next - 1) % chunks_of_staging]->wait();
        tile.move->unpack(chunks[next - 1], staged(next - 1), tile.host);
    }
}

}  // namespace ttgt::cuda
