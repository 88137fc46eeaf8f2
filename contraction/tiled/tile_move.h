// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ttgt {

/// Equally long contiguous segments of an operand that are contiguous in its tile: one copy of two
/// modes, repeated for the tile's other modes.
struct TileRows {
    struct Block {
        std::int64_t host_offset = 0;  ///< bytes
        std::int64_t tile_offset = 0;
    };
    std::int64_t row_bytes = 0;
    std::int64_t rows = 1;   ///< of a block
    std::int64_t pitch = 0;  ///< bytes from row to row in the operand
    std::vector<Block> blocks;
};

/// How a tile goes between an operand in host memory and packed memory: in chunks, each by a
/// transpose of the CPU; or in rows, where they are long.
class TileMove {
public:
    /// Of `host`, where the tile lies in the operand, in chunks of at most `chunk_bytes` where that
    /// is an element at least. The context is a CPU's; transposes use its threads. A tile that is
    /// only read may repeat elements.
    TileMove(Context& context, const Layout& host, DType dtype, std::int64_t chunk_bytes,
             bool is_written);

    struct Chunk {
        std::int64_t host_offset = 0;  ///< bytes from the tile's first element in the operand
        std::int64_t tile_offset = 0;  ///< bytes
        std::int64_t bytes = 0;
        bool is_last_shape = false;  ///< shorter than the others
    };
    [[nodiscard]] const std::vector<Chunk>& chunks() const noexcept { return chunks_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    /// Pointers address the tile's first element in the operand, and the chunk's memory.
    void pack(const Chunk& chunk, const void* host, void* packed) const;
    /// Of a tile that is written.
    void unpack(const Chunk& chunk, const void* packed, void* host) const;

    /// Empty where the rows are short, or too many blocks.
    [[nodiscard]] const std::optional<TileRows>& rows() const noexcept { return rows_; }

private:
    struct Copies {  // of chunks of one shape
        TransposePlan pack;
        std::optional<TransposePlan> unpack;
    };

    class Planner;

    std::int64_t bytes_ = 0;
    std::vector<Chunk> chunks_;
    std::vector<Copies> copies_;  // of whole chunks, and of shorter ones
    std::optional<TileRows> rows_;
};

}  // namespace ttgt
