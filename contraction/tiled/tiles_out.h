// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "contraction/tiled/tile_move.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/host_memory.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

/// Copies tiles of D from a device to where they belong in host memory, one after the other, on a
/// thread and a stream of its own: it waits for copies that others need not wait for.
class TilesOut {
public:
    /// Throws OutOfMemory, DeviceError.
    TilesOut(int device, std::int64_t chunk_bytes);
    ~TilesOut();
    TilesOut(const TilesOut&) = delete;
    TilesOut(TilesOut&&) = delete;
    TilesOut& operator=(const TilesOut&) = delete;
    TilesOut& operator=(TilesOut&&) = delete;

    struct Tile {
        const TileMove* move = nullptr;
        const char* tile = nullptr;
        char* host = nullptr;
        std::shared_ptr<const Completion> computed;
        bool is_page_locked = false;
    };
    /// Before a run: forgets times; only where it `is_timed` are there any.
    void begin(bool is_timed);
    void add(Tile tile);
    /// Waits until the tile at this place is copied; throws what failed.
    void wait_for(const char* tile);
    /// Waits until all are, or one failed.
    void wait_for_all();
    /// Forgets those that wait, and what failed.
    void abandon() noexcept;
    /// What copies and unpacking took together. Once all are copied.
    [[nodiscard]] double ms() const noexcept { return ms_; }
    [[nodiscard]] std::int64_t staging_bytes() const noexcept { return staging_.bytes(); }

private:
    void work();
    void copy(const Tile& tile);
    void copy_rows(const Tile& tile, const TileRows& rows) const;
    void copy_chunks(const Tile& tile) const;
    void rethrow();

    int device_;
    OwnedStream stream_;
    std::int64_t chunk_bytes_;
    PageLockedBuffer staging_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Tile> waiting_;  // the first one is being copied
    std::exception_ptr failure_;
    bool ends_ = false;
    bool is_timed_ = false;
    double ms_ = 0;
    std::thread thread_;
};

}  // namespace ttgt::cuda
